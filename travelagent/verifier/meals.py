"""Do lunch and dinner lie in the hours of the day (plans/meal_hours.py), and has a day that covers these the meal?

A pinned visit or a booking that reaches into them, or the way to it or from it, may take its time. Whoever is on the
road over the hours of lunch has it on the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from travelagent.plans.meal_hours import eats_on_the_way, in_town_from, lunch_on_the_way, meal_hours_of
from travelagent.plans.values import PACES, Check, DayPlan, MealKind
from travelagent.plans.words import MEAL_NAMES
from travelagent.verifier.trip import Message, Trip, clock, move_minutes, span

MESSAGES: Mapping[MealKind, tuple[Message, Message, Message]] = {
    kind: (
        Message(kind, f"{name.en.capitalize()} {{real}}, window {{hours}}", f"{name.zh} {{real}}，时段 {{hours}}"),
        Message(kind, f"no {kind}: a pinned visit takes its time", f"没有{name.zh}：固定安排占用了时段"),
        Message(kind, f"no {kind}: nothing stands in its way", f"没有{name.zh}：时段空闲却未安排"),
    )
    for kind, name in MEAL_NAMES.items()
}
LUNCH, DINNER = (messages[0] for messages in MESSAGES.values())
ON_THE_WAY = Message("lunch", "no lunch on the way from {begins} to {ends}", "{begins} 到 {ends} 在路上，没有安排午餐")


def check(trip: Trip, day: DayPlan) -> Iterator[Check]:
    """Check that the day has its meals within their hours."""
    start, end = trip.hours(day)
    start = max(start, day.start + move_minutes(day))
    hours = meal_hours_of(trip.request, day)
    for kind, (taken, yields, missing) in MESSAGES.items():
        opens, closes = hours.lunch if kind == "lunch" else hours.dinner
        meals = [meal for meal in day.meals if meal.kind == kind]
        for meal in meals:
            ok = opens <= meal.start and meal.end <= closes
            yield taken(ok, day=day, real=span(meal.start, meal.end), hours=span(opens, closes))
        covered = start <= opens or (kind == "lunch" and _leaves_time_for_lunch(trip, day, (opens, closes)))
        if not meals and day.visits and covered and end >= closes:
            held = any(leaves < closes and opens < over for leaves, over in _taken_by_pinned(day))
            yield yields(True, day=day) if held else missing(False, day=day)
    yield from _on_the_way(trip, day)


def _on_the_way(trip: Trip, day: DayPlan) -> Iterator[Check]:
    """Name the moves on which one would have to go without lunch."""
    stay = next((stay for stay in trip.request.cities if stay.id == day.city), None)
    for move in day.legs:
        if stay is None or not move.is_move:
            continue
        wanted = lunch_on_the_way(trip.request, stay, move.depart, move.mode, move.minutes)
        if wanted is not None and not eats_on_the_way(day, move):
            yield ON_THE_WAY(False, day=day, begins=clock(move.depart), ends=clock(move.depart + move.minutes))


def _taken_by_pinned(day: DayPlan) -> Iterator[tuple[int, int]]:
    """Yield the minutes from the way to each pinned visit or booking until after the way from it."""
    minutes = {leg.destination: leg.minutes for leg in day.legs}, {leg.origin: leg.minutes for leg in day.legs}
    for visit in day.visits:
        if visit.pinned:
            there, back = (of.get(visit.id, 0) for of in minutes)
            yield visit.arrive - there, visit.depart + back


def _leaves_time_for_lunch(trip: Trip, day: DayPlan, hours: tuple[int, int]) -> bool:
    """Return whether a journey made the day's hours of lunch others than those of the city, and there is time for it in
    them."""
    stay = next((stay for stay in trip.request.cities if stay.id == day.city), None)
    if stay is None or hours == stay.meals.lunch:
        return False
    begins, _ = in_town_from(trip.request, day)
    return max(begins, hours[0]) + PACES[trip.request.pace].meal_minutes <= hours[1]
