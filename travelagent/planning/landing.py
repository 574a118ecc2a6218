"""The day of arrival is a light one: nothing far, and nothing that takes half a day.

Who has come a long way this morning strolls. What the traveller pinned to that day is his own affair, and a demand that
fits on no other day is still kept: only the windows that are searched first go without it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from travelagent.planning.frame import DayFrame
from travelagent.planning.places import UNREACHABLE, Places
from travelagent.planning.windows import Node, StartTable
from travelagent.plans.values import PlanRequest

NEAR_MINUTES, STAY_MINUTES = 40, 150
"""A sight of the day of arrival is no farther from where that begins, and takes no longer."""


def light_on_arrival(
    request: PlanRequest, frames: Sequence[DayFrame], nodes: Sequence[Node], places: Places, starts: StartTable
) -> StartTable:
    """Return the table without what is too much for the day of arrival, where one comes by a ride that was told."""
    if request.arrival is None or len(frames) < 2:
        return starts
    pinned = {pin.sight for pin in request.pinned if pin.day == frames[0].day}
    origin = places.index(frames[0].origin, frames[0].stay.id)

    def is_too_much(node: Node) -> bool:
        sight = node.sight
        if sight is None or sight.id in pinned or sight.city != frames[0].stay.id:
            return False
        away = int(places.travel[origin, places.of(sight)])
        return sight.minutes > STAY_MINUTES or NEAR_MINUTES < away < UNREACHABLE

    windows = starts.windows.copy()
    windows[0, np.flatnonzero([is_too_much(node) for node in nodes])] = 0
    return starts._replace(windows=windows)
