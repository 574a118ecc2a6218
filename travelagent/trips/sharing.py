"""Links by which anybody may read a trip: made, ended, opened."""

import hashlib
import secrets
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from travelagent.trips.errors import InvalidTrip, TripNotFound
from travelagent.trips.membership import Role, find_trip
from travelagent.trips.models import Trip, TripShare

SHARE_DAYS = 30
MOST_SHARE_DAYS = 365
MOST_SHARES = 30
"""Of a trip, open at once."""
TOKEN_BYTES = 16


def share_trip(person: int, trip: str, days: int = SHARE_DAYS) -> tuple[TripShare, str]:
    """Create a link to read the trip for so many days; return it and its token, which is stored nowhere.

    Raises TripNotFound, InvalidTrip.
    """
    row = find_trip(person, trip, Role.OWNER)
    if not 1 <= days <= MOST_SHARE_DAYS:
        raise InvalidTrip("days", _("From 1 to %(most)s days.") % {"most": MOST_SHARE_DAYS})
    if row.shares.filter(revoked_at=None, expires_at__gt=timezone.now()).count() >= MOST_SHARES:
        raise InvalidTrip(
            "days", _("At most %(most)s links at a time. Turn some of them off first.") % {"most": MOST_SHARES}
        )
    token = secrets.token_urlsafe(TOKEN_BYTES)
    share = TripShare.objects.create(
        trip=row, digest=token_digest(token), expires_at=timezone.now() + timedelta(days=days)
    )
    return share, token


def revoke_share(person: int, trip: str, share: str) -> None:
    """End a link; a link that has ended stays so. Raises TripNotFound."""
    row = find_trip(person, trip, Role.OWNER)
    link = row.shares.filter(pk=share).first()
    if link is None:
        raise TripNotFound
    if link.revoked_at is None:
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])


def shared_trip(token: str) -> Trip:
    """Return the trip that a link's token opens. Raises TripNotFound, also when it is expired or revoked."""
    found = TripShare.objects.select_related("trip").filter(digest=token_digest(token), revoked_at=None)
    link = found.filter(expires_at__gt=timezone.now()).first()
    if link is None:
        raise TripNotFound
    return link.trip


def token_digest(token: str) -> str:
    """Return the SHA-256 digest under which a token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()
