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

from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.values import ASSUMED_HOURS, Sight

Window = tuple[int, int]
NOON = 12 * 60
SHORT_DAY = 6 * 60
"""Where the sun is up for less than this, people live by the twilight around it."""
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
    """Return the windows of that day in which a visit may lie, as (opens, closes), ascending; empty when closed.

    They are the opening hours, disjoint; of a sight with sessions one window for each, just as long as the visit of so
    many minutes (None: as usual), so that it begins with the session or not at all. Hours that are unknown or
    unreadable give `ASSUMED_HOURS`; see `hours_known`.
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
    """Return whether the sight has opening hours that can be read."""
    return bool(sight.hours) and _parsed(str(sight.hours), None, None) is not None


def daylight(lat: float, lon: float, day: date) -> Window:
    """Return sunrise and sunset at the place, local time, rounded to a tenth of a degree and thus to a minute or so.

    All day under the midnight sun, and noon twice where the sun does not rise.
    """
    return _longest("sunrise-sunset", lat, lon, day)


def twilight(lat: float, lon: float, day: date) -> Window:
    """Return the begin and the end of civil twilight, in which one sees without lamps.

    Noon twice where there is none.
    """
    return _longest("dawn-dusk", lat, lon, day)


def light_hours(lat: float, lon: float, day: date) -> Window:
    """Return the hours in which one plans what is seen by day: from sunrise to sunset, on a short day with its
    twilight.
    """
    sun = daylight(lat, lon, day)
    return sun if sun[1] - sun[0] >= SHORT_DAY else twilight(lat, lon, day)


def _longest(text: str, lat: float, lon: float, day: date) -> Window:
    """The longest window of that text: a night without dusk, or a sunset after midnight, leaves two."""
    found = _windows(text, round(lat, 1), round(lon, 1), day) or ()
    return max(found, key=lambda window: window[1] - window[0], default=(NOON, NOON))
