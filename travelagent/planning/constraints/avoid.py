"""Sights, categories, tags and strains that are not wanted: on the whole trip, or on one day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from travelagent.planning.constraints.base import ANY_TIME, Rule
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window
from travelagent.plans.values import PlanRequest, Sight


@dataclass(frozen=True)
class Avoided(Rule):
    """Nothing of these terms. What is demanded by name stays."""

    kind = "avoid"
    reads = ("avoid", "must_see", "held", "pinned")
    terms: frozenset[str]
    demanded: frozenset[str]

    @classmethod
    def of(cls, request: PlanRequest) -> Iterator[Self]:
        """Yield the constraint of what the request avoids on the whole trip, if anything."""
        if request.avoid:
            yield cls(frozenset(request.avoid), frozenset(request.demanded))

    def refuses(self, sight: Sight) -> bool:
        return sight.id not in self.demanded and bool(self.terms & sight.terms)


@dataclass(frozen=True)
class AvoidedOnDay(Rule):
    """Nothing of these terms on that day. What is pinned to the day stays."""

    kind = "avoid_on"
    reads = ("avoid_on", "pinned")
    day: int
    terms: frozenset[str]
    pinned: frozenset[str]

    @classmethod
    def of(cls, request: PlanRequest) -> Iterator[Self]:
        """Yield the constraint of each day on which the request refuses something."""
        for day in sorted({refusal.day for refusal in request.avoid_on}):
            terms = frozenset(refusal.term for refusal in request.avoid_on if refusal.day == day)
            yield cls(day, terms, frozenset(pin.sight for pin in request.pinned if pin.day == day))

    def begins(self, sight: Sight, frame: DayFrame, minutes: int) -> Window | None:
        refused = frame.day == self.day and sight.id not in self.pinned and bool(self.terms & sight.terms)
        return None if refused else ANY_TIME
