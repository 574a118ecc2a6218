"""Is what is visited known, and does it lie where the plan says and in the day's city?"""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.plans.values import Check, DayPlan, LocalizedText, Visit
from travelagent.verifier.trip import Message, Trip, air_km

UNKNOWN = Message("known_sight", "{sight} is not known", "未知景点 {sight}")
AWAY = Message("known_sight", "{away:.2f} km from the sight", "距景点 {away:.2f} 公里")
CITY = Message("city", "lies in {lies}, day in {spent}", "位于{lies}，当天在{spent}")


def check(trip: Trip, day: DayPlan, visit: Visit) -> Iterator[Check]:
    if visit.sight is None:
        return
    sight = trip.known.get(visit.sight)
    if sight is None:
        yield UNKNOWN(False, visit=visit, day=day, sight=visit.sight)
        return
    away = air_km(visit.lat, visit.lon, sight.lat, sight.lon)
    yield AWAY(away < 0.2, visit=visit, day=day, away=away)
    lies, spent = (trip.city_names.get(city, LocalizedText(city, city)) for city in (sight.city, day.city))
    yield CITY(sight.city == day.city, visit=visit, day=day, lies=lies, spent=spent)
