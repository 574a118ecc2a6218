"""Drives from city to city by way of sights: what lies on them, and how long their legs take.

The day of such a drive begins where one slept, and is searched as any other is: from there by way of sights of both
cities to the next hotel, with lunch where one is when its time has come.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from travelagent.planning.frame import DayFrame, hotel_of
from travelagent.plans.on_the_way import is_on_the_way
from travelagent.plans.values import Sight
from travelagent.travel.legs import ROUNDING, LegMatrix, km_between

LONGEST_STOP = 240
"""A stop on a drive takes so many minutes at most."""
MOST_UNLIKE = 1.4
"""The known road of a drive is taken to be so many times slower or faster than its estimate at most."""


def passed_by(frame: DayFrame, sights: Sequence[Sight]) -> tuple[Sight, ...]:
    """Return the sights of the city that one comes from which lie on the drive of that day."""
    if frame.drive is None or frame.came_from is None:
        return ()
    own = [sight for sight in sights if sight.city == frame.came_from.id and sight.minutes <= LONGEST_STOP]
    away = km_between([frame.origin, frame.destination, *own])
    return tuple(
        sight
        for k, sight in enumerate(own, 2)
        if is_on_the_way(float(away[0, k]), float(away[k, 1]), float(away[0, 1]))
    )


def at_known_road_speed(matrix: LegMatrix, frame: DayFrame, ends: Sequence[int], passed: Sequence[int]) -> LegMatrix:
    """Return the legs with the estimated ones of a drive as slow as the known road from end to end.

    `ends`: the rows of where it begins and ends; `passed`: those of the sights of the city that one comes from. Where
    one is under way already they stay as they are.
    """
    if frame.drive is None or frame.came_from is None or frame.origin != hotel_of(frame.came_from):
        return matrix
    begin, end = ends
    minutes, km, estimated = matrix.minutes.copy(), matrix.km.copy(), matrix.estimated.copy()
    share = min(max(frame.drive.minutes / max(int(minutes[begin, end]), 1), 1 / MOST_UNLIKE), MOST_UNLIKE)
    for row in (begin, *passed):
        slow = estimated[row] & np.array([mode == "car" for mode in matrix.modes[row]], dtype=np.bool_)
        known = np.ceil(minutes[row] * share / ROUNDING).astype(np.int64) * ROUNDING
        minutes[row] = np.where(slow, known, minutes[row])
    minutes[begin, end], km[begin, end], estimated[begin, end] = frame.drive.minutes, frame.drive.km, True
    return dataclasses.replace(matrix, minutes=minutes, km=km, estimated=estimated)
