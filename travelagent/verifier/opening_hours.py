"""Is the sight open for the whole visit, no holiday closing it, does one come before its last entry, and where it has
sessions, with the begin of one?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, time, timedelta

from opening_hours import OpeningHours, State, validate

from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.values import ASSUMED_HOURS, Check, DayPlan, Sight, Visit
from travelagent.plans.words import calendar_day, closure_name, week_day
from travelagent.verifier.trip import Message, Trip, clock, span

OPEN = Message("opening_hours", "{when}: open {hours}; visit {real}", "{when}开放 {hours}；参观 {real}")
CLOSED = Message("opening_hours", "{when}: closed all day; visit {real}", "{when}全天不开放；参观 {real}")
ON_HOLIDAY = Message("opening_hours", "closed on {on} ({reason}); visit {real}", "{on}不开放（{reason}）；参观 {real}")
SESSION = Message("session", "begins {at}; sessions that day: {sessions}", "{at} 开始；当天场次：{sessions}")
NO_SESSION = Message("session", "begins {at}; no session that day", "{at} 开始；当天没有场次")
LAST_ENTRY = Message("last_entry", "arrives {at}, last entry {last}", "{at} 到达，最晚入场 {last}")
NO_ENTRY = Message("last_entry", "arrives {at}, no entry then", "{at} 到达，此时不能入场")


def check(trip: Trip, day: DayPlan, visit: Visit) -> Iterator[Check]:
    """Check that the visit lies within the sight's opening hours on its date."""
    sight = trip.known.get(visit.sight or "")
    if sight is None:
        return
    real = span(visit.arrive, visit.depart)
    if (closure := sight.closure_on(day.date)) is not None:
        on, reason = calendar_day(day.date), closure_name(closure)
        yield ON_HOLIDAY(False, visit=visit, day=day, on=on, reason=reason, real=real)
        return
    windows = open_windows(sight, day)
    is_open = any(opens <= visit.arrive and visit.depart <= closes for opens, closes in windows)
    hours = ", ".join(span(*window) for window in windows)
    message = OPEN if windows else CLOSED
    yield message(is_open, visit=visit, day=day, when=week_day(day.date), hours=hours, real=real)
    if sight.sessions:
        yield _on_time(sight, day, visit)
    if sight.last_entry_minutes > 0:
        at, closing = clock(visit.arrive), next((b for a, b in windows if a <= visit.arrive <= b), None)
        if closing is None:
            yield NO_ENTRY(False, visit=visit, day=day, at=at)
        else:
            last = closing - sight.last_entry_minutes
            yield LAST_ENTRY(visit.arrive <= last, visit=visit, day=day, at=at, last=clock(last))


def _on_time(sight: Sight, day: DayPlan, visit: Visit) -> Check:
    """Hold the begin of the visit against the sessions of its day."""
    starts, at = sight.sessions_on(day.date), clock(visit.arrive)
    if not starts:
        return NO_SESSION(False, visit=visit, day=day, at=at)
    return SESSION(visit.arrive in starts, visit=visit, day=day, at=at, sessions=", ".join(map(clock, starts)))


def open_windows(sight: Sight, day: DayPlan) -> list[tuple[int, int]]:
    """Return the sight's open windows of the day, read afresh."""
    if not sight.hours or not validate(sight.hours):
        return [ASSUMED_HOURS]
    solar = re.search(r"sun(rise|set)|dawn|dusk|\b[PS]H\b", sight.hours)
    rules = OpeningHours(sight.hours, coords=(sight.lat, sight.lon)) if solar else OpeningHours(sight.hours)
    midnight = datetime.combine(day.date, time())
    minute, open_since, found = 0, None, []
    for _, ends, state, _ in rules.intervals(midnight, midnight + timedelta(days=1)):
        is_open = state == State.OPEN
        if is_open and open_since is None:
            open_since = minute
        elif not is_open and open_since is not None:
            found.append((open_since, minute))
            open_since = None
        local = None if ends is None else ends.replace(tzinfo=None)
        minute = MIDNIGHT if local is None else min(int((local - midnight).total_seconds() // 60), MIDNIGHT)
    if open_since is not None:
        found.append((open_since, minute))
    return found
