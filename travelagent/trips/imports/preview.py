"""What would be imported, before anything is written: the stops, rides, hotels and notes, and what was not read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from travelagent.trips.imports.values import Unread

Names = dict[str, str]
"""A name in both languages: {"en", "zh"}."""


@dataclass(frozen=True, slots=True)
class PreviewStop:
    """A stop: the day's number and date, when it begins (HH:MM), and the sight of the catalogue that it is; None: a
    place of one's own."""

    day: int
    date: str
    start: str
    name: Names
    sight: str | None


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of each there are. `sights`: stops that are sights of the catalogue; `own_places`: all others."""

    days: int
    sights: int
    own_places: int
    rides: int
    hotels: int
    notes: int
    not_read: int


@dataclass(frozen=True, slots=True)
class PreviewUnread:
    """Something that is not taken over, and why."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A file as it would be imported; `document`, handed to `trips/import`, makes the trip. `date_assumed`: the file
    has no dates, the days can be moved later; `arrival`, `departure`: {at, mode}, the hour as HH:MM."""

    format: str
    title: str
    date_assumed: bool
    counts: Counts
    cities: tuple[Names, ...]
    stops: tuple[PreviewStop, ...]
    arrival: dict[str, str | None] | None
    departure: dict[str, str | None] | None
    hotels: tuple[Names, ...]
    notes: tuple[str, ...]
    not_read: tuple[PreviewUnread, ...]
    document: dict[str, Any]


def preview_of(document: dict[str, Any], format: str, not_read: Sequence[Unread] = ()) -> Preview:
    """Return the preview of a document whose itinerary has been verified or laid out here."""
    itinerary = document["itinerary"]
    request: Mapping[str, Any] = itinerary.get("request") or {}
    stops = tuple(
        PreviewStop(day["day"], day["date"], visit["arrive"], visit["name"], visit["sight"])
        for day in itinerary["days"]
        for visit in day["visits"]
    )
    arrival, departure = (_ride(request.get(name)) for name in ("arrival", "departure"))
    hotels = tuple(stay["hotel"]["name"] for stay in request.get("cities", ()) if stay.get("hotel"))
    notes = tuple(line for line in document["notes"].splitlines() if line.strip())
    sights = sum(stop.sight is not None for stop in stops)
    counts = Counts(
        days=len(itinerary["days"]),
        sights=sights,
        own_places=len(stops) - sights,
        rides=sum(ride is not None for ride in (arrival, departure)),
        hotels=len(hotels),
        notes=len(notes),
        not_read=len(not_read),
    )
    names = itinerary.get("city_names", {})
    return Preview(
        format=format,
        title=document["title"],
        date_assumed=bool(itinerary.get("date_assumed")),
        counts=counts,
        cities=tuple(names.get(city, {"en": city, "zh": city}) for city in itinerary["cities"]),
        stops=stops,
        arrival=arrival,
        departure=departure,
        hotels=hotels,
        notes=notes,
        not_read=tuple(PreviewUnread(each.what, each.why) for each in not_read),
        document=document,
    )


def _ride(ride: Mapping[str, Any] | None) -> dict[str, str | None] | None:
    """A ride of a request as a preview shows it: {at, mode}, the mode None where it is not known."""
    return {"at": ride["at"], "mode": ride.get("way")} if ride else None
