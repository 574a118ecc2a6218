"""A sight that is bound to a day, an hour or a part of the day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from travelagent.planning.constraints.base import ANY_TIME, Edits, Rule
from travelagent.planning.edits.sights import Visiting
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window
from travelagent.plans.values import PARTS_OF_DAY, Pin, PlanRequest, Sight


@dataclass(frozen=True)
class Pinned(Rule):
    """The sight is visited when its pin demands. What is to be the first or last of its day: order.py."""

    kind = "pinned"
    reads = ("pinned",)
    pin: Pin

    @classmethod
    def of(cls, request: PlanRequest) -> Iterator[Self]:
        """Return one constraint for each pin of the request."""
        return map(cls, request.pinned)

    def begins(self, sight: Sight, frame: DayFrame, minutes: int) -> Window | None:
        if sight.id != self.pin.sight:
            return ANY_TIME
        if self.pin.day not in (None, frame.day):
            return None
        if self.pin.start is not None:
            return self.pin.start, self.pin.start
        return next((hours for part, hours in PARTS_OF_DAY.items() if part == self.pin.when), ANY_TIME)

    def relaxations(self) -> tuple[Edits, ...]:
        """Return the sight visited whenever it can be, on its day, else on any."""
        if self.pin.when is not None or self.pin.start is not None:
            return ((Visiting.of(replace(self.pin, start=None, when=None)),),)
        return () if self.pin.day is None else ((Visiting.of(replace(self.pin, day=None)),),)

    def insists_on(self, sight: Sight) -> bool:
        return sight.id == self.pin.sight
