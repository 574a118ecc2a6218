"""The timetables of coaches: where one goes far out by one, one is there after the first and leaves before the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from travelagent.planning.constraints.base import ANY_TIME, Rule
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window
from travelagent.planning.places import Places
from travelagent.plans.values import PACES, PlanRequest, Sight

AT_THE_STOP = 15
"""Minutes before the last coach by which a visit is over."""


@dataclass(frozen=True)
class Timetables(Rule):
    """A sight that is reached or left by coach is visited between these minutes, by its id and the day."""

    kind = "timetable"
    reads = ("travellers", "way")
    between: Mapping[tuple[str, int], Window]

    @classmethod
    def of(cls, request: PlanRequest, frames: Sequence[DayFrame], sights: Sequence[Sight], places: Places) -> Self:
        """Make the rule of a problem. Who dines out there before the last coach leaves that much earlier."""
        meal, between = PACES[request.pace].meal_minutes, {}
        for frame in frames:
            ends = [places.index(end, frame.stay.id) for end in (frame.origin, frame.destination)]
            for sight in sights:
                if sight.coach is None or not frame.is_in_reach(sight):
                    continue
                here = places.of(sight)
                hops = places.hops[ends[0]][here], places.hops[here][ends[1]]
                comes, leaves = (hop is not None and hop.mode == "bus" for hop in hops)
                dines = meal if sight.coach.last > frame.meals.dinner[0] else 0
                between[sight.id, frame.day] = (
                    sight.coach.first + sight.coach.minutes if comes else ANY_TIME[0],
                    sight.coach.last - AT_THE_STOP - dines if leaves else ANY_TIME[1],
                )
        return cls(between)

    def begins(self, sight: Sight, frame: DayFrame, minutes: int) -> Window | None:
        first, over = self.between.get((sight.id, frame.day), ANY_TIME)
        return (first, over - minutes) if first <= over - minutes else None
