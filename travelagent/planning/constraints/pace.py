"""The most sights of a day, by the pace of the trip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from travelagent.planning.constraints.base import Edits, Rule
from travelagent.planning.edits.trip import PACE_ORDER, SetPace
from travelagent.planning.frame import DayFrame
from travelagent.plans.values import PACES, Pace, PlanRequest


@dataclass(frozen=True)
class PaceCap(Rule):
    """At most so many sights a day.

    More where more are pinned to the day, fewer where it is to be no fuller than it was (`before`, the sights of a
    day).
    """

    kind = "pace"
    reads = ("pace", "pinned")
    pace: Pace
    pinned: Mapping[int | None, int]
    before: Mapping[int, int]

    @classmethod
    def of(cls, request: PlanRequest, before: Mapping[int, int]) -> Self:
        """Return the constraint of the request's pace; `before`: by day, the number of sights it already had."""
        return cls(request.pace, Counter(pin.day for pin in request.pinned), before)

    def most_visits(self, frame: DayFrame) -> int:
        usual = PACES[self.pace].visits
        return max(min(usual, self.before.get(frame.day, usual)), self.pinned.get(frame.day, 0))

    def relaxations(self) -> tuple[Edits, ...]:
        """Return every faster pace."""
        return tuple((SetPace(pace),) for pace in PACE_ORDER[PACE_ORDER.index(self.pace) + 1 :])
