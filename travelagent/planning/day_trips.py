"""Days of a stay that are spent in another city: the journey there and back, and how its legs are put together.

The sights of that city are those of the stay, marked by where they lie (`Sight.excursion`). One goes from the hotel
straight to the first of them and from the last one back: the journey between the cities and the way within the other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

import numpy as np

from travelagent.planning.messages import refuse
from travelagent.plans.values import CityStay, DayTrip, IntercityMode, Point
from travelagent.plans.words import duration
from travelagent.travel.legs import LegMatrix, LegProvider
from travelagent.travel.values import Hop

LONGEST_JOURNEY = 240
"""Maximum number of minutes of the journey each way."""


def centre_of(city: CityStay) -> Point:
    """Return the centre of the city that one goes to."""
    return Point(city.name, city.lat, city.lon, city.land)


def journey(legs: LegProvider, home: Point, trip: DayTrip, mode: IntercityMode | None) -> Hop:
    """Return the journey of a day trip each way, by land. Raises InvalidRequest where it takes too long for a day."""
    wanted = legs.intercity(home, centre_of(trip.city), mode)
    hop = legs.intercity(home, centre_of(trip.city), "train") if wanted.mode == "flight" else wanted
    if hop.mode == "flight" or hop.minutes > LONGEST_JOURNEY:
        lasts, most = duration(hop.minutes), duration(LONGEST_JOURNEY)
        refuse("day_trips", "too_far_for_a_day", city=trip.city.name, lasts=lasts, most=most)
    return hop


def with_journeys(matrix: LegMatrix, rows: Sequence[int], inner: LegMatrix, journeys: Mapping[int, Hop]) -> LegMatrix:
    """Return the legs of a stay with those of a day trip from it.

    `rows`: of the sights of the other city; `inner`: the legs among these and, last, its centre; `journeys`: from the
    rows of the ends of that day.
    """
    minutes, km, estimated = matrix.minutes.copy(), matrix.km.copy(), matrix.estimated.copy()
    modes = [list(row) for row in matrix.modes]
    block = np.ix_(rows, rows)
    minutes[block], km[block] = inner.minutes[:-1, :-1], inner.km[:-1, :-1]
    estimated[block] = inner.estimated[:-1, :-1]
    for k, row in enumerate(rows):
        for j, other in enumerate(rows):
            modes[row][other] = inner.modes[k][j]
        for end, hop in journeys.items():
            minutes[end, row], km[end, row] = hop.minutes + inner.minutes[-1, k], hop.km + inner.km[-1, k]
            minutes[row, end], km[row, end] = hop.minutes + inner.minutes[k, -1], hop.km + inner.km[k, -1]
            modes[end][row] = modes[row][end] = hop.mode
            estimated[end, row] = estimated[row, end] = hop.estimated
    return dataclasses.replace(matrix, minutes=minutes, km=km, modes=tuple(map(tuple, modes)), estimated=estimated)
