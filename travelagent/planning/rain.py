"""What one visits in the rain: what has a roof or rooms, and little else.

The search keeps everything else off the rainy days. When it is done, what time is left on such a day may go to what
would otherwise be lost: a demanded sight, and one in the open that was on that day already, if it is short or what one
comes for. No sight in the open is brought onto a rainy day merely to fill it: the day then has less on it. Only where a
city has no dry day, or no roof that is not visited already, does one go out all the same; a plan that is changed goes
out to no more than it did.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from travelagent.planning.frame import DayFrame
from travelagent.planning.values import PlanRequest, Sight

Rain = Literal["unheeded", "avoided", "borne"]
"""How much rain counts: not at all, while the plan is searched, while it is filled up."""
ROOMED = frozenset({"castle", "cave", "palace", "temple"})
"""Categories of which a visit is largely under a roof, though not all of it."""
SHOWER_MINUTES = 60
"""A sight in the open where one is no longer than this may stay on a day that turns out rainy."""
COME_FOR = 9.0
"""From this score on a sight may, too, however long one is there."""


def in_the_open(sight: Sight) -> bool:
    """Whether a visit is spent without a roof."""
    return not sight.indoor and sight.category not in ROOMED


class Shelter:
    """Which sights the rain keeps off which days of a problem.

    `were`: the day on which a sight was before these days were planned anew; `demanded`: the sights that must be in the
    plan; `dry`: cities with a dry day besides these.
    """

    def __init__(
        self,
        request: PlanRequest,
        frames: Sequence[DayFrame],
        sights: Sequence[Sight],
        were: Mapping[str, int],
        dry: Collection[str] = (),
    ) -> None:
        self.rainy, self.were = frozenset(request.rainy_days), were
        self.pins = {pin.sight: pin.day for pin in request.pinned}
        self.demanded = set(request.demanded)
        dry = {*dry, *(frame.stay.id for frame in frames if frame.day not in self.rainy)}
        self.sheltering = dry & {sight.city for sight in sights if not in_the_open(sight)}

    def keeps_off(self, sight: Sight, day: int, rain: Rain) -> bool:
        """Whether the sight is not to be visited on that day for its rain."""
        if rain == "unheeded" or day not in self.rainy or not in_the_open(sight):
            return False
        if self.pins.get(sight.id) == day:
            return False
        return rain == "avoided" or not self._is_borne(sight, day)

    def _is_borne(self, sight: Sight, day: int) -> bool:
        """Whether one goes there in the rain where time is left."""
        if sight.id in self.demanded:
            return True
        if sight.city in self.sheltering:
            return self.were.get(sight.id) == day and (sight.minutes <= SHOWER_MINUTES or sight.score >= COME_FOR)
        return sight.id in self.were or not self.were
