"""The day of arrival is a light one: nothing far, and nothing that takes half a day.

Who has come a long way this morning strolls. What the traveller pinned to that day is his own affair, and a demand that
fits on no other day is still kept: only the windows that are searched first go without it.
"""

from __future__ import annotations

from collections.abc import Sequence

from travelagent.planning.frame import DayFrame
from travelagent.planning.places import UNREACHABLE, Places
from travelagent.planning.windows import Node, StartTable
from travelagent.plans.values import PlanRequest, Sight

NEAR_MINUTES, FARTHER_MINUTES, STAY_MINUTES = 40, 60, 150
"""A sight of the day of arrival is no farther from where that begins, or somewhat farther where little is near, and
takes no longer."""
AFTERNOON_MINUTES, EVENING = 150, 17 * 60
"""Little is near where the visits that can begin before the evening take less than this altogether."""


def light_on_arrival(
    request: PlanRequest, frames: Sequence[DayFrame], nodes: Sequence[Node], places: Places, starts: StartTable
) -> StartTable:
    """Return the table without what is too much for the day of arrival, where one comes by a ride that was told."""
    if request.arrival is None or len(frames) < 2:
        return starts
    pinned = {pin.sight for pin in request.pinned if pin.day == frames[0].day}
    origin, city = places.index(frames[0].origin, frames[0].stay.id), frames[0].stay.id
    own = [(number, node.sight) for number, node in enumerate(nodes) if node.sight and node.sight.city == city]

    def is_light(sight: Sight, reach: int) -> bool:
        away = int(places.travel[origin, places.of(sight)])
        return sight.minutes <= STAY_MINUTES and (away <= reach or away >= UNREACHABLE)

    afternoon = {
        sight.id: sight.minutes
        for number, sight in own
        if is_light(sight, NEAR_MINUTES) and starts.windows[0, number] and starts.opens[0, number, 0] < EVENING
    }
    reach = NEAR_MINUTES if sum(afternoon.values()) >= AFTERNOON_MINUTES else FARTHER_MINUTES
    windows = starts.windows.copy()
    windows[0, [number for number, sight in own if sight.id not in pinned and not is_light(sight, reach)]] = 0
    return starts._replace(windows=windows)
