"""Is there time from stop to stop for the leg and for the meals in between, and can the leg be so fast?"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from travelagent.plans.values import Check, DayPlan, Leg, LocalizedText, Mode, Point, Visit
from travelagent.verifier.trip import Message, Trip, air_km, clock, move_minutes, stop_minutes

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


class _Stop(NamedTuple):
    """A stop: its id, where it lies, from when until when one is there, and where one leaves it."""

    id: str
    lat: float
    lon: float
    begin: int
    end: int
    exit: Point | None = None

    @property
    def left_from(self) -> tuple[float, float]:
        return (self.exit.lat, self.exit.lon) if self.exit else (self.lat, self.lon)


def check(trip: Trip, day: DayPlan) -> Iterator[Check]:
    """Check that the time between any two stops suffices for the leg between them."""
    arrival = day.start + move_minutes(day)
    stops = [_Stop("start", day.origin.lat, day.origin.lon, day.start, arrival)]
    stops += [_Stop(v.id, v.lat, v.lon, v.arrive, v.depart, _exit_of(trip, v)) for v in day.visits]
    stops.append(_Stop("end", day.destination.lat, day.destination.lon, day.end, day.end))
    for leg in day.legs:
        if leg.is_move:
            needed = leg.km / TOP_KMH[leg.mode] * 60
            minutes = leg.minutes - stop_minutes(day, leg)
            yield MOVE_SPEED(minutes >= needed, day=day, mode=leg.mode, km=leg.km, minutes=minutes, needed=needed)
    legs, visits = {(leg.origin, leg.destination): leg for leg in day.legs}, {visit.id: visit for visit in day.visits}
    for here, there in pairwise(stops):
        yield from _hop(day, here, there, legs.get((here.id, there.id)), visits.get(there.id))


def _exit_of(trip: Trip, visit: Visit) -> Point | None:
    """Return where one leaves a visit, by what is known of its sight."""
    sight = trip.known.get(visit.sight or "")
    return sight.exit if sight else visit.exit


def _hop(day: DayPlan, here: _Stop, there: _Stop, leg: Leg | None, visit: Visit | None) -> Iterator[Check]:
    air = air_km(*here.left_from, there.lat, there.lon)
    meals = sum(m.end - m.start for m in day.meals if m.visit is None and m.start >= here.end and m.end <= there.begin)
    if leg is None:
        minutes = math.floor(air / UNSTATED_LEG_KMH * 60)
        how = LocalizedText(f"{air:.1f} km as the crow flies, no leg stated", f"直线 {air:.1f} 公里，未写明路段")
    else:
        minutes, needed = leg.minutes, math.floor(air / TOP_KMH[leg.mode] * 60)
        how = LocalizedText(f"{leg.mode} {minutes} min, {leg.km:.1f} km", f"路上 {minutes} 分钟，{leg.km:.1f} 公里")
        fast_enough = {"mode": leg.mode, "km": air, "minutes": minutes, "needed": needed}
        yield LEG_SPEED(minutes >= needed, visit=visit, day=day, **fast_enough)
    spare = there.begin - here.end - meals - minutes
    times = {"leaves": clock(here.end), "due": clock(there.begin), "meals": meals, "spare": spare}
    yield TRAVEL_TIME(spare >= 0, visit=visit, day=day, how=how, **times)
