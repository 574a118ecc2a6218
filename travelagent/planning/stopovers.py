"""Stops on the drives from city to city: which drives may have some, and what they are worth.

Without them a drive is the first thing of its day, and what lies on the road is a trip there and back from either end.
A drive is searched as a day of its own (drives.py) only where a plan with it turns out better.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from travelagent.planning.search.objective import MINUTE_WORTH
from travelagent.plans.meal_hours import DRIVEN, eats_on_the_way
from travelagent.plans.on_the_way import is_on_the_way
from travelagent.plans.stretches import stretches
from travelagent.plans.values import DayPlan, Itinerary, PlanRequest, Sight, Visit
from travelagent.travel.legs import km_between


def drives_to_try(itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight]) -> tuple[str, ...]:
    """Return the cities to which the plan drives past sights, in their order."""
    if request.way != "car":
        return ()
    stays = {stay.id: stay for stay in request.cities}
    found = dict[str, None]()
    for left, reached in pairwise(stretches(itinerary.days)):
        if not any(leg.is_move and leg.mode == "car" for leg in reached.days[0].legs):
            continue
        before, after = stays[left.id], stays[reached.id]
        own = [sight for sight in sights if sight.city in (before.id, after.id)]
        away = km_between([before.hotel or before, after.hotel or after, *own])
        passed = zip(away[0, 2:].tolist(), away[2:, 1].tolist(), strict=True)
        if any(is_on_the_way(*distances, float(away[0, 1])) for distances in passed):
            found[reached.id] = None
    return tuple(found)


def stops_on(itinerary: Itinerary, cities: Collection[str]) -> dict[int, tuple[Visit, ...]]:
    """Return the visits on the drives to these cities, by the days that have any, which begin where one slept."""
    arrivals = (stretch.days[0] for stretch in stretches(itinerary.days)[1:] if stretch.id in cities)
    found = {day.day: tuple(visit for visit in day.visits if _is_passed(visit, day)) for day in arrivals}
    return {day: visits for day, visits in found.items() if visits}


def _is_passed(visit: Visit, day: DayPlan) -> bool:
    away = km_between([day.origin, day.destination, visit])
    return visit.sight is not None and is_on_the_way(float(away[0, 2]), float(away[2, 1]), float(away[0, 1]))


def gain(before: Itinerary, after: Itinerary) -> float:
    """Return what a plan is worth more than another one: its visits, and the minutes that it spares on the way."""
    return after.score - before.score + MINUTE_WORTH * (_minutes(before) - _minutes(after))


def _minutes(itinerary: Itinerary) -> int:
    """The minutes on the way, moves included, without the lunch that one stops for."""
    stops = sum(
        meal.end - meal.start
        for day in itinerary.days
        for leg in day.legs
        if leg.is_move and leg.mode in DRIVEN and eats_on_the_way(day, leg)
        for meal in day.meals
        if meal.kind == "lunch"
    )
    return sum(leg.minutes for day in itinerary.days for leg in day.legs) - stops
