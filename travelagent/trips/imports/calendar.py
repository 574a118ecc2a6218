"""iCalendar: an event with a position, or at a place of the catalogue, is a place; any other is a remark.

Of our own files meals, moves between cities and the event over the whole trip are left out: they are laid out anew. The
rides there and home, and the hotels, are read as such.
"""

import re
from datetime import date, datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from icalendar import Calendar, Component, vDDDTypes, vGeo

from travelagent.trips.exports.calendar import WHOLE
from travelagent.trips.exports.whole import unpacked_document
from travelagent.trips.imports.cities import sight_called
from travelagent.trips.imports.text import decoded
from travelagent.trips.imports.values import (
    MOST_TRANSFER_MINUTES,
    FileTrip,
    LodgingStay,
    Place,
    Transfer,
    UnreadableFile,
    checked_trip,
    mode_of,
)

_OWN = re.compile(r"[^/@]+/(?:\d+-(?:lunch|dinner)(?:-\d+)?|city:.+|trip)@travelagent")
"""The UIDs of what we wrote and do not read."""
_RIDE = re.compile(r"[^/@]+/(arrival|departure)@travelagent")
_HOTEL = re.compile(r"[^/@]+/hotel:.+@travelagent")


def read_ics(content: bytes) -> FileTrip:
    """Read an iCalendar file. Raises UnreadableFile."""
    try:
        calendar = Calendar.from_ical(decoded(content))
    except (ValueError, IndexError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UnreadableFile(_("This is not a readable calendar file.")) from error
    if not isinstance(calendar, Calendar):
        raise UnreadableFile(_("This is not a readable calendar file."))
    places: list[Place] = []
    remarks: list[str] = []
    transfers: list[Transfer] = []
    lodgings: list[LodgingStay] = []
    for event in calendar.walk("VEVENT"):
        if _OWN.fullmatch(str(event.get("uid", ""))):
            continue
        ride = _ride(event)
        if ride is not None:
            transfers.append(ride)
            continue
        if _HOTEL.fullmatch(str(event.get("uid", ""))) and (hotel := _hotel(event)) is not None:
            lodgings.append(hotel)
            continue
        place = _place(event)
        if place is not None:
            places.append(place)
        elif remark := _remark(event):
            remarks.append(remark)
    title = str(calendar.get("x-wr-calname", ""))
    whole = unpacked_document(str(calendar.get(WHOLE, "")))
    return checked_trip(FileTrip(title, tuple(places), tuple(remarks), tuple(transfers), tuple(lodgings), whole=whole))


def _ride(event: Component) -> Transfer | None:
    """Return the ride there or home of a file of our own."""
    found, begin = _RIDE.fullmatch(str(event.get("uid", ""))), _start(event)
    if found is None or not isinstance(begin, datetime):
        return None
    mode = mode_of(str(event.get("x-travelagent-mode", "")))
    minutes = str(event.get("x-travelagent-minutes", ""))
    lasts = min(int(minutes), MOST_TRANSFER_MINUTES) if minutes.isdecimal() and len(minutes) < 4 else None
    departs, arrives = (None, begin) if found[1] == "arrival" else (begin, None)
    return Transfer(mode, str(event.get("summary", "")), "", "", departs, arrives, minutes=lasts)


def _hotel(event: Component) -> LodgingStay | None:
    """Return the hotel of a file of our own, on the days in its city."""
    first, last, geo = _start(event), _time(event, "dtend"), event.get("geo")
    if first is None or not isinstance(last, date) or not isinstance(geo, vGeo):
        return None
    at = float(geo.latitude), float(geo.longitude)
    name = str(event.get("summary", "")).partition(": ")[2] or str(event.get("summary", "")).partition("：")[2]
    return LodgingStay(name, first, last - timedelta(days=1), at, at)


def _place(event: Component) -> Place | None:
    begin, spot = _start(event), _spot(event)
    if begin is None or spot is None:
        return None
    name = str(event.get("summary", "")) or f"{spot[0]:.4f}, {spot[1]:.4f}"
    if not isinstance(begin, datetime):
        return Place(name, *spot, on=begin)
    return Place(name, *spot, begin=begin, minutes=_minutes(event, begin))


def _spot(event: Component) -> tuple[float, float] | None:
    """Return the position of the event, or that of the one sight of the catalogue that is named as its place is."""
    geo = event.get("geo")
    if isinstance(geo, vGeo):
        return float(geo.latitude), float(geo.longitude)
    known = next(filter(None, (sight_called(str(event.get(key, ""))) for key in ("summary", "location"))), None)
    return (known.lat, known.lon) if known else None


def _start(event: Component) -> date | None:
    """Return a date, or a moment, which is a date too; None where it is missing or broken."""
    start = _time(event, "dtstart")
    return start if isinstance(start, date) else None


def _time(event: Component, name: str) -> Any:
    """Return the date, moment or duration of a property; None where it is missing or broken."""
    value = event.get(name)
    return value.dt if isinstance(value, vDDDTypes) else None


def _minutes(event: Component, begin: datetime) -> int:
    end = _time(event, "dtend")
    lasts = _time(event, "duration")
    if isinstance(end, datetime) and (end.tzinfo is None) == (begin.tzinfo is None):
        lasts = end - begin
    return max(int(lasts.total_seconds() // 60), 0) if lasts is not None else 0


def _remark(event: Component) -> str:
    """2026-12-08 14:20 Arrival · Kyoto station."""
    begin = _start(event)
    when = f"{begin:%Y-%m-%d %H:%M}" if isinstance(begin, datetime) else str(begin or "")
    texts = (str(event.get(key, "")).strip() for key in ("summary", "location", "description"))
    return " ".join(part for part in (when, " · ".join(filter(None, texts))) if part)
