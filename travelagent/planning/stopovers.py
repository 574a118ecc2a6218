"""Stops on the drives from city to city: which drives may have some, and what they are worth.

Without them a drive is the first thing of its day, and what lies on the road is a trip there and back from either end.
A drive is searched as a day of its own (drives.py) only where a plan with it turns out better.
"""

from __future__ import annotations

from collections.abc import Sequence

from travelagent.planning.search.objective import MINUTE_WORTH
from travelagent.plans.meal_hours import DRIVEN, eats_on_the_way
from travelagent.plans.on_the_way import is_on_the_way
from travelagent.plans.values import DayPlan, Itinerary, PlanRequest, Sight, Visit
from travelagent.travel.legs import km_between


def drives_to_try(itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight]) -> tuple[str, ...]:
    """Return the cities to which the plan drives past sights, in their order."""
    arrivals = (day for day in itinerary.days if any(leg.is_move and leg.mode == "car" for leg in day.legs))
    if request.way != "car":
        return ()
    stays = {stay.id: stay for stay in request.cities}
    cities = [day.city for day in arrivals]
    order = list(dict.fromkeys(day.city for day in itinerary.days))
    found = []
    for city in cities:
        before, after = stays[order[order.index(city) - 1]], stays[city]
        own = [sight for sight in sights if sight.city in (before.id, after.id)]
        away = km_between([before.hotel or before, after.hotel or after, *own])
        passed = zip(away[0, 2:].tolist(), away[2:, 1].tolist(), strict=True)
        if any(is_on_the_way(*distances, float(away[0, 1])) for distances in passed):
            found.append(city)
    return tuple(found)


def stops_on(itinerary: Itinerary, city: str) -> tuple[Visit, ...]:
    """Return the visits on the drive to that city, on the day that begins where one slept before."""
    day = next((day for day in itinerary.days if day.city == city), None)
    return () if day is None or day.day == 1 else tuple(visit for visit in day.visits if _is_passed(visit, day))


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
