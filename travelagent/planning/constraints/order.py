"""A sight that is to be the first or the last one of its day.

The windows of the search know no order of stops, so a minute is chosen on one side of which the sight begins and on the
other side of which all others of the day lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from travelagent.planning.constraints.base import Rule
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window
from travelagent.planning.places import Places
from travelagent.planning.windows import Node, starts_of
from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.values import PACES, PlanRequest, Sight

LAST_FROM = 18 * 60
"""The day's last sight begins no earlier than this, where it is open then and the day is long enough."""
MARGIN = 30
"""Minutes of room for the begin of what is to be the day's first or last sight."""


@dataclass(frozen=True)
class FirstOrLast(Rule):
    """On that day the sight begins until the minute and all others after it, or the other way round."""

    kind = "pinned"
    reads = ("pinned",)
    outranks_taste = False
    sight: str
    day: int
    minute: int
    is_first: bool

    @classmethod
    def of(
        cls, request: PlanRequest, rules: Sequence[Rule], frames: Sequence[DayFrame], nodes: Sequence[Node], at: Places
    ) -> Iterator[Self]:
        """Make those of the sights that are open on the day on which they are to be first or last."""
        by_sight = {node.sight.id: node for node in nodes if node.sight is not None and node.meal is None}
        for frame in frames:
            for pin in request.pinned:
                node = by_sight.get(pin.sight)
                if pin.day != frame.day or node is None or node.sight is None or pin.when not in ("first", "last"):
                    continue
                if starts := list(starts_of(request, rules, frame, node)):
                    find = _first_minute if pin.when == "first" else _last_minute
                    yield cls(pin.sight, frame.day, find(request, frame, node.sight, starts, at), pin.when == "first")

    def begins(self, sight: Sight, frame: DayFrame, minutes: int) -> Window | None:
        if frame.day != self.day:
            return 0, MIDNIGHT
        if (sight.id == self.sight) == self.is_first:
            return 0, self.minute if self.is_first else self.minute - minutes
        return self.minute + self.is_first, MIDNIGHT


def _first_minute(request: PlanRequest, frame: DayFrame, sight: Sight, starts: Sequence[Window], places: Places) -> int:
    """Return the minute by which the day's first sight is begun."""
    reached = frame.start + int(places.travel[places.index(frame.origin, frame.stay.id), places.of(sight)])
    return MARGIN + next((max(first, reached) for first, last in starts if reached <= last), starts[0][0])


def _last_minute(request: PlanRequest, frame: DayFrame, sight: Sight, starts: Sequence[Window], places: Places) -> int:
    """Return the minute from which on the day's last sight is begun, dinner and the way back being behind it."""
    back = int(places.travel[places.of(sight), places.index(frame.destination, frame.stay.id)])
    dinner = PACES[request.pace].meal_minutes if frame.end >= frame.meals.dinner[1] else 0
    return min(LAST_FROM, min(starts[-1][1], frame.end - back - dinner - sight.minutes) - MARGIN)
