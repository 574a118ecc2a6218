"""The contents of a file with a trip, whatever its format."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import Any, get_args

from django.utils.translation import gettext as _

from travelagent.plans.fields import FIRST_DATE, LAST_DATE, MAX_DAYS
from travelagent.plans.values import IntercityMode
from travelagent.trips.imports.coordinates import wrapped
from travelagent.trips.imports.text import cleaned

MOST_PLACES = 600
NAME_CHARS = 120
NOTE_CHARS = 1000
MOST_TRANSFER_MINUTES = 600
NOTES_CHARS = 9000
"""Notes of a file beyond this are not kept: a trip's notes have 10,000 characters."""
REASON_CHARS, MOST_REASONS = 300, 5
"""Of the message for a file without places: the length of each reason, and how many are given."""


class UnreadableFile(ValueError):
    """A file that no trip can be made of. Its text states the reason, in the reader's language."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place to be visited.

    `begin`: a date with its time of day, aware where the file names the zone; `on`: its date where no time is known;
    `day`: the day's number, from 1, where the file counts days; `minutes`: how long, 0 unknown; `sight`: the id of the
    catalogue's sight where the file names one; `booked`: a booking of its own, even where a sight is.
    """

    name: str
    lat: float
    lon: float
    begin: datetime | None = None
    on: date | None = None
    day: int = 0
    minutes: int = 0
    sight: str = ""
    booked: bool = False


@dataclass(frozen=True, slots=True)
class Transfer:
    """A booked ride from one city to another.

    `mode`: None when it is not stated; `label`: "MU 525"; `origin`, `destination`: their names in the file; `departs`,
    `arrives`: as `Place.begin`; `origin_at`, `destination_at`: (latitude, longitude), None when unknown; `minutes`:
    between the ride and the town centre, where the file states them.
    """

    mode: IntercityMode | None
    label: str
    origin: str
    destination: str
    departs: datetime | None = None
    arrives: datetime | None = None
    origin_at: tuple[float, float] | None = None
    destination_at: tuple[float, float] | None = None
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class LodgingStay:
    """A booked hotel. `at`: its position, None unknown; `town`: that of its town, None unknown."""

    name: str
    check_in: date
    check_out: date
    at: tuple[float, float] | None = None
    town: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """Something in the file that is not taken over, and why, in the reader's language.

    `is_noted`: it stands in the trip's notes, which `checked_trip` appends to the reason.
    """

    what: str
    why: str
    is_noted: bool = False


@dataclass(frozen=True, slots=True)
class FileTrip:
    """The contents of a file: its title, its places in their order, lines that are no places, bookings of rides and
    hotels, what is left out, and the document of the whole trip where the file is our own export.
    """

    title: str
    places: tuple[Place, ...]
    remarks: tuple[str, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    lodgings: tuple[LodgingStay, ...] = ()
    unread: tuple[Unread, ...] = ()
    whole: Mapping[str, Any] | None = None


def checked_trip(trip: FileTrip) -> FileTrip:
    """Return the trip with clean texts, and without what has no position on Earth, a date that no trip has, or no room
    in the notes.

    Raises UnreadableFile for one without anything to be planned, with what is in the file instead, or with too many
    places.
    """
    if len(trip.places) > MOST_PLACES:
        raise UnreadableFile(_("The file has more than %(most)s places.") % {"most": MOST_PLACES})
    dated = [place for place in trip.places if _is_in_time(place.begin, place.on)]
    found = [replace(place, lon=wrapped(place.lon), day=max(0, min(place.day, MAX_DAYS + 1))) for place in dated]
    rides = tuple(ride for ride in trip.transfers if _is_in_time(ride.departs, ride.arrives))
    booked = [stay for stay in trip.lodgings if _is_in_time(stay.check_in, stay.check_out)]
    stays = [replace(stay, at=_wrapped(stay.at), town=_wrapped(stay.town)) for stay in booked]
    lodgings = [stay for stay in stays if stay.at is None or is_on_earth(*stay.at)]
    places = tuple(replace(place, name=cleaned(place.name, NAME_CHARS) or spot(place.lat, place.lon))
                   for place in found if is_on_earth(place.lat, place.lon))  # fmt: skip
    lost = [Unread(cleaned(place.name, NAME_CHARS), _("It has no position on Earth."))
            for place in found if not is_on_earth(place.lat, place.lon)]  # fmt: skip
    lost += [Unread(cleaned(stay.name, NAME_CHARS), _("It has no position on Earth."))
             for stay in stays if stay not in lodgings]  # fmt: skip
    untimely = [place.name for place in trip.places if not _is_in_time(place.begin, place.on)]
    untimely += [stay.name for stay in trip.lodgings if not _is_in_time(stay.check_in, stay.check_out)]
    untimely += [ride.label or f"{ride.origin} → {ride.destination}" for ride in trip.transfers if ride not in rides]
    lost += [Unread(cleaned(name, NAME_CHARS), _("Its date is out of range.")) for name in untimely]
    if not (places or lodgings or any(ride.destination_at for ride in rides)):
        raise UnreadableFile(_nothing_planned((*trip.unread, *lost)))
    remarks = tuple(filter(None, (cleaned(remark, NOTE_CHARS) for remark in trip.remarks)))
    kept = fitting(remarks)
    lost += [Unread(remark[:NAME_CHARS], _("The notes are full.")) for remark in remarks[len(kept) :]]
    title = cleaned(trip.title, NAME_CHARS) or _("Imported trip")
    hotels = tuple(replace(stay, name=cleaned(stay.name, NAME_CHARS) or _("Hotel")) for stay in lodgings)
    unread = tuple(
        Unread(
            cleaned(each.what, NAME_CHARS),
            _("%(why)s It stands in the notes.") % {"why": each.why} if each.is_noted else each.why,
        )
        for each in (*trip.unread, *lost)
    )
    return replace(trip, title=title, places=places, remarks=kept, transfers=rides, lodgings=hotels, unread=unread)


def _is_in_time(*moments: date | None) -> bool:
    """Return whether all dates and moments leave room for a trip around them, whatever the clocks of its places."""
    days = [moment.date() if isinstance(moment, datetime) else moment for moment in moments if moment is not None]
    around = timedelta(days=MAX_DAYS)
    return all(FIRST_DATE + around <= day <= LAST_DATE - around for day in days)


def _wrapped(at: tuple[float, float] | None) -> tuple[float, float] | None:
    return at and (at[0], wrapped(at[1]))


def _nothing_planned(unread: Iterable[Unread]) -> str:
    """Return why a file has nothing that can be planned: the reasons, each with what it is about."""
    unread = tuple(unread)
    if not unread:
        return _("The file has no places: a trip needs at least one stop with its position.")
    by_reason: dict[str, list[str]] = {}
    for each in unread:
        by_reason.setdefault(each.why.rstrip(".。"), []).append(cleaned(each.what, NAME_CHARS))
    lines = [
        _("%(why)s: %(names)s.") % {"why": why, "names": "; ".join(names)[:REASON_CHARS]}
        for why, names in islice(by_reason.items(), MOST_REASONS)
    ]
    return " ".join((_("Nothing in this file can be planned."), *lines))


def damaged(line: int, name: str = "") -> Unread:
    """Return what is not read of a damaged file: the thing by its name, else the line, from 1."""
    return Unread(name or _("Line %(line)s") % {"line": line}, _("The file is damaged there."))


def doubtful_dates() -> Unread:
    """Return that the dates of a file are not read, because their order is not clear."""
    return Unread(_("The dates"), _("It is not clear which number is the day and which the month."))


def undated_unless_ahead(place: Place) -> Place:
    """Return a place without the time at which it was saved: only a time that lies ahead can be that of a visit."""
    begin, now = place.begin, datetime.now(UTC)
    if begin is not None and (begin if begin.tzinfo else begin.replace(tzinfo=UTC)) <= now:
        return replace(place, begin=None)
    return replace(place, on=None) if place.on is not None and place.on < now.date() else place


def fitting(remarks: tuple[str, ...]) -> tuple[str, ...]:
    """Return as many of the remarks, from the first on, as the notes of a trip have room for."""
    room = NOTES_CHARS
    for count, remark in enumerate(remarks):
        room -= len(remark) + 1
        if room < 0:
            return remarks[:count]
    return remarks


def is_on_earth(lat: float, lon: float) -> bool:
    """Return whether a position is one on earth, in degrees."""
    return -90 <= lat <= 90 and -180 <= lon <= 180


def mode_of(value: object) -> IntercityMode | None:
    """Return a means of transport by its name, None for none."""
    return next((mode for mode in get_args(IntercityMode) if mode == value), None)


def spot(lat: float, lon: float) -> str:
    """Return a position as the name of a place that has none."""
    return f"{lat:.4f}, {lon:.4f}"


def text_of(found: Mapping[str, Any], key: str) -> str:
    """Return a text of a JSON object, empty for none."""
    value = found.get(key)
    return value if isinstance(value, str) else ""
