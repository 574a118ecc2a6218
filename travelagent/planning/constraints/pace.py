"""The most sights of a day, by the pace of the trip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from travelagent.planning.constraints.base import Rule
from travelagent.planning.frame import DayFrame
from travelagent.plans.values import PACES, PlanRequest


@dataclass(frozen=True)
class PaceCap(Rule):
    """At most so many sights a day; more where more are pinned to the day, fewer where it is to be no fuller than it
    was (`before`, the sights of a day)."""

    kind = "pace"
    reads = ("pace", "pinned")
    usual: int
    pinned: Mapping[int | None, int]
    before: Mapping[int, int]

    @classmethod
    def of(cls, request: PlanRequest, before: Mapping[int, int]) -> Self:
        return cls(PACES[request.pace].visits, Counter(pin.day for pin in request.pinned), before)

    def most_visits(self, frame: DayFrame) -> int:
        return max(min(self.usual, self.before.get(frame.day, self.usual)), self.pinned.get(frame.day, 0))
