"""Live calendars: secret addresses under which calendar programs fetch a person's trips, made and revoked by them.

A feed shows what its owner sees now: a trip that is no longer theirs to read is no longer in it.
"""

import hashlib
import secrets
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from travelagent.trips.errors import InvalidTrip, TripNotFound
from travelagent.trips.exports.calendar import to_feed
from travelagent.trips.membership import find_trip, trips_of
from travelagent.trips.models import CalendarFeed, Trip
from travelagent.trips.sharing import TOKEN_BYTES, token_digest

MOST_FEEDS = 20
"""So many feeds a person has at once."""
MOST_TRIPS = 100
"""A feed of all trips holds those that were changed last."""
FORMAT = 1
"""Part of every ETag: grows when the same trips are written otherwise."""


@dataclass(frozen=True, slots=True)
class OpenFeed:
    """A feed that was asked for: its trips, their content not loaded where there are several, and the ETag of what it
    would show."""

    feed: CalendarFeed
    trips: tuple[Trip, ...]
    etag: str

    def written(self) -> bytes:
        """Return the calendar."""
        shown = Trip.objects.in_bulk([trip.pk for trip in self.trips])
        trips = [shown[trip.pk] for trip in self.trips if trip.pk in shown]
        name = "" if self.feed.trip_id is None else trips[0].title if trips else ""
        return to_feed(trips, self.feed.locale, name, with_notes=self.feed.with_notes)


def make_feed(
    person: int, trip: str, lang: str, *, all_trips: bool = False, with_notes: bool = False
) -> tuple[CalendarFeed, str]:
    """Return a new feed of the trip, or of all trips of the person, and its token, which is nowhere kept.

    `lang`: "en" or "zh", the language of the calendar. Raises TripNotFound, InvalidTrip for too many feeds.
    """
    row = find_trip(person, trip)
    if CalendarFeed.objects.filter(person=person, revoked_at=None).count() >= MOST_FEEDS:
        raise InvalidTrip("trip", _("At most %(most)s calendars at a time. Turn one off first.") % {"most": MOST_FEEDS})
    token = secrets.token_urlsafe(TOKEN_BYTES)
    feed = CalendarFeed.objects.create(
        person_id=person,
        trip=None if all_trips else row,
        digest=token_digest(token),
        locale=lang,
        with_notes=with_notes,
    )
    return feed, token


def feeds_of(person: int, trip: str) -> QuerySet[CalendarFeed]:
    """Return the feeds in which the trip stands and which have not been revoked. Raises TripNotFound."""
    row = find_trip(person, trip)
    return CalendarFeed.objects.filter(Q(trip=row) | Q(trip=None), person=person, revoked_at=None)


def revoke_feed(person: int, trip: str, feed: str) -> None:
    """End a feed. Raises TripNotFound for one that there is not."""
    if not feeds_of(person, trip).filter(pk=feed).update(revoked_at=timezone.now()):
        raise TripNotFound


def open_feed(token: str) -> OpenFeed:
    """Return what a token opens. Raises TripNotFound for one that is unknown or revoked, or whose trip is gone."""
    feed = CalendarFeed.objects.filter(digest=token_digest(token), revoked_at=None).first()
    if feed is None:
        raise TripNotFound
    if feed.trip_id is None:
        trips = tuple(trips_of(feed.person_id).only("pk", "version", "updated_at").order_by("-updated_at")[:MOST_TRIPS])
    else:
        trips = (find_trip(feed.person_id, feed.trip_id),)
    state = [f"{trip.pk}:{trip.version}:{trip.updated_at.isoformat()}" for trip in trips]
    digest = hashlib.sha256("\n".join([f"{FORMAT}", feed.pk, *state]).encode()).hexdigest()[:32]
    return OpenFeed(feed, trips, f'"{digest}"')
