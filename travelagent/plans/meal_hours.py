"""When lunch and dinner can be had on each day of a trip: the hours of the place, and those that a journey leaves.

Whoever comes at noon has lunch first, though it is late for it, and whoever leaves in the early afternoon has it
before. Whoever comes too late for lunch has dinner some hours after the journey. Whoever is on the road over the hours
of lunch has it on the way, and whoever arrives in those of dinner has that then. Planner and verifier read these hours.
"""

from __future__ import annotations

from typing import Final

from travelagent.plans.requests import day_hours, window_of
from travelagent.plans.values import PACES, USUAL_MEALS, CityStay, DayPlan, Leg, Meal, MealHours, Mode, PlanRequest

LATEST_ARRIVAL: Final = 14 * 60 + 30
"""Who is in town by then after a journey, or before lunch is over there, still has lunch."""
EARLIEST_LEAVING: Final = 13 * 60 + 30
"""Whose last day ends from then on has lunch before, though it is early for it."""
REACH: Final = 45
"""Minutes by which such a lunch may begin later than the day, or end earlier: the way to a stop."""
HUNGRY_AFTER: Final = 390
"""Who arrived too late for lunch begins dinner so many minutes after that at the latest."""
SOONEST_DINNER: Final = 60
"""Even then dinner may begin so many minutes after its hours do, and the length of a meal."""
DRIVEN: Final = frozenset[Mode]({"car", "taxi"})
"""A move by these stops for lunch, which takes its time."""
HALTING: Final = DRIVEN | frozenset[Mode]({"bus"})
"""A move by these has lunch on the way; a coach halts for it anyway. Trains, flights and ships serve it on board."""


def meal_hours(
    request: PlanRequest, stay: CityStay, day: int, begins: int, sets_out: int | None = None, *, eaten: bool = False
) -> MealHours:
    """Return the hours of lunch and dinner on that day of the trip in that city.

    `begins`: the minute from which one is in town; `sets_out`: the minute at which the move to the city leaves on that
    day, None without one; `eaten`: whether there was lunch on its way.
    """
    lunch, dinner = stay.meals.lunch, stay.meals.dinner
    minutes = PACES[request.pace].meal_minutes
    if not eaten and _comes_hungry(request, stay, day, sets_out):
        first = max(lunch[0], begins)
        if begins <= max(LATEST_ARRIVAL, lunch[1]):
            lunch = first, max(lunch[1], first + minutes + REACH)
        elif sets_out is None:
            dinner = _dinner_after(begins if request.arrival is None else request.arrival.at, begins, dinner, minutes)
    if sets_out is not None and dinner[0] < begins <= dinner[1] - minutes:
        dinner = begins, dinner[1]
    ends = window_of(request, day).end
    if day == request.days and ends is not None and EARLIEST_LEAVING <= ends < lunch[1]:
        lunch = min(lunch[0], ends - minutes - REACH), ends
    return MealHours(lunch, dinner)


def _dinner_after(arrival: int, begins: int, hours: tuple[int, int], minutes: int) -> tuple[int, int]:
    """Return the hours of dinner of who arrives then and is in town from `begins` on, too late for lunch: the usual
    ones where it is too late for a dinner as well."""
    opens, closes = max(hours[0], begins), hours[1]
    if opens + minutes > closes:
        return hours
    return opens, min(closes, max(arrival + HUNGRY_AFTER, opens + SOONEST_DINNER + minutes) + minutes)


def meal_hours_of(request: PlanRequest, day: DayPlan) -> MealHours:
    """Return the hours of lunch and dinner on a planned day of the request."""
    stay = next((stay for stay in request.cities if stay.id == day.city), None)
    if stay is None:
        return USUAL_MEALS
    begins, sets_out = in_town_from(request, day)
    eaten = any(eats_on_the_way(day, leg) for leg in day.legs if leg.is_move)
    return meal_hours(request, stay, day.day, begins, sets_out, eaten=eaten)


def eats_on_the_way(day: DayPlan, move: Leg) -> bool:
    """Return whether the lunch of a planned day lies within that move."""
    ends = move.depart + move.minutes
    return any(meal.kind == "lunch" and move.depart <= meal.start and meal.end <= ends for meal in day.meals)


def in_town_from(request: PlanRequest, day: DayPlan) -> tuple[int, int | None]:
    """Return from when on one can be in town on a planned day, and when its move between cities leaves, if any."""
    moves = sum(leg.minutes for leg in day.legs if leg.is_move)
    if moves:
        return day.start + moves, day.start
    return day_hours(request, window_of(request, day.day))[0], None


def comes_by_journey(request: PlanRequest, day: int) -> bool:
    """Return whether a day is the first one of a trip and begins by a journey there: by a ride of the request, or, of
    several days, at an hour of its own.
    """
    if day != 1:
        return False
    return request.arrival is not None or (request.days > 1 and window_of(request, day).start is not None)


def lunch_on_the_way(request: PlanRequest, stay: CityStay, sets_out: int, mode: Mode, minutes: int) -> Meal | None:
    """Return the lunch on a move to that city; None where one eats before or after it, or on board.

    `minutes`: those of the move without the stop for lunch.
    """
    opens, closes = stay.meals.lunch
    meal = PACES[request.pace].meal_minutes
    in_time = closes if mode in DRIVEN else max(LATEST_ARRIVAL, closes)
    if mode not in HALTING or sets_out >= opens or sets_out + minutes <= in_time:
        return None
    begins = (opens + closes - meal) // 2 // 5 * 5
    return Meal("lunch", begins, begins + meal)


def _comes_hungry(request: PlanRequest, stay: CityStay, day: int, sets_out: int | None) -> bool:
    """Whether one comes to town by a journey on which there was no lunch."""
    if sets_out is not None:
        return sets_out < stay.meals.lunch[0]
    return comes_by_journey(request, day)
