"""Where days are planned anew, their sights stay on them or are given up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from travelagent.planning.constraints.base import ANY_TIME, Rule
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window
from travelagent.planning.search.objective import LOYALTY
from travelagent.planning.windows import Standing
from travelagent.plans.values import PlanRequest, Sight


@dataclass(frozen=True)
class Loyal(Rule):
    """A sight stays on the day it was on, unless it is demanded or all are `free`, and is not taken out lightly."""

    kind = "loyalty"
    reads = ("must_see", "held", "pinned")
    days: Mapping[str, int]
    free: bool
    demanded: frozenset[str]

    @classmethod
    def of(cls, request: PlanRequest, standing: Standing) -> Self:
        """Return the constraint that keeps the sights of the standing plan on their days, except those that the request
        demands.
        """
        return cls(standing.loyal, standing.free, frozenset(request.demanded))

    def begins(self, sight: Sight, frame: DayFrame, minutes: int) -> Window | None:
        stays = self.free or sight.id in self.demanded or self.days.get(sight.id, frame.day) == frame.day
        return ANY_TIME if stays else None

    def bonus(self, sight: Sight) -> float:
        return LOYALTY if sight.id in self.days else 0.0
