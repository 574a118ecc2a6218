"""The day of arrival is a light one, and that of the departure stays in town.

Who has come a long way this morning strolls: nothing far, and nothing that takes half a day. Who leaves in the evening
goes nowhere from where one might come back too late. What the traveller pinned to such a day is his own affair, and a
demand that fits on no other day is still kept: only the windows that are searched first go without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from travelagent.planning.frame import DayFrame
from travelagent.planning.places import UNREACHABLE, Places
from travelagent.planning.windows import Node, StartTable
from travelagent.plans.values import PlanRequest, Sight

NEAR_MINUTES, FARTHER_MINUTES, STAY_MINUTES = 40, 60, 150
"""A sight of the day of arrival is no farther from where that begins, or somewhat farther where little is near, and
takes no longer; one of the day of departure is no farther than the former."""
AFTERNOON_MINUTES, EVENING = 150, 17 * 60
"""Little is near where the visits that can begin before the evening take less than this altogether."""
FULL_DAYS = 3
"""A trip of fewer days has no other than these, and goes far on the last one."""


def light_at_both_ends(
    request: PlanRequest, frames: Sequence[DayFrame], nodes: Sequence[Node], places: Places, starts: StartTable
) -> StartTable:
    """Return the table without what is too much for the day of arrival and of departure, where the request has the
    ride.
    """
    if request.arrival is not None and len(frames) > 1:
        near = _Near(frames[0], nodes, places)
        reach = NEAR_MINUTES if near.afternoon(starts) >= AFTERNOON_MINUTES else FARTHER_MINUTES
        starts = _without(starts, request, frames[0], near, 0, lambda sight: near.is_light(sight, reach))
    if request.departure is not None and len(frames) >= FULL_DAYS:
        near = _Near(frames[-1], nodes, places)
        starts = _without(starts, request, frames[-1], near, -1, lambda sight: near.is_near(sight, NEAR_MINUTES))
    return starts


class _Near:
    """The sights of a day's city, and how far they are from where the day begins."""

    def __init__(self, frame: DayFrame, nodes: Sequence[Node], places: Places) -> None:
        city = frame.stay.id
        self.own = [(number, node.sight) for number, node in enumerate(nodes) if node.sight and node.sight.city == city]
        self._minutes = places.travel[places.index(frame.home, city)]
        self._places = places

    def is_near(self, sight: Sight, reach: int) -> bool:
        away = int(self._minutes[self._places.of(sight)])
        return away <= reach or away >= UNREACHABLE

    def is_light(self, sight: Sight, reach: int) -> bool:
        return sight.minutes <= STAY_MINUTES and self.is_near(sight, reach)

    def afternoon(self, starts: StartTable) -> int:
        """The minutes of all light visits near by that can begin on the first day before its evening."""
        light = {
            sight.id: sight.minutes
            for number, sight in self.own
            if self.is_light(sight, NEAR_MINUTES) and starts.windows[0, number] and starts.opens[0, number, 0] < EVENING
        }
        return sum(light.values())


def _without(
    starts: StartTable,
    request: PlanRequest,
    frame: DayFrame,
    near: _Near,
    day: int,
    fits: Callable[[Sight], bool],
) -> StartTable:
    """Return the table without the sights that do not fit that day and are not pinned to it."""
    pinned = {pin.sight for pin in request.pinned if pin.day == frame.day}
    windows = starts.windows.copy()
    windows[day, [number for number, sight in near.own if sight.id not in pinned and not fits(sight)]] = 0
    return starts._replace(windows=windows)
