"""Travelling together: inviting, joining, leaving, roles, handing over; one function a change.

Invitations are links. A token has 128 random bits, only its SHA-256 is kept, and it ends with its uses, its days or
when it is revoked. People join the trips of people at the site, a partner's travellers those of the same partner.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from travelagent.accounts.models import Person
from travelagent.trips.errors import InvalidTrip, TripNotFound
from travelagent.trips.imports.text import cleaned
from travelagent.trips.membership import NAME_CHARS, Role, account_name, find_trip, lock_trip, owner_name
from travelagent.trips.models import Trip, TripInvite, TripMember
from travelagent.trips.models.together import MemberRole
from travelagent.trips.sharing import TOKEN_BYTES, token_digest
from travelagent.trips.signals import trip_part_changed

INVITE_DAYS = 14
MOST_INVITE_DAYS = 90
MOST_USES = 40
MOST_MEMBERS = 40
MOST_INVITES = 50
"""Open at once."""


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody of a trip as the others see them. `member` is None for the owner."""

    name: str
    role: str
    person: int
    member: TripMember | None = None


def companions_of(trip: Trip) -> list[Companion]:
    """Return the owner, and the members in the order in which they joined."""
    owner = Companion(owner_name(trip.person), Role.OWNER.wire, trip.person_id)
    active = trip.members.filter(left_at=None).exclude(person_id=trip.person_id)
    return [owner, *(Companion(row.name, row.role, row.person_id, row) for row in active)]


@transaction.atomic
def invite_to_trip(
    person: int, trip: str, role: str = MemberRole.VIEWER, days: int = INVITE_DAYS, uses: int = 1
) -> tuple[TripInvite, str]:
    """Make a link by which so many people may join within so many days, and its token, which is nowhere kept.

    Raises TripNotFound, RoleTooLow, InvalidTrip.
    """
    return make_invite(lock_trip(person, trip, Role.OWNER), role, days, uses)


def make_invite(row: Trip, role: str, days: int, uses: int, address: str = "") -> tuple[TripInvite, str]:
    """Make the invitation of a locked trip and its token; `address`: whom it is mailed to. Raises InvalidTrip."""
    if not 1 <= days <= MOST_INVITE_DAYS:
        raise InvalidTrip("days", _("From 1 to %(most)s days.") % {"most": MOST_INVITE_DAYS})
    if not 1 <= uses <= MOST_USES:
        raise InvalidTrip("uses", _("From 1 to %(most)s people.") % {"most": MOST_USES})
    if row.invites.filter(revoked_at=None, expires_at__gt=timezone.now()).count() >= MOST_INVITES:
        raise InvalidTrip(
            "role", _("At most %(most)s links at a time. Turn some of them off first.") % {"most": MOST_INVITES}
        )
    token = secrets.token_urlsafe(TOKEN_BYTES)
    made = TripInvite.objects.create(
        trip=row,
        role=_role(role),
        address=address,
        digest=token_digest(token),
        most_uses=uses,
        expires_at=timezone.now() + timedelta(days=days),
    )
    return made, token


@transaction.atomic
def revoke_invite(person: int, trip: str, invite: str) -> None:
    """End an invitation; who joined by it stays. Raises TripNotFound, RoleTooLow."""
    row = lock_trip(person, trip, Role.OWNER)
    found = row.invites.filter(pk=invite).first()
    if found is None:
        raise TripNotFound
    if found.revoked_at is None:
        found.revoked_at = timezone.now()
        found.save(update_fields=["revoked_at"])


def open_invite(token: str) -> TripInvite:
    """Return the invitation that a token opens now. Raises TripNotFound."""
    found = _invite(token)
    if found.revoked_at is not None or found.expires_at <= timezone.now() or found.uses >= found.most_uses:
        raise TripNotFound
    return found


def joined_by(person: int, token: str) -> Trip:
    """Return the trip of an invitation, also of one that has ended, to which a person belongs. Raises TripNotFound."""
    return find_trip(person, _invite(token).trip_id)


@transaction.atomic
def join_trip(person: int, token: str, name: str = "") -> Trip:
    """Become a member by an invitation; whoever has that role or a higher one already stays as they are.

    Raises TripNotFound, also where the trip belongs to people of another partner or the invitation is older than the
    end of the person's membership, and InvalidTrip.
    """
    Trip.objects.select_for_update().filter(pk=_invite(token).trip_id).values_list("pk").first()
    invite = _invite(token)
    trip, joiner = invite.trip, Person.objects.select_related("user").get(pk=person)
    before = TripMember.objects.filter(trip=trip, person=joiner).first()
    if trip.person_id == person or (before and before.left_at is None and _rank(before.role) >= _rank(invite.role)):
        return find_trip(person, trip.pk)
    if joiner.partner_id != trip.person.partner_id:
        raise TripNotFound
    open_invite(token)
    if before and before.left_at is not None and invite.created_at <= before.left_at:
        raise TripNotFound
    if trip.members.filter(left_at=None).count() >= MOST_MEMBERS:
        raise InvalidTrip("token", _("A trip has at most %(most)s members.") % {"most": MOST_MEMBERS})
    called = _name(name or (before.name if before else "") or account_name(joiner))
    TripMember.objects.update_or_create(
        trip=trip, person=joiner, defaults={"role": invite.role, "name": called, "left_at": None, "invite": invite}
    )
    TripInvite.objects.filter(pk=invite.pk).update(uses=F("uses") + 1)
    _tell(trip, person)
    return find_trip(person, trip.pk)


@transaction.atomic
def leave_trip(person: int, trip: str) -> None:
    """Leave a trip that one is a member of. Raises TripNotFound; InvalidTrip for its owner, who hands it over first."""
    row = lock_trip(person, trip, Role.VIEWER)
    if row.person_id == person:
        raise InvalidTrip("member", _("You own this trip. Hand it over to somebody first, or delete it."))
    _end(row.members.get(person_id=person, left_at=None))
    _tell(row, person)


@transaction.atomic
def remove_member(person: int, trip: str, member: str) -> None:
    """Take a member out, by the owner; the link by which they came ends, too. Raises TripNotFound, RoleTooLow."""
    row = lock_trip(person, trip, Role.OWNER)
    found = _member(row, member)
    _end(found)
    _end_invite(found)
    _tell(row, person)


@transaction.atomic
def change_role(person: int, trip: str, member: str, role: str) -> TripMember:
    """Give a member another role; with a lower one the link that gave the higher one ends. Raises TripNotFound,
    RoleTooLow, InvalidTrip."""
    row = lock_trip(person, trip, Role.OWNER)
    found = _member(row, member)
    if _rank(_role(role)) < _rank(found.role):
        _end_invite(found)
    found.role = role
    found.save(update_fields=["role"])
    _tell(row, person)
    return found


@transaction.atomic
def hand_over(person: int, trip: str, member: str) -> Trip:
    """Make a member the owner; whoever was it becomes an editor. The conversation that the trip came from stays with
    its owner of before, and so do the addresses that invitations were mailed to. Invitations and links that are open
    end: whoever made them must not come back by them once the new owner has taken them out. Raises TripNotFound,
    RoleTooLow."""
    row = lock_trip(person, trip, Role.OWNER)
    found = _member(row, member)
    called = _name(account_name(row.person))
    row.person_id, row.session = found.person_id, ""
    row.save(update_fields=["person", "session"])
    found.delete()
    row.invites.exclude(address="").update(address="")
    for links in (row.invites, row.shares):
        links.filter(revoked_at=None).update(revoked_at=timezone.now())
    TripMember.objects.update_or_create(
        trip=row,
        person_id=person,
        defaults={"role": MemberRole.EDITOR, "name": called, "left_at": None, "invite": None},
    )
    _tell(row, person)
    return find_trip(person, trip)


def _invite(token: str) -> TripInvite:
    """Return the invitation of a token, whether it is open or not. Raises TripNotFound."""
    rows = TripInvite.objects.select_related("trip__person__user")
    found = rows.filter(digest=token_digest(token)).first()
    if found is None:
        raise TripNotFound
    return found


def _rank(role: str) -> Role:
    return Role[role.upper()]


def _member(trip: Trip, member: str) -> TripMember:
    """Return a member of the trip. Raises TripNotFound."""
    found = trip.members.filter(pk=member, left_at=None).first()
    if found is None:
        raise TripNotFound
    return found


def _end(member: TripMember) -> None:
    member.left_at = timezone.now()
    member.save(update_fields=["left_at"])


def _end_invite(member: TripMember) -> None:
    """End the link by which a member came: who knows it must not come back by it, as somebody else either."""
    TripInvite.objects.filter(pk=member.invite_id, revoked_at=None).update(revoked_at=timezone.now())


def _role(role: str) -> str:
    if role not in MemberRole.values:
        raise InvalidTrip("role", _("One of %(formats)s.") % {"formats": ", ".join(MemberRole.values)})
    return role


def _name(name: str) -> str:
    return cleaned(name, NAME_CHARS) or _("Fellow traveller")


def _tell(trip: Trip, person: int) -> None:
    trip_part_changed.send(sender=Trip, trip=trip, part="members", person=person)
