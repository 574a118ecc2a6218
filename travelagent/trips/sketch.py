"""A trip drawn as a small map without ground: each day's way from stop to stop."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians
from typing import Any

WIDTH, HEIGHT = 160, 96
MARGIN = 10
COLOURS = 8
"""How many colours the days take turns in."""

Point = tuple[float, float]


@dataclass(frozen=True)
class DayWay:
    """One day's stops in the sketch's pixels, x to the right and y down, and which of the colours, 1 to 8, is its."""

    colour: int
    stops: tuple[Point, ...]

    @property
    def line(self) -> str:
        """The points of an SVG polyline."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.stops)


def sketch(itinerary: Mapping[str, Any]) -> tuple[DayWay, ...]:
    """The days that have stops, drawn to one scale, north up, inside of WIDTH × HEIGHT."""
    days = [[(visit["lon"], visit["lat"]) for visit in day["visits"]] for day in itinerary["days"]]
    places = [place for day in days for place in day]
    if not places:
        return ()
    (west, east), (south, north) = ((min(axis), max(axis)) for axis in zip(*places, strict=True))
    shrink = cos(radians((south + north) / 2))
    wide, high = (east - west) * shrink, north - south
    scale = min((WIDTH - 2 * MARGIN) / max(wide, 1e-6), (HEIGHT - 2 * MARGIN) / max(high, 1e-6))
    left, top = (WIDTH - wide * scale) / 2, (HEIGHT - high * scale) / 2

    def drawn(place: Point) -> Point:
        lon, lat = place
        return round(left + (lon - west) * shrink * scale, 1), round(top + (north - lat) * scale, 1)

    return tuple(DayWay(n % COLOURS + 1, tuple(map(drawn, day))) for n, day in enumerate(days) if day)
