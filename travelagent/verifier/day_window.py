"""Does all that happens in the city lie within the day's hours, and does the day begin and end where it should?

A move between cities may leave earlier.
"""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.values import Check, DayPlan, LocalizedText, Point
from travelagent.verifier.trip import Message, Trip, air_km, clock, move_minutes, span

DAY_WINDOW = Message("day_window", "day runs {real}, window {requested}", "当天 {real}，时间窗 {requested}")
IN_TIME = Message("midnight", "ends {at}", "{at} 结束")
TOO_LATE = Message("midnight", "would last until {at} of the next day", "要到次日 {at} 才结束，过了零点")
DAY_ENDS = Message(
    "day_ends",
    "{end} is {requested}, the plan's is {away:.1f} km from it",
    "{end}应为{requested}，计划与其相距 {away:.1f} 公里",
)
ORIGIN, DESTINATION = LocalizedText("origin", "起点"), LocalizedText("destination", "终点")


def check(trip: Trip, day: DayPlan) -> Iterator[Check]:
    """Check that the day lies within its hours and begins and ends where it should."""
    start, end = trip.hours(day)
    move = move_minutes(day)
    first = day.start + move
    spans = [(visit.arrive, visit.depart) for visit in day.visits]
    ok = not spans or (first >= start and day.end <= end and all(start <= a and b <= end for a, b in spans))
    yield DAY_WINDOW(ok, day=day, real=span(first, day.end), requested=span(start, end))
    latest = max([day.end, *(b for _, b in spans), *(meal.end for meal in day.meals)])
    if latest > MIDNIGHT:
        yield TOO_LATE(False, day=day, at=clock(latest - MIDNIGHT))
    else:
        yield IN_TIME(True, day=day, at=clock(latest))
    window = trip.window(day)
    for name, place, real in (
        (ORIGIN, window.origin or trip.slept_before(day) or _left_behind(trip, day), day.origin),
        (DESTINATION, window.destination or trip.sleeps_after(day) or _come_back_to(trip, day), day.destination),
    ):
        if place is not None:
            away = air_km(place.lat, place.lon, real.lat, real.lon)
            yield DAY_ENDS(away < 0.2, day=day, end=name, requested=place.name, away=away)


def _come_back_to(trip: Trip, day: DayPlan) -> Point | None:
    """Return the hotel to which one returns from a day in another city."""
    return _left_behind(trip, day) if trip.spent_in(day) != day.city else None


def _left_behind(trip: Trip, day: DayPlan) -> Point | None:
    """Return the hotel from which a day leads to another city: by way of sights, or there and back."""
    if trip.spent_in(day) != day.city:
        base = next(stay for stay in trip.request.cities if stay.id == day.city)
        return base.hotel or Point(base.name, base.lat, base.lon)
    stay = trip.drives_from(day)
    if stay is None:
        return None
    before = next(each for each in trip.itinerary.days if each.day == day.day - 1)
    return trip.sleeps_after(before) or stay.hotel or Point(stay.name, stay.lat, stay.lon)
