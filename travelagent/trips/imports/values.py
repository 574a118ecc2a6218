"""What a file tells of a trip, whatever its format."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any

from django.utils.translation import gettext as _

MOST_PLACES = 600
NAME_CHARS = 200


class UnreadableFile(ValueError):
    """A file that no trip can be made of. Its text says why, in the reader's language."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place to be visited.

    `begin`: a date with its time of day, aware where the file names the zone; `on`: its date where no time is known;
    `day`: the day's number, from 1, where the file counts days; `minutes`: how long, 0 unknown; `sight`: the id of the
    catalogue's sight where the file names one.
    """

    name: str
    lat: float
    lon: float
    begin: datetime | None = None
    on: date | None = None
    day: int = 0
    minutes: int = 0
    sight: str = ""


@dataclass(frozen=True, slots=True)
class FileTrip:
    """What a file tells: its title, its places in their order, and lines that are no places."""

    title: str
    places: tuple[Place, ...]
    remarks: tuple[str, ...] = ()


def checked_place(place: Place) -> Place:
    """Return the place with its name shortened to what is kept. Raises UnreadableFile for a point not on Earth."""
    if not (-90 <= place.lat <= 90 and -180 <= place.lon <= 180):
        raise UnreadableFile(_("“%(name)s” has no position on Earth.") % {"name": place.name})
    return replace(place, name=" ".join(place.name.split())[:NAME_CHARS])


def checked_trip(trip: FileTrip) -> FileTrip:
    """Return the trip. Raises UnreadableFile for one without places, or with too many."""
    if not trip.places:
        raise UnreadableFile(_("The file has no places: a trip needs at least one stop with its position."))
    if len(trip.places) > MOST_PLACES:
        raise UnreadableFile(_("The file has more than %(most)s places.") % {"most": MOST_PLACES})
    return FileTrip(trip.title, tuple(map(checked_place, trip.places)), trip.remarks)


def clock_on(day: date, clock: object) -> datetime | None:
    """Return "HH:MM" of a day as a moment, None for anything else."""
    try:
        return datetime.combine(day, time.fromisoformat(str(clock)))
    except ValueError:
        return None


def text_of(found: Mapping[str, Any], key: str) -> str:
    """Return a text of a JSON object, empty for none."""
    value = found.get(key)
    return value if isinstance(value, str) else ""
