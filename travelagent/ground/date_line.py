"""Longitudes on both sides of ±180°: as one stretch for a map, and lines cut there for files."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from travelagent.ground.clip import Point

_HALF_TURN: Final = 180.0
"""Of two points so far apart in longitude, the shorter way leads over the date line."""
_TURN: Final = 360.0


def seam(longitudes: Iterable[float]) -> float:
    """Return the longitude from which all those given lie eastwards: the one behind the widest gap between them.

    It is -180 where they span half a turn at most, so that none of them moves.
    """
    ordered = sorted(set(longitudes))
    if not ordered or ordered[-1] - ordered[0] <= _HALF_TURN:
        return -_HALF_TURN
    around = [(ordered[0] + _TURN - ordered[-1], -_HALF_TURN)]
    return max((*around, *((east - west, east) for west, east in pairwise(ordered))), key=lambda gap: gap[0])[1]


def unwrapped(longitude: float, start: float) -> float:
    """Return a longitude as it lies eastwards of a `seam`: past 180 where it is west of it."""
    return longitude + _TURN if longitude < start else longitude


def cut_at_date_line(line: Sequence[Point]) -> list[list[Point]]:
    """Return a line of (longitude, latitude) in parts none of which crosses ±180° (RFC 7946, 3.1.9)."""
    parts: list[list[Point]] = [list(line[:1])]
    for (lon, lat), (to_lon, to_lat) in pairwise(line):
        if abs(to_lon - lon) > _HALF_TURN:
            edge = math.copysign(_HALF_TURN, lon)
            degrees = to_lon + 2 * edge - lon  # of the shorter arc
            at = lat + (to_lat - lat) * ((edge - lon) / degrees if degrees else 0.0)
            parts[-1].append((edge, at))
            parts.append([(-edge, at)])
        parts[-1].append((to_lon, to_lat))
    return parts
