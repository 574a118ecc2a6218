"""Is there time from stop to stop for the leg and for the meals in between, and can the leg be so fast?"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from travelagent.plans.values import Check, DayPlan, Leg, LocalizedText, Mode, Visit
from travelagent.verifier.trip import Message, Trip, air_km, clock, move_minutes

TOP_KMH: dict[Mode, float] = {
    "walk": 6.5, "transit": 90.0, "taxi": 110.0, "shuttle": 110.0, "ferry": 110.0, "train": 350.0, "flight": 950.0,
    "bus": 110.0, "car": 120.0,
}  # fmt: skip
"""The fastest a mode can be over the straight line; a leg that claims more is refused."""
UNSTATED_LEG_KMH = 50.0
"""Speed over the straight line assumed where the plan states no leg."""
MOVE_SPEED = Message(
    "leg_speed",
    "{mode} {km:.0f} km in {minutes} min, at least {needed:.0f} min",
    "{km:.0f} 公里用时 {minutes} 分钟，至少需 {needed:.0f} 分钟",
)
LEG_SPEED = Message(
    "leg_speed",
    "{mode} over {km:.1f} km in {minutes} min, at least {needed} min",
    "直线 {km:.1f} 公里用时 {minutes} 分钟，至少需 {needed} 分钟",
)
TRAVEL_TIME = Message(
    "travel_time",
    "leaves {leaves}, {how}, meals {meals} min, due {due}: {spare:+d} min",
    "{leaves} 离开，{how}，用餐 {meals} 分钟，{due} 到达：余 {spare:+d} 分钟",
)
_Stop = tuple[str, float, float, int, int]
"""A stop as (id, lat, lon, from, until)."""


def check(trip: Trip, day: DayPlan) -> Iterator[Check]:
    arrival = day.start + move_minutes(day)
    stops: list[_Stop] = [("start", day.origin.lat, day.origin.lon, day.start, arrival)]
    stops += [(visit.id, visit.lat, visit.lon, visit.arrive, visit.depart) for visit in day.visits]
    stops.append(("end", day.destination.lat, day.destination.lon, day.end, day.end))
    for leg in day.legs:
        if leg.is_move:
            needed = leg.km / TOP_KMH[leg.mode] * 60
            ok = leg.minutes >= needed
            yield MOVE_SPEED(ok, day=day, mode=leg.mode, km=leg.km, minutes=leg.minutes, needed=needed)
    legs, visits = {(leg.origin, leg.destination): leg for leg in day.legs}, {visit.id: visit for visit in day.visits}
    for here, there in pairwise(stops):
        yield from _hop(day, here, there, legs.get((here[0], there[0])), visits.get(there[0]))


def _hop(day: DayPlan, here: _Stop, there: _Stop, leg: Leg | None, visit: Visit | None) -> Iterator[Check]:
    air = air_km(here[1], here[2], there[1], there[2])
    meals = sum(m.end - m.start for m in day.meals if m.visit is None and m.start >= here[4] and m.end <= there[3])
    if leg is None:
        minutes = math.floor(air / UNSTATED_LEG_KMH * 60)
        how = LocalizedText(f"{air:.1f} km as the crow flies, no leg stated", f"直线 {air:.1f} 公里，未写明路段")
    else:
        minutes, needed = leg.minutes, math.floor(air / TOP_KMH[leg.mode] * 60)
        how = LocalizedText(f"{leg.mode} {minutes} min, {leg.km:.1f} km", f"路上 {minutes} 分钟，{leg.km:.1f} 公里")
        fast_enough = {"mode": leg.mode, "km": air, "minutes": minutes, "needed": needed}
        yield LEG_SPEED(minutes >= needed, visit=visit, day=day, **fast_enough)
    spare = there[3] - here[4] - meals - minutes
    times = {"leaves": clock(here[4]), "due": clock(there[3]), "meals": meals, "spare": spare}
    yield TRAVEL_TIME(spare >= 0, visit=visit, day=day, how=how, **times)
