"""A trip drawn as a small map without ground: each day's way from stop to stop."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians
from statistics import median
from typing import Any

from travelagent.ground import seam, unwrapped

WIDTH, HEIGHT = 160, 96
MARGIN = 10
COLOURS = 8
"""How many colours the days take turns in."""
KM_PER_DEGREE = 111.2
FEWEST = 4
FAR_TIMES, FAR_KM = 5, 15
"""A place is far from this multiple of the median distance to the middle on, and from so many kilometres."""
CITY_KM = 40
"""A wider median is one of cities, of which none is left out."""
FEW = 1 / 4
"""The share of places that may be left out."""

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
    """Draw the days that have stops to one scale, north up, inside of WIDTH × HEIGHT.

    A few stops far from all others are outside: the line to them leaves the picture. Stops on both sides of the date
    line lie side by side.
    """
    start = seam(visit["lon"] for day in itinerary["days"] for visit in day["visits"])
    days = [[(unwrapped(visit["lon"], start), visit["lat"]) for visit in day["visits"]] for day in itinerary["days"]]
    places = _near([place for day in days for place in day])
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


def _near(places: Sequence[Point]) -> list[Point]:
    """Return the places without the few that are far from the middle of all, as the page's maps choose them."""
    if len(places) < FEWEST:
        return list(places)
    lon, lat = (median(axis) for axis in zip(*places, strict=True))
    shrink = cos(radians(lat))
    away = [hypot((place[0] - lon) * shrink, place[1] - lat) * KM_PER_DEGREE for place in places]
    usual = median(away)
    near = [place for place, km in zip(places, away, strict=True) if km <= max(FAR_TIMES * usual, FAR_KM)]
    return near if usual <= CITY_KM and len(places) - len(near) <= len(places) * FEW else list(places)
