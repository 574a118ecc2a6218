"""Which waters a town lies at, read from the packaged ground: what its poster shows before or behind it."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from math import cos, hypot, radians
from typing import Literal

from travelagent.ground import around

Waters = Literal["sea", "river", "none"]

SEA_KM, RIVER_KM = 7.0, 4.0
KM_A_DEGREE = 111.2


@cache
def waters_at(lat: float, lon: float) -> Waters:
    """Return whether the sea, else a river, is within a walk or a tram ride of a town's centre."""
    high = 1.2 * SEA_KM / KM_A_DEGREE
    wide = high / max(0.1, cos(radians(lat)))
    ground = around((lon - wide, lat - high, lon + wide, lat + high), "town")
    if _nearest_km(ground.coast, lat, lon) <= SEA_KM:
        return "sea"
    return "river" if _nearest_km(chain(ground.rivers, ground.streams), lat, lon) <= RIVER_KM else "none"


def _nearest_km(lines: Iterable[Sequence[tuple[float, float]]], lat: float, lon: float) -> float:
    """How far the nearest point of the lines is; infinite without any."""
    shrink = cos(radians(lat))
    away = (hypot((x - lon) * shrink, y - lat) for line in lines for x, y in line)
    return KM_A_DEGREE * min(away, default=float("inf"))
