"""Is there light for what is seen by daylight alone?"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time, timedelta

from opening_hours import OpeningHours, State

from travelagent.plans.daylight import begins_by_daylight, needs_daylight, wanted_in_the_dark
from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.values import Check, DayPlan, Sight, Visit
from travelagent.verifier.trip import Message, Trip, span

INACCURACY = 15
"""Minutes by which dawn at a sight may differ from that in its city."""
LIGHT = Message("daylight", "visit {real}, light {light}", "参观 {real}，天亮时段 {light}")
NO_LIGHT = Message("daylight", "visit {real}, dark all day", "参观 {real}，全天无光")
AS_REQUESTED = Message("daylight", "visit {real}, at the hour that was asked for", "参观 {real}，按要求的时间")


def check(trip: Trip, day: DayPlan, visit: Visit) -> Iterator[Check]:
    """Check that a sight that needs daylight is visited by day, unless the request has it in the dark."""
    sight = trip.known.get(visit.sight or "")
    if sight is None or not needs_daylight(sight):
        return
    real = span(visit.arrive, visit.depart)
    if wanted_in_the_dark(trip.request, sight.id):
        yield AS_REQUESTED(True, visit=visit, day=day, real=real)
        return
    light = _from_dawn_to_dusk(sight, day)
    if light is None:
        yield NO_LIGHT(False, visit=visit, day=day, real=real)
        return
    first, last = begins_by_daylight(visit.depart - visit.arrive, light)
    ok = first - INACCURACY <= visit.arrive <= last + INACCURACY
    yield LIGHT(ok, visit=visit, day=day, real=real, light=span(*light))


def _from_dawn_to_dusk(sight: Sight, day: DayPlan) -> tuple[int, int] | None:
    """Return the longest span of civil twilight and day at the sight, read afresh; None where there is none."""
    midnight = datetime.combine(day.date, time())
    spans = []
    rules = OpeningHours("dawn-dusk", coords=(sight.lat, sight.lon))
    for begins, ends, state, _ in rules.intervals(midnight, midnight + timedelta(days=1)):
        if state == State.OPEN:
            first, last = (None if at is None else at.replace(tzinfo=None) - midnight for at in (begins, ends))
            opens = 0 if first is None else max(int(first.total_seconds() // 60), 0)
            closes = MIDNIGHT if last is None else min(int(last.total_seconds() // 60), MIDNIGHT)
            spans.append((opens, closes))
    return max(spans, key=lambda each: each[1] - each[0], default=None)
