"""Is each pinned sight visited on its day, at its minute, in its part or place of the day, and for its time?"""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.plans.values import PARTS_OF_DAY, Check, DayPlan, LocalizedText, Pin, Visit
from travelagent.plans.words import pinned_time
from travelagent.verifier.trip import Message, Trip, clock

PINNED = Message("pinned", "{sight}{wanted}: {planned}", "{sight}{wanted}：{planned}")


def check(trip: Trip) -> Iterator[Check]:
    """Check that every pinned sight is visited as pinned."""
    for pin in trip.request.pinned:
        found = [(day, visit) for day in trip.itinerary.days for visit in day.visits if visit.sight == pin.sight]
        at = pinned_time(pin)
        planned = LocalizedText(
            ", ".join(f"day {day.day} {clock(visit.arrive)}" for day, visit in found) or "missing",
            ", ".join(f"第 {day.day} 天 {clock(visit.arrive)}" for day, visit in found) or "缺失",
        )
        yield PINNED(
            any(_is_as_pinned(pin, day, visit) for day, visit in found),
            visit=found[0][1] if found else None,
            day=pin.day,
            sight=pin.sight,
            wanted=LocalizedText(f", wanted {at.en}" if at.en else "", f"（要求{at.zh}）" if at.zh else ""),
            planned=planned,
        )


def _is_as_pinned(pin: Pin, day: DayPlan, visit: Visit) -> bool:
    if pin.day not in (None, day.day) or pin.start not in (None, visit.arrive):
        return False
    eaten = sum(meal.end - meal.start for meal in day.meals if meal.visit == visit.id)
    if pin.minutes not in (None, visit.minutes, visit.minutes - eaten):
        return False
    others = [other.arrive for other in day.visits if other.sight is not None and other is not visit]
    match pin.when:
        case None:
            return True
        case "first":
            return all(visit.arrive < arrive for arrive in others)
        case "last":
            return all(arrive < visit.arrive for arrive in others)
        case part:
            begins, ends = PARTS_OF_DAY[part]
            return begins <= visit.arrive <= ends
