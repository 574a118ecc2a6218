"""The independent checker: what routes of an instance are worth, read from the instance alone.

Shares nothing with the solver. Reads the file itself, walks every route with the distances rounded down as the
benchmark wants it (one decimal, two for the `pr` instances), in exact integers, and adds up the scores.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from pathlib import Path


class BrokenRoute(ValueError):
    """A route breaks a rule; the message names it."""


@dataclass(frozen=True)
class Point:
    """Times in units of the benchmark's last decimal; coordinates in hundredths."""

    x: int
    y: int
    service: int
    score: float
    opens: int
    closes: int


def read_points(path: Path) -> tuple[list[Point], int]:
    """The points by number, and how many units a time has (10 or 100)."""
    units = 100 if path.name.startswith("pr") else 10
    points = []
    for line in path.read_text(encoding="utf-8").splitlines()[2:]:
        words = line.split()
        if words:
            x, y, service, score = (float(word) for word in words[1:5])
            opens, closes = (float(word) for word in words[-2:])
            times = (round(value * units) for value in (service, opens, closes))
            service_units, opens_units, closes_units = times
            points.append(Point(round(x * 1000), round(y * 1000), service_units, score, opens_units, closes_units))
    return points, units


def distance(a: Point, b: Point, units: int) -> int:
    """The distance in units, rounded down: the largest d with d² ≤ the squared distance."""
    squared = (a.x - b.x) ** 2 + (a.y - b.y) ** 2
    return isqrt(squared * units * units // 1_000_000)


def checked_score(path: Path, tours: int, routes: Sequence[Sequence[int]]) -> float:
    """The routes' score. Raises BrokenRoute when there are too many, a point comes twice or too late."""
    points, units = read_points(path)
    depot = points[0]
    if len(routes) > tours:
        raise BrokenRoute(f"{len(routes)} routes, {tours} allowed")
    visited = [number for route in routes for number in route]
    if len(set(visited)) < len(visited) or not all(0 < number < len(points) for number in visited):
        raise BrokenRoute("a point is visited twice, or is no point")
    for route in routes:
        moment, here = depot.opens, depot
        for number in route:
            there = points[number]
            moment = max(moment + distance(here, there, units), there.opens)
            if moment > there.closes:
                raise BrokenRoute(f"point {number} begins at {moment / units}, closes at {there.closes / units}")
            moment, here = moment + there.service, there
        if moment + distance(here, depot, units) > depot.closes:
            raise BrokenRoute(f"back at {(moment + distance(here, depot, units)) / units}")
    return sum(points[number].score for number in visited)
