"""The whole trip that a file of our own export carries: taken as it is while the stops are still those of the trip.

Where another program moved, added or removed a stop, what it shows counts, and only the notes are taken over.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from travelagent.catalog.source import cities
from travelagent.plans.errors import InvalidRequest
from travelagent.trips.actions import InvalidTrip, checked_document
from travelagent.trips.imports.values import NOTES_CHARS, FileTrip, Place

Key = tuple[float, float, datetime | None]
"""A stop as all formats tell it: latitude, longitude in millionths of a degree, and when it begins."""


def whole_trip(found: FileTrip) -> dict[str, Any] | None:
    """Return the verified document of the trip, with the file's title; None where there is none or it is another trip
    by now."""
    if found.whole is None:
        return None
    try:
        document = checked_document(found.whole)
    except (InvalidTrip, InvalidRequest):
        return None
    return {**document, "title": found.title} if _has_its_stops(found.places, document["itinerary"]) else None


def notes_of(found: FileTrip) -> list[str]:
    """Return the lines of the trip's own notes, as far as there is room."""
    notes = found.whole.get("notes") if found.whole is not None else None
    room = NOTES_CHARS - sum(len(remark) + 1 for remark in found.remarks)
    return notes[: max(room, 0)].splitlines() if isinstance(notes, str) else []


def _has_its_stops(places: tuple[Place, ...], itinerary: Mapping[str, Any]) -> bool:
    begins = [place.begin for place in places]
    is_aware = any(begin is not None and begin.tzinfo for begin in begins)
    is_timed = all(begins)
    seen = Counter(_key(place.lat, place.lon, place.begin if is_timed else None) for place in places)
    return seen == Counter(_stops(itinerary, is_timed=is_timed, is_aware=is_aware))


def _stops(itinerary: Mapping[str, Any], *, is_timed: bool, is_aware: bool) -> Iterator[Key]:
    zones = {stay["id"]: stay.get("timezone") for stay in itinerary["request"].get("cities", ())}
    for day in itinerary["days"]:
        known = cities().get(day["city"])
        zone = known.timezone if known else zones.get(day["city"])
        for visit in day["visits"]:
            if visit.get("marker"):
                continue
            hour, minute = map(int, visit["arrive"].split(":"))
            on = date.fromisoformat(day["date"])
            moment = datetime(on.year, on.month, on.day, hour % 24, minute)
            if is_aware and zone:
                moment = moment.replace(tzinfo=ZoneInfo(zone))
            yield _key(visit["lat"], visit["lon"], moment if is_timed else None)


def _key(lat: float, lon: float, begin: datetime | None) -> Key:
    at = begin.astimezone(UTC) if begin is not None and begin.tzinfo else begin
    return round(lat, 6), round(lon, 6), at
