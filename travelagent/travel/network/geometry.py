"""Distances on the earth between two points, without arrays: a network is searched point by point."""

from collections.abc import Iterator
from math import asin, ceil, cos, radians, sin, sqrt

from travelagent.travel.network.values import Place

EARTH_KM = 6371.0088


def air_km(a: Place, b: Place) -> float:
    """Return the great circle between two places in kilometres (haversine)."""
    north = sin(radians(b.lat - a.lat) / 2) ** 2
    east = cos(radians(a.lat)) * cos(radians(b.lat)) * sin(radians(b.lon - a.lon) / 2) ** 2
    return 2 * EARTH_KM * asin(sqrt(min(1.0, north + east)))


def along(a: Place, b: Place, step_km: float) -> Iterator[tuple[Place, float]]:
    """Yield the middles of equal pieces of the straight line from a to b, each with its length in kilometres.

    None is longer than `step_km`. Good for lines that do not pass a pole.
    """
    total = air_km(a, b)
    count = max(1, ceil(total / step_km))
    east = (b.lon - a.lon + 180) % 360 - 180
    for number in range(count):
        share = (number + 0.5) / count
        yield Place(a.lat + (b.lat - a.lat) * share, a.lon + east * share), total / count
