"""iCalendar: an event with a position, or at a place of the catalogue, is a place; any other is a remark.

Of our own files meals and moves between cities are left out: they are laid out anew. The rides there and home are read
as such.
"""

import re
from datetime import date, datetime

from django.utils.translation import gettext as _
from icalendar import Calendar, Component, vGeo

from travelagent.trips.imports.cities import sight_called
from travelagent.trips.imports.text import decoded
from travelagent.trips.imports.values import (
    MOST_TRANSFER_MINUTES,
    FileTrip,
    Place,
    Transfer,
    UnreadableFile,
    checked_trip,
    way_of,
)

_OWN = re.compile(r"[^/@]+/(?:\d+-(?:lunch|dinner)|city:.+)@travelagent")
"""The UIDs of meals and moves that we wrote."""
_RIDE = re.compile(r"[^/@]+/(arrival|departure)@travelagent")


def read_ics(content: bytes) -> FileTrip:
    """Raises UnreadableFile."""
    try:
        calendar = Calendar.from_ical(decoded(content))
    except (ValueError, IndexError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UnreadableFile(_("This is no calendar file that can be read.")) from error
    if not isinstance(calendar, Calendar):
        raise UnreadableFile(_("This is no calendar file that can be read."))
    places: list[Place] = []
    remarks: list[str] = []
    transfers: list[Transfer] = []
    for event in calendar.walk("VEVENT"):
        if _OWN.fullmatch(str(event.get("uid", ""))):
            continue
        ride = _ride(event)
        if ride is not None:
            transfers.append(ride)
            continue
        place = _place(event)
        if place is not None:
            places.append(place)
        elif remark := _remark(event):
            remarks.append(remark)
    title = str(calendar.get("x-wr-calname", ""))
    return checked_trip(FileTrip(title, tuple(places), tuple(remarks), tuple(transfers)))


def _ride(event: Component) -> Transfer | None:
    """The ride there or home of a file of our own."""
    found, begin = _RIDE.fullmatch(str(event.get("uid", ""))), _start(event)
    if found is None or not isinstance(begin, datetime):
        return None
    mode = way_of(str(event.get("x-travelagent-mode", "")))
    minutes = str(event.get("x-travelagent-minutes", ""))
    lasts = min(int(minutes), MOST_TRANSFER_MINUTES) if minutes.isdecimal() and len(minutes) < 4 else None
    departs, arrives = (None, begin) if found[1] == "arrival" else (begin, None)
    return Transfer(mode, str(event.get("summary", "")), "", "", departs, arrives, minutes=lasts)


def _place(event: Component) -> Place | None:
    begin, spot = _start(event), _spot(event)
    if begin is None or spot is None:
        return None
    name = str(event.get("summary", "")) or f"{spot[0]:.4f}, {spot[1]:.4f}"
    if not isinstance(begin, datetime):
        return Place(name, *spot, on=begin)
    return Place(name, *spot, begin=begin, minutes=_minutes(event, begin))


def _spot(event: Component) -> tuple[float, float] | None:
    """Where it is: its position, or that of the one sight of the catalogue that is named as it is."""
    geo = event.get("geo")
    if isinstance(geo, vGeo):
        return float(geo.latitude), float(geo.longitude)
    known = next(filter(None, (sight_called(str(event.get(key, ""))) for key in ("summary", "location"))), None)
    return (known.lat, known.lon) if known else None


def _start(event: Component) -> date | None:
    """A date, or a moment, which is a date too; None where it is missing or broken."""
    start = getattr(event.get("dtstart"), "dt", None)
    return start if isinstance(start, date) else None


def _minutes(event: Component, begin: datetime) -> int:
    end = getattr(event.get("dtend"), "dt", None)
    lasts = getattr(event.get("duration"), "dt", None)
    if isinstance(end, datetime) and (end.tzinfo is None) == (begin.tzinfo is None):
        lasts = end - begin
    return max(int(lasts.total_seconds() // 60), 0) if lasts is not None else 0


def _remark(event: Component) -> str:
    """2026-12-08 14:20 Arrival · Kyoto station."""
    begin = _start(event)
    when = f"{begin:%Y-%m-%d %H:%M}" if isinstance(begin, datetime) else str(begin or "")
    told = (str(event.get(key, "")).strip() for key in ("summary", "location", "description"))
    return " ".join(part for part in (when, " · ".join(filter(None, told))) if part)
