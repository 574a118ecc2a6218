"""Is what is visited known, and does it lie where the plan has it and in the day's city, or on the drive to it?"""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.plans.on_the_way import is_on_the_way
from travelagent.plans.values import Check, DayPlan, LocalizedText, Visit
from travelagent.verifier.trip import Message, Trip, air_km

UNKNOWN = Message("known_sight", "{sight} is not known", "未知景点 {sight}")
AWAY = Message("known_sight", "{away:.2f} km from the sight", "距景点 {away:.2f} 公里")
CITY = Message("city", "lies in {lies}, day in {spent}", "位于{lies}，当天在{spent}")
ON_THE_WAY = Message(
    "on_the_way",
    "on the drive from {lies} to {spent}, {more:.0f} km more as the crow flies",
    "{lies}开往{spent}途中，直线多绕 {more:.0f} 公里",
)


def check(trip: Trip, day: DayPlan, visit: Visit) -> Iterator[Check]:
    """Check that the visited sight is known, lies where the plan has it, and belongs to the day's city or its drive."""
    if visit.sight is None:
        return
    sight = trip.known.get(visit.sight)
    if sight is None:
        yield UNKNOWN(False, visit=visit, day=day, sight=visit.sight)
        return
    at = (sight.lat, sight.lon)
    away = air_km(visit.lat, visit.lon, *at)
    yield AWAY(away < 0.2, visit=visit, day=day, away=away)
    lies, spent = (trip.city_names.get(city, LocalizedText(city, city)) for city in (sight.lies_in, trip.spent_in(day)))
    came_from = trip.drives_from(day)
    if came_from is None or sight.city != came_from.id:
        yield CITY(sight.lies_in == trip.spent_in(day), visit=visit, day=day, lies=lies, spent=spent)
        return
    ends = [(place.lat, place.lon) for place in (day.origin, day.destination)]
    before, after, direct = (air_km(*a, *b) for a, b in ((ends[0], at), (at, ends[1]), (ends[0], ends[1])))
    detour = {"lies": lies, "spent": spent, "more": before + after - direct}
    yield ON_THE_WAY(is_on_the_way(before, after, direct), visit=visit, day=day, **detour)
