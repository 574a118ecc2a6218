"""Far legs by scheduled coach instead of by taxi, where one goes and costs those who travel less."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Collection, Sequence
from itertools import product
from typing import NamedTuple

from travelagent.plans.values import Coach
from travelagent.travel.legs import ROUNDING, TRAVELLERS_A_CAR, Ground, LegMatrix

AROUND = 20
"""Minutes to the stop and at it before a coach leaves."""
WAIT_SHARE, LONGEST_WAIT = 0.25, 30
"""What of the minutes between two coaches one waits beside that, and at most: who knows the timetable waits on the way
back alone."""
FROM_TOWN_KM, BETWEEN_KM = 20.0, 8.0
"""So far on the road one takes a coach rather than a taxi, from town and from stop to stop of its line; the latter
holds from town, too, where the ticket pays for it, as taxis are not let in."""


class Riders(NamedTuple):
    """Who rides: how many, what a kilometre of a taxi costs there, and on which days."""

    travellers: int
    taxi_km: float
    dates: Collection[dt.date]


def by_coach(matrix: LegMatrix, grounds: Sequence[Ground], riders: Riders) -> LegMatrix:
    """Return the legs with the long taxi rides by coach that have one on all of these days, and that cost less by
    it.
    """
    coaches = [each.coach if each.coach and all(map(each.coach.runs_on, riders.dates)) else None for each in grounds]
    if not any(coaches):
        return matrix
    minutes, modes = matrix.minutes.copy(), [list(row) for row in matrix.modes]
    estimated = matrix.estimated.copy()
    for here, there in product(range(len(grounds)), repeat=2):
        coach, other = coaches[here] or coaches[there], coaches[there] if coaches[here] else None
        end = grounds[there if coaches[here] else here]
        if coach is None or here == there or modes[here][there] != "taxi" or not (other or end.in_town):
            continue
        ride, km = coach.minutes_to(other), float(matrix.km[here, there])
        if ride is None or km < (BETWEEN_KM if other or not coach.fare else FROM_TOWN_KM):
            continue
        if float(coach.fare_to(other)) * riders.travellers < riders.taxi_km * km * _cars(riders.travellers):
            minutes[here, there] = door_to_door(coach, ride)
            modes[here][there], estimated[here, there] = "bus", True
    return dataclasses.replace(matrix, minutes=minutes, modes=tuple(tuple(row) for row in modes), estimated=estimated)


def door_to_door(coach: Coach, ride: int) -> int:
    """Return the minutes of a ride with what is around it, rounded up."""
    return -(-(ride + AROUND + round(min(WAIT_SHARE * coach.every, LONGEST_WAIT))) // ROUNDING) * ROUNDING


def _cars(travellers: int) -> int:
    return -(-travellers // TRAVELLERS_A_CAR)
