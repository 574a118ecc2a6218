"""Clip rings and lines to a box of degrees."""

import itertools
from collections.abc import Callable, Iterator, Sequence

from travelagent.ground.pieces import Box

Point = tuple[float, float]
Points = tuple[Point, ...]
Side = tuple[int, float, int]
"""An axis (0 longitude, 1 latitude), where it is cut, and the sign of what stays: 1 above, -1 below."""


def sides(box: Box) -> tuple[Side, ...]:
    """Return the four sides of a box."""
    return ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1))


def is_inside(point: Point, side: Side) -> bool:
    """Return whether a point lies on the inner side, or on the side itself."""
    axis, at, sign = side
    return (point[axis] - at) * sign >= 0


def crossing(one: Point, other: Point, side: Side) -> Point:
    """Return the point at which a segment between two points on either side of a side crosses it."""
    axis, at, _ = side
    share = (at - one[axis]) / (other[axis] - one[axis])
    across = one[1 - axis] + share * (other[1 - axis] - one[1 - axis])
    return (at, across) if axis == 0 else (across, at)


def clip_ring(ring: Points, box: Box) -> Points:
    """Return the part of a ring within a box, after Sutherland and Hodgman; empty where nothing is.

    A part that falls into several pieces stays one ring, joined along the box."""
    for side in sides(box):
        kept: list[Point] = []
        for one, other in zip((ring[-1:] + ring[:-1]), ring, strict=True):
            if is_inside(one, side) != is_inside(other, side):
                kept.append(crossing(one, other, side))
            if is_inside(other, side):
                kept.append(other)
        ring = tuple(kept)
    return ring if len(ring) > 2 else ()


def clip_line(line: Points, box: Box) -> list[Points]:
    """Return the parts of a line within a box."""
    parts = [line]
    for side in sides(box):
        parts = [part for whole in parts for part in _cut(whole, side)]
    return parts


def _cut(line: Points, side: Side) -> Iterator[Points]:
    part: list[Point] = [line[0]] if is_inside(line[0], side) else []
    for one, other in itertools.pairwise(line):
        if is_inside(one, side) != is_inside(other, side):
            part.append(crossing(one, other, side))
        if is_inside(other, side):
            part.append(other)
        elif part:
            yield tuple(part)
            part = []
    if len(part) > 1:
        yield tuple(part)


def runs(points: Sequence[Point], is_drawn: Callable[[Point, Point], bool]) -> Iterator[Points]:
    """Yield the stretches of a line all of whose segments are drawn."""
    part: list[Point] = []
    for one, other in itertools.pairwise(points):
        if is_drawn(one, other):
            part = part or [one]
            part.append(other)
        elif part:
            yield tuple(part)
            part = []
    if part:
        yield tuple(part)
