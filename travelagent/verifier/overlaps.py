"""Do visits follow one another, each meal beside them or wholly inside the visit it names?

A visit with a meal inside is long, or in a place of food.
"""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.plans.values import ON_SITE_MINUTES, Check, DayPlan, LocalizedText, Meal, Sight, Visit
from travelagent.plans.words import MEAL_NAMES
from travelagent.verifier.trip import Message, Trip, clock, span

MOST_NAMED = 3
"""Of the visits that a meal clashes with."""
VISITS = Message("no_overlap", "{visit_time}, the stop before ends {until}", "{visit_time}，上一站 {until} 结束")
MEALS = Message("no_overlap", "{meal} {meal_time}{clashing}", "{meal} {meal_time}{clashing}")


def check(trip: Trip, day: DayPlan) -> Iterator[Check]:
    """Check that no visit or meal of the day overlaps another."""
    until = 0
    for visit in day.visits:
        ok, times = visit.arrive >= until and visit.depart > visit.arrive, span(visit.arrive, visit.depart)
        yield VISITS(ok, visit=visit, day=day, visit_time=times, until=clock(until))
        until = max(until, visit.depart)
    for meal in day.meals:
        clashing = [v.name for v in day.visits if v.arrive < meal.end and meal.start < v.depart and v.id != meal.visit]
        named, more = clashing[:MOST_NAMED], len(clashing) - MOST_NAMED
        host = next((visit for visit in day.visits if visit.id == meal.visit), None)
        inside = meal.visit is None or (host is not None and _holds(host, meal, trip.known.get(host.sight or "")))
        yield MEALS(
            inside and not clashing and meal.end > meal.start,
            visit=host,
            day=day,
            meal=LocalizedText(meal.kind, MEAL_NAMES[meal.kind].zh),
            meal_time=span(meal.start, meal.end),
            clashing=LocalizedText(
                "".join(f", clashes with {name.en}" for name in named) + (f" and {more} more" if more > 0 else ""),
                "".join(f"，与{name.zh}冲突" for name in named) + (f"，另有 {more} 处冲突" if more > 0 else ""),
            ),
        )


def _holds(visit: Visit, meal: Meal, sight: Sight | None) -> bool:
    fed = visit.depart - visit.arrive >= ON_SITE_MINUTES or (sight is not None and "food" in sight.tags)
    return fed and visit.arrive <= meal.start and meal.end <= visit.depart
