"""What the people of a trip say about its stops: comments, votes, and what happened lately. Viewers may, too."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from travelagent.trips.errors import InvalidTrip, RoleTooLow, TripNotFound
from travelagent.trips.history import by_wire
from travelagent.trips.membership import Role, lock_trip, names_of, role_of
from travelagent.trips.mentions import Mention, mention_rows, record_mentions
from travelagent.trips.models import StopComment, StopVote, Trip
from travelagent.trips.signals import members_mentioned, trip_part_changed

TEXT_CHARS = 1000
MOST_COMMENTS = 2000
SHOWN_ACTIVITY = 60
VOTES = (-1, 0, 1)


@dataclass(frozen=True, slots=True)
class Tally:
    """The votes on a stop: for, against, and one's own, 0 without one."""

    visit: str
    up: int
    down: int
    mine: int


@dataclass(frozen=True, slots=True)
class Happening:
    """An entry of a trip's activity: a version or a comment.

    `kind` "version" comes with what it changed, as sentences `{en, zh}`, "comment" with `text`, `mentions` and `stop`,
    the stop's name; `by`: `{name, me}` or None.
    """

    kind: str
    at: datetime
    by: dict[str, Any] | None
    version: int | None = None
    told: list[dict[str, str]] | None = None
    stop: dict[str, str] | None = None
    text: str = ""
    mentions: Sequence[dict[str, Any]] = ()


@transaction.atomic
def add_comment(person: int, trip: str, visit: str, text: str, mentions: Sequence[Mention] = ()) -> StopComment:
    """Say something about a stop; `mentions`: whom the text names. Raises TripNotFound, InvalidTrip."""
    row = lock_trip(person, trip, Role.VIEWER)
    if not text.strip():
        raise InvalidTrip("text", _("A comment needs a text."))
    if len(text) > TEXT_CHARS:
        raise InvalidTrip("text", _("A comment has at most %(most)s characters.") % {"most": TEXT_CHARS})
    if row.comments.count() >= MOST_COMMENTS:
        raise InvalidTrip("text", _("A trip has at most %(most)s comments.") % {"most": MOST_COMMENTS})
    made = StopComment.objects.create(trip=row, person_id=person, visit=visit, stop_name=_stop(row, visit), text=text)
    if record_mentions(row, made, mentions):
        members_mentioned.send(sender=Trip, trip=row, comment=made)
    _tell(row, "comments", person)
    return made


@transaction.atomic
def remove_comment(person: int, trip: str, comment: str) -> None:
    """Take a comment away: one's own, or any as the owner of the trip. Raises TripNotFound, RoleTooLow."""
    row = lock_trip(person, trip, Role.VIEWER)
    found = row.comments.filter(pk=comment).first()
    if found is None:
        raise TripNotFound
    if found.person_id != person and role_of(row) < Role.OWNER:
        raise RoleTooLow(_("Only its author or the owner of the trip can remove this comment."))
    found.delete()
    _tell(row, "comments", person)


@transaction.atomic
def vote_on_stop(person: int, trip: str, visit: str, value: int) -> Tally:
    """Vote for (1) or against (-1) a stop; 0 takes one's vote back. Raises TripNotFound, InvalidTrip."""
    row = lock_trip(person, trip, Role.VIEWER)
    if value not in VOTES:
        raise InvalidTrip("value", _("One of %(formats)s.") % {"formats": ", ".join(map(str, VOTES))})
    _stop(row, visit)
    if value:
        StopVote.objects.update_or_create(trip=row, person_id=person, visit=visit, defaults={"value": value})
    else:
        row.votes.filter(person_id=person, visit=visit).delete()
    _tell(row, "votes", person)
    return next((each for each in tallies_of(row, person) if each.visit == visit), Tally(visit, 0, 0, 0))


def tallies_of(trip: Trip, reader: int) -> list[Tally]:
    """Return the votes on each stop that has any, of those who belong to the trip."""
    here = {trip.person_id, *trip.members.filter(left_at=None).values_list("person_id", flat=True)}
    found: dict[str, list[tuple[int, int]]] = {}
    for vote in trip.votes.all():
        if vote.person_id in here:
            found.setdefault(vote.visit, []).append((vote.person_id, vote.value))
    return [
        Tally(
            visit,
            sum(value > 0 for _who, value in votes),
            sum(value < 0 for _who, value in votes),
            sum(value for who, value in votes if who == reader),
        )
        for visit, votes in found.items()
    ]


def activity_of(trip: Trip, reader: int) -> list[Happening]:
    """Return what happened lately, versions and comments, the newest first."""
    names = names_of(trip)
    versions = trip.versions.only("number", "told", "person_id", "created_at", "trip_id")[:SHOWN_ACTIVITY]
    comments = list(trip.comments.order_by("-created_at")[:SHOWN_ACTIVITY])
    mentions = mention_rows(trip, comments, names, reader)
    found = [
        Happening("version", each.created_at, by_wire(each.person_id, names, reader), each.number, each.told)
        for each in versions
    ]
    found += [
        Happening(
            "comment",
            each.created_at,
            by_wire(each.person_id, names, reader),
            stop=each.stop_name,
            text=each.text,
            mentions=mentions.get(each.pk, ()),
        )
        for each in comments
    ]
    return sorted(found, key=lambda each: each.at, reverse=True)[:SHOWN_ACTIVITY]


def _stop(trip: Trip, visit: str) -> dict[str, str]:
    """Return the name of a stop. Raises InvalidTrip."""
    for day in trip.itinerary["days"]:
        for each in day["visits"]:
            if each["id"] == visit:
                return dict(each["name"])
    raise InvalidTrip("visit", _("The trip has no such stop."))


def _tell(trip: Trip, part: str, person: int) -> None:
    trip_part_changed.send(sender=Trip, trip=trip, part=part, person=person)
