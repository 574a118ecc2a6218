"""What is asked otherwise than before: two requests compared, from which a replanning knows what it may touch."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from travelagent.plans.values import BODILY, PACES, Pin, PlanRequest


@dataclass(frozen=True, slots=True)
class Delta:
    """From `before`, its days and bookings under their numbers of now, to `after`."""

    before: PlanRequest
    after: PlanRequest

    @property
    def pins(self) -> tuple[Pin, ...]:
        """The sights that are pinned otherwise, or were not."""
        return tuple(pin for pin in self.after.pinned if pin not in self.before.pinned)

    @property
    def refused(self) -> frozenset[str]:
        """What is not wanted any more on any day."""
        return frozenset(self.after.avoid) - frozenset(self.before.avoid)

    @property
    def refusing_days(self) -> set[int]:
        """The days on which something else is not wanted."""
        return {refusal.day for refusal in self.after.avoid_on if refusal not in self.before.avoid_on}

    @property
    def rainy_days(self) -> set[int]:
        """The days on which it rains now."""
        return set(self.after.rainy_days) - set(self.before.rainy_days)

    @property
    def rehoured_days(self) -> set[int]:
        """The days that are asked to begin or end otherwise; what another ride leaves of a day is not asked."""
        old, new = _hours(self.before), _hours(self.after)
        ridden = {1} if self.after.arrival != self.before.arrival else set()
        ridden |= {self.after.days} if self.after.departure != self.before.departure else set()
        changed = {day for day in {*old, *new} if old.get(day) != new.get(day) and day <= self.before.days}
        return changed - ridden

    @property
    def is_thriftier(self) -> bool:
        """Whether the change alters `thrift`."""
        return self.after.thrift != self.before.thrift

    @property
    def is_easier(self) -> bool:
        """Whether the days are to be slower, or spare the body."""
        slower = PACES[self.after.pace].visits < PACES[self.before.pace].visits
        return slower or bool(BODILY & self.refused)

    @property
    def is_only_thrift(self) -> bool:
        """Whether all that is asked is to spend less."""
        return self.is_thriftier and self._comparable(thrift=self.before.thrift)

    @property
    def is_only_rain(self) -> bool:
        """Whether all that is asked is to spare one the rain."""
        return bool(self.rainy_days) and self._comparable(rainy_days=self.before.rainy_days)

    def _comparable(self, **same: object) -> bool:
        """Whether the requests are equal once these fields are; what a replanning holds for them is not asked."""
        after = dataclasses.replace(self.after, held=self.before.held, **same)  # type: ignore[arg-type]
        return after == self.before


def _hours(request: PlanRequest) -> Mapping[int, tuple[int | None, int | None]]:
    return {window.day: (window.start, window.end) for window in request.day_windows}
