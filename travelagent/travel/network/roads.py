"""How long a road is between two places that no known line joins: by the roads that are known near by.

Over plains the road is 1.3 × the great circle at 75 km/h with its rests. Roads that are known to be slower, over passes
and through gorges, stand for the country around them: within their cells of 0.3 degrees a kilometre as the crow flies
takes as long as on them, in the cells next to those half as much longer than on a plain.
"""

from collections import defaultdict
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from travelagent.travel.network.data_files import lines, stops
from travelagent.travel.network.geometry import air_km, along
from travelagent.travel.network.land import route_over_land
from travelagent.travel.network.values import Place

Floats: TypeAlias = npt.NDArray[np.float64]
DETOUR = 1.3
PLAIN_KMH = 75.0
STEP_KM = 10.0
CELL_DEGREES = 0.3
SET_OUT = 15
"""Minutes until one is on the road, and from it to the door."""
TOWN_KM, TOWN_KMH = 15.0, 25.0
"""A short way is one through town."""
ROWS, COLUMNS = round(180 / CELL_DEGREES), round(360 / CELL_DEGREES)
STEEPEST = 2.5
AROUND_WATER = 0.9
"""A way around water follows cells of a grid, and is longer than a line by about a tenth."""
SHORTEST_KM, SHORTEST_ABROAD_KM = 25.0, 100.0
"""Lines shorter than this, the second across a border, tell more of a town or of waiting than of the country."""


class Slowness(NamedTuple):
    """Minutes and road kilometres of a kilometre as the crow flies."""

    minutes: float
    km: float


PLAIN = Slowness(DETOUR / PLAIN_KMH * 60, DETOUR)


class Road(NamedTuple):
    """Minutes and kilometres of a road between two places."""

    minutes: float
    km: float


@lru_cache(maxsize=8192)
def road_between(a: Place, b: Place) -> Road | None:
    """Return the estimated road, from door to door; None where only water is between."""
    air = air_km(a, b)
    if air * DETOUR <= TOWN_KM:
        return Road(SET_OUT / 2 + air * DETOUR / TOWN_KMH * 60, air * DETOUR)
    route = route_over_land(a, b)
    if route is None:
        return None
    minutes, km, share = float(SET_OUT), 0.0, 1.0 if len(route) == 2 else AROUND_WATER
    for one, other in pairwise(route):
        for place, length in along(one, other, STEP_KM):
            slowness = slowness_at(place)
            minutes += share * length * slowness.minutes
            km += share * length * slowness.km
    return Road(minutes, km)


def slowness_at(place: Place) -> Slowness:
    """Return how slow the roads are around a place."""
    return _cells().get(_cell(place), PLAIN)


def slowness_of_country(lat: Floats, lon: Floats) -> tuple[Floats, Floats]:
    """Return how much slower and how much longer the roads are around points than on a plain.

    Two factors a point, at least 1 and at most `STEEPEST`, of the shape of the given degrees.
    """
    grid = _grid()
    rows = np.floor(lat / CELL_DEGREES).astype(np.int64) + ROWS // 2
    columns = np.floor(lon / CELL_DEGREES).astype(np.int64) + COLUMNS // 2
    found = grid[np.clip(rows, 0, ROWS - 1), columns % COLUMNS]
    return found[..., 0], found[..., 1]


@cache
def _grid() -> Floats:
    """The factors of every cell of the earth, float64 (rows from the south, columns from 180° west, 2)."""
    grid = np.ones((ROWS, COLUMNS, 2))
    for (row, column), found in _cells().items():
        grid[row + ROWS // 2, (column + COLUMNS // 2) % COLUMNS] = found.minutes / PLAIN.minutes, found.km / PLAIN.km
    return np.clip(grid, 1.0, STEEPEST)


def _cell(place: Place) -> tuple[int, int]:
    return int(place.lat // CELL_DEGREES), int(place.lon // CELL_DEGREES)


@cache
def _cells() -> dict[tuple[int, int], Slowness]:
    """The cells that known roads lead through and those next to them; of several roads the median counts."""
    own: dict[tuple[int, int], list[Slowness]] = defaultdict(list)
    for line in lines():
        one, other = (stops()[end] for end in line.ends)
        a, b, air = one.at, other.at, air_km(one.at, other.at)
        if line.mode != "road" or air < (SHORTEST_KM if one.country == other.country else SHORTEST_ABROAD_KM):
            continue
        found = Slowness(line.minutes / air, line.km / air)
        for place, _ in along(a, b, STEP_KM):
            own[_cell(place)].append(found)
    near: dict[tuple[int, int], list[Slowness]] = defaultdict(list)
    for (row, column), found_here in own.items():
        for north in (-1, 0, 1):
            for east in (-1, 0, 1):
                near[row + north, column + east].extend(found_here)
    return {cell: _middle(own[cell]) if cell in own else _half(_middle(found)) for cell, found in near.items()}


def _half(slowness: Slowness) -> Slowness:
    """Between this slowness and that of a plain."""
    return Slowness((slowness.minutes + PLAIN.minutes) / 2, (slowness.km + PLAIN.km) / 2)


def _middle(found: list[Slowness]) -> Slowness:
    return sorted(found)[len(found) // 2]
