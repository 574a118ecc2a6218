"""Opening hours as windows of one day, for the optimiser.

Mechanism: an OpenStreetMap `opening_hours` text is evaluated over one calendar day, its open intervals cut at midnight
on both sides (nothing of a plan lies past 24:00) and merged. Rules that depend on the sun or on public holidays are
evaluated at the place; all others without it, which is much faster.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from opening_hours import OpeningHours, State, validate

from travelagent.plans.values import ASSUMED_HOURS, MIDNIGHT, Sight

Window = tuple[int, int]
_NEEDS_PLACE = re.compile(r"sunrise|sunset|dawn|dusk|\bPH\b|\bSH\b")


@lru_cache(maxsize=4096)
def _parsed(text: str, lat: float | None, lon: float | None) -> OpeningHours | None:
    if not validate(text):
        return None
    return OpeningHours(text) if lat is None or lon is None else OpeningHours(text, coords=(lat, lon))


@lru_cache(maxsize=65536)
def _windows(text: str, lat: float | None, lon: float | None, day: date) -> tuple[Window, ...] | None:
    rules = _parsed(text, lat, lon)
    if rules is None:
        return None
    start = datetime.combine(day, time())
    found: list[Window] = []
    for begins, ends, state, _ in rules.intervals(start, start + timedelta(days=1)):
        if state != State.OPEN:
            continue
        opens = 0 if begins is None else _minute(begins, day)
        closes = MIDNIGHT if ends is None else _minute(ends, day)
        if found and opens <= found[-1][1]:
            found[-1] = (found[-1][0], max(closes, found[-1][1]))
        elif closes > opens:
            found.append((opens, closes))
    return tuple(found)


def _minute(moment: datetime, day: date) -> int:
    offset = moment.replace(tzinfo=None) - datetime.combine(day, time())
    return min(max(int(offset.total_seconds() // 60), 0), MIDNIGHT)


def windows_of(sight: Sight, day: date, minutes: int | None = None) -> tuple[Window, ...]:
    """The windows of that day in which a visit may lie, as (opens, closes), ascending; empty when closed.

    They are the opening hours, disjoint; of a sight with sessions one window for each, just as long as the visit of so
    many minutes (None: as usual), so that it begins with the session or not at all. Hours that are unknown or
    unreadable give `ASSUMED_HOURS`; `hours_known` tells.
    """
    if sight.closure_on(day) is not None:
        return ()
    opened = _opened(sight, day)
    if not sight.sessions:
        return opened
    length = max(minutes or sight.minutes, sight.last_entry_minutes)
    held = ((start, start + length) for start in sight.sessions_on(day))
    return tuple(visit for visit in held if any(opens <= visit[0] and visit[1] <= closes for opens, closes in opened))


def _opened(sight: Sight, day: date) -> tuple[Window, ...]:
    if not hours_known(sight):
        return (ASSUMED_HOURS,)
    text = str(sight.hours)
    lat, lon = (sight.lat, sight.lon) if _NEEDS_PLACE.search(text) else (None, None)
    return _windows(text, lat, lon, day) or ()


def hours_known(sight: Sight) -> bool:
    """Whether the sight's hours can be read at all."""
    return bool(sight.hours) and _parsed(str(sight.hours), None, None) is not None


def daylight(lat: float, lon: float, day: date) -> Window:
    """Sunrise and sunset at the place, local time, rounded to a tenth of a degree and thus to a minute or so."""
    found = _windows("sunrise-sunset", round(lat, 1), round(lon, 1), day)
    return found[0] if found else (0, MIDNIGHT)
