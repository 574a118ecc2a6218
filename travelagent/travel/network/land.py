"""Land and sea in cells of a tenth of a degree, and the way around water.

`land.bin`: a bit a cell, row by row from 90° north and 180° west, eight to a byte, compressed by zlib; set where at
least a third of the cell is land. Made from the packaged ground (GSHHG) by `python -m training.land`.
"""

import zlib
from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from importlib.resources import files
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from travelagent.travel.network.geometry import air_km, along
from travelagent.travel.network.values import Place

CELLS_A_DEGREE = 10
STEP_KM = 4.0
NARROW_KM = 9.0
"""Water no wider than this has a bridge, or is an error of the cells."""
COARSE = 2
"""So many cells each way are one, where a route is searched for; land where half of them are."""
MARGIN_DEGREES = 4.0
"""So far outside the two ends a route is searched for."""
SNAPPED_CELLS = 1
"""A place by the water may lie in a cell of it: so many coarse cells away land is looked for."""

Cell = tuple[int, int]


def route_over_land(a: Place, b: Place) -> tuple[Place, ...] | None:
    """Return the shortest route from a to b that stays on land, as a line; straight where no wide water lies between.

    None where there is none within a few degrees of the two.
    """
    if not _crosses_water(a, b):
        return (a, b)
    cells = _search(a, b)
    if cells is None:
        return None
    line = (a, *map(_middle, cells[1:-1]), b)
    return None if any(_crosses_water(one, other) for one, other in pairwise(line)) else line


def _crosses_water(a: Place, b: Place) -> bool:
    wet = 0.0
    land = _land()
    for place, km in along(a, b, STEP_KM):
        wet = 0.0 if land[_row(place.lat, 1), _column(place.lon, 1)] else wet + km
        if wet > NARROW_KM:
            return True
    return False


def _search(a: Place, b: Place) -> list[Cell] | None:
    """The shortest way over coarse cells of land (A*), the first and the last at the two places."""
    begin, end = _at_land(a), _at_land(b)
    if begin is None or end is None:
        return None
    grid = _coarse()
    bounds = _bounds(begin, end)
    best, parent = {begin: 0.0}, {begin: begin}
    heap = [(air_km(a, b), begin)]
    while heap:
        _, cell = heappop(heap)
        if cell == end:
            return _traced(parent, end)
        for other in _neighbours(cell, bounds):
            if not grid[other]:
                continue
            length = best[cell] + air_km(_middle(cell), _middle(other))
            if length < best.get(other, np.inf):
                best[other], parent[other] = length, cell
                heappush(heap, (length + air_km(_middle(other), b), other))
    return None


def _traced(parent: dict[Cell, Cell], end: Cell) -> list[Cell]:
    line = [end]
    while parent[line[-1]] != line[-1]:
        line.append(parent[line[-1]])
    return line[::-1]


def _bounds(begin: Cell, end: Cell) -> tuple[int, int, int, int]:
    margin = int(MARGIN_DEGREES * CELLS_A_DEGREE / COARSE)
    rows, columns = _coarse().shape
    (top, bottom), (left, right) = (sorted(pair) for pair in zip(begin, end, strict=True))
    return max(0, top - margin), min(rows - 1, bottom + margin), max(0, left - margin), min(columns - 1, right + margin)


def _neighbours(cell: Cell, bounds: tuple[int, int, int, int]) -> Iterator[Cell]:
    top, bottom, left, right = bounds
    for row in range(max(top, cell[0] - 1), min(bottom, cell[0] + 1) + 1):
        for column in range(max(left, cell[1] - 1), min(right, cell[1] + 1) + 1):
            if (row, column) != cell:
                yield row, column


def _at_land(place: Place) -> Cell | None:
    """The nearest coarse cell of land."""
    grid, row, column = _coarse(), _row(place.lat, COARSE), _column(place.lon, COARSE)
    near = [
        (abs(r - row) + abs(c - column), (r, c % grid.shape[1]))
        for r in range(row - SNAPPED_CELLS, row + SNAPPED_CELLS + 1)
        for c in range(column - SNAPPED_CELLS, column + SNAPPED_CELLS + 1)
        if 0 <= r < grid.shape[0] and grid[r, c % grid.shape[1]]
    ]
    return min(near)[1] if near else None


def _row(lat: float, coarse: int) -> int:
    return min(int((90 - lat) * CELLS_A_DEGREE / coarse), 180 * CELLS_A_DEGREE // coarse - 1)


def _column(lon: float, coarse: int) -> int:
    return int((lon + 180) % 360 * CELLS_A_DEGREE / coarse)


def _middle(cell: Cell) -> Place:
    size = COARSE / CELLS_A_DEGREE
    return Place(90 - (cell[0] + 0.5) * size, -180 + (cell[1] + 0.5) * size)


@cache
def _land() -> npt.NDArray[np.bool_]:
    packed = np.frombuffer(zlib.decompress((files(__package__) / "data" / "land.bin").read_bytes()), dtype=np.uint8)
    return np.unpackbits(packed).reshape(180 * CELLS_A_DEGREE, 360 * CELLS_A_DEGREE).astype(np.bool_)


@cache
def _coarse() -> npt.NDArray[np.bool_]:
    rows, columns = (size // COARSE for size in _land().shape)
    return np.asarray(_land().reshape(rows, COARSE, columns, COARSE).mean(axis=(1, 3)) >= 0.5, dtype=np.bool_)
