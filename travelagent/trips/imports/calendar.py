"""iCalendar: an event with a position, or at a place of the catalogue, is a place; any other is a remark.

One of several whole days at a place is a stay there. Which events there are is for `events` to find out.

Of our own files meals, moves between cities and the event over the whole trip are left out: they are laid out anew. The
rides there and home, and the hotels, are read as such.
"""

import re
from datetime import date, datetime, timedelta

from django.utils.translation import gettext as _
from icalendar import Calendar, Component, vBroken, vGeo

from travelagent.trips.exports.calendar import WHOLE
from travelagent.trips.exports.whole import unpacked_document
from travelagent.trips.imports.calendar_text import mended_calendar
from travelagent.trips.imports.cities import sight_called
from travelagent.trips.imports.coordinates import Position, pair_in, position_in_address, position_of
from travelagent.trips.imports.decoding import decoded
from travelagent.trips.imports.events import events_of, moment, name_of
from travelagent.trips.imports.values import (
    MOST_TRANSFER_MINUTES,
    FileTrip,
    LodgingStay,
    Place,
    Transfer,
    Unread,
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
    return checked_trip(calendar_trip(content))


def calendar_trip(content: bytes) -> FileTrip:
    """Return the contents of an iCalendar file, which may have nothing to be planned. Raises UnreadableFile."""
    try:
        text, doubts = decoded(content)
        text, faults = mended_calendar(text)
        calendars = [each for each in Calendar.from_ical(text, multiple=True) if isinstance(each, Calendar)]
        found = events_of(calendars)
    except (ValueError, IndexError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise UnreadableFile(_("This is not a readable calendar file.")) from error
    if not calendars:
        raise UnreadableFile(_("This is not a readable calendar file."))
    places: list[Place] = []
    unread = [*doubts, *faults, *found.unread]
    remarks: list[str] = []
    transfers: list[Transfer] = []
    lodgings: list[LodgingStay] = []
    for event in found.events:
        if _OWN.fullmatch(str(event.get("uid", ""))):
            continue
        ride = _ride(event)
        if ride is not None:
            transfers.append(ride)
            continue
        stay = _hotel(event) if _HOTEL.fullmatch(str(event.get("uid", ""))) else _stay(event)
        if stay is not None:
            lodgings.append(stay)
            continue
        place = _place(event)
        if place is not None:
            places.append(place)
        elif remark := _remark(event):
            remarks.append(remark)
            if _start(event) is None:
                unread.append(Unread(name_of(event), _("It has no date that can be read."), is_noted=True))
    title = next(filter(None, (str(each.get("x-wr-calname", "")) for each in calendars)), "")
    whole = unpacked_document(str(calendars[0].get(WHOLE, ""))) if len(calendars) == 1 else None
    return FileTrip(title, tuple(places), tuple(remarks), tuple(transfers), tuple(lodgings), tuple(unread), whole)


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
    first, last, at = _start(event), moment(event, "dtend"), _position(event)
    if first is None or not isinstance(last, date) or at is None:
        return None
    name = str(event.get("summary", "")).partition(": ")[2] or str(event.get("summary", "")).partition("：")[2]
    return LodgingStay(name, first, last - timedelta(days=1), at, at)


def _stay(event: Component) -> LodgingStay | None:
    """Return a stay at a place over several whole days, with at least one night between them."""
    first, last, spot = _start(event), moment(event, "dtend"), _position(event)
    whole = isinstance(last, date) and not isinstance(first, datetime) and not isinstance(last, datetime)
    if first is None or spot is None or not whole or last - first < timedelta(days=2):
        return None
    return LodgingStay(str(event.get("summary", "")), first, last, spot, spot)


def _place(event: Component) -> Place | None:
    begin, spot = _start(event), _spot(event)
    if begin is None or spot is None:
        return None
    name = str(event.get("summary", "")) or f"{spot[0]:.4f}, {spot[1]:.4f}"
    if not isinstance(begin, datetime):
        return Place(name, *spot, on=begin)
    return Place(name, *spot, begin=begin, minutes=_minutes(event, begin))


def _spot(event: Component) -> Position | None:
    """Return the position of the event, or that of the one sight of the catalogue that is named as its place is."""
    if (position := _position(event)) is not None:
        return position
    known = next(filter(None, (sight_called(str(event.get(key, ""))) for key in ("summary", "location"))), None)
    return (known.lat, known.lon) if known else None


def _position(event: Component) -> Position | None:
    """Return the position that an event states, in the standard's property or in Apple's."""
    geo = event.get("geo")
    if isinstance(geo, vGeo):
        return position_of(geo.latitude, geo.longitude)
    found = pair_in(str(geo)) if isinstance(geo, vBroken) else None
    return found or position_in_address(str(event.get("x-apple-structured-location", "")))


def _start(event: Component) -> date | None:
    """Return a date, or a moment, which is a date too; None where it is missing or broken."""
    start = moment(event, "dtstart")
    return start if isinstance(start, date) else None


def _minutes(event: Component, begin: datetime) -> int:
    end = moment(event, "dtend")
    lasts = moment(event, "duration")
    if isinstance(end, datetime) and (end.tzinfo is None) == (begin.tzinfo is None):
        lasts = end - begin
    return max(int(lasts.total_seconds() // 60), 0) if lasts is not None else 0


def _remark(event: Component) -> str:
    """2026-12-08 14:20 Arrival · Kyoto station."""
    begin = _start(event)
    when = f"{begin:%Y-%m-%d %H:%M}" if isinstance(begin, datetime) else str(begin or "")
    texts = (str(event.get(key, "")).strip() for key in ("summary", "location", "description"))
    return " ".join(part for part in (when, " · ".join(filter(None, texts))) if part)
