"""What one visits in the rain: what has a roof or rooms, and little else.

The search keeps everything else off the rainy days. When it is done, what time is left on such a day may go to what
would otherwise be lost: a demanded sight, and one in the open that was on that day already, if it is short or what one
comes for. No sight in the open is brought onto a rainy day merely to fill it: the day then has less on it. Only where a
city has no dry day, or no roof that is not visited already, does one go out all the same; a plan that is changed goes
out to no more than it did.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from travelagent.planning.constraints.base import ANY_TIME, Rule
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window
from travelagent.planning.messages import message
from travelagent.planning.rain import COME_FOR, SHOWER_MINUTES, in_the_open
from travelagent.plans.values import LocalizedText, PlanRequest, Sight


@dataclass(frozen=True)
class RainyDays(Rule):
    """The rainy days are spent indoors.

    `days`: their numbers; `pinned`: the day of a pinned sight; `before`: the day on which a sight was before these days
    were planned anew; `sheltering`: the cities with a dry day and a roof; `borne`: whether the plan is only filled up,
    and bears some rain.
    """

    kind = "rainy_days"
    reads = ("rainy_days", "must_see", "held", "pinned")
    days: frozenset[int]
    demanded: frozenset[str]
    pinned: Mapping[str, int | None]
    before: Mapping[str, int]
    sheltering: frozenset[str]
    borne: bool = False

    @classmethod
    def of(
        cls,
        request: PlanRequest,
        frames: Sequence[DayFrame],
        sights: Sequence[Sight],
        before: Mapping[str, int],
        dry: Collection[str] = (),
    ) -> Self:
        """Make the rule of a problem. `dry`: cities with a dry day besides these."""
        rainy, pinned = frozenset(request.rainy_days), {pin.sight: pin.day for pin in request.pinned}
        dry = {*dry, *(frame.stay.id for frame in frames if frame.day not in rainy)}
        roofed = {sight.city for sight in sights if not in_the_open(sight)}
        return cls(rainy, frozenset(request.demanded), pinned, before, frozenset(dry & roofed))

    def begins(self, sight: Sight, frame: DayFrame, minutes: int) -> Window | None:
        is_wet = frame.day in self.days and in_the_open(sight) and self.pinned.get(sight.id) != frame.day
        return None if is_wet and not (self.borne and self._is_borne(sight, frame.day)) else ANY_TIME

    def _is_borne(self, sight: Sight, day: int) -> bool:
        """Return whether one goes there in the rain where time is left."""
        if sight.id in self.demanded:
            return True
        if sight.city in self.sheltering:
            return self.before.get(sight.id) == day and (sight.minutes <= SHOWER_MINUTES or sight.score >= COME_FOR)
        return sight.id in self.before or not self.before


def rain_notes(request: PlanRequest) -> Iterator[LocalizedText]:
    """Yield the note on the days that are planned for rain."""
    if request.days > 1 and len(request.rainy_days) == request.days:
        yield message("assumption.rain_every_day")
        return
    for day in request.rainy_days:
        yield message("assumption.rain", day=day)
