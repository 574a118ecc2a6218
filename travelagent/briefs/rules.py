"""What a rule of travel is: a named function that acts on a draft of the planner's request, with its figure and reason.

A rule that acted is reported in the plan's assumptions, under its name, and can be switched off by the brief's
`rules_off`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from travelagent.briefs.rides import Rides
from travelagent.briefs.values import TripBrief
from travelagent.plans.values import PACES, DayWindow, LocalizedText, PaceRule, PlanRequest, Sight


@dataclass(frozen=True, slots=True)
class Draft:
    """A request to the planner in the making. `rides` are those from home and back; `sights` are all that its cities
    have."""

    brief: TripBrief
    request: PlanRequest
    today: date
    rides: Rides
    sights: tuple[Sight, ...] = ()

    @property
    def cities(self) -> tuple[str, ...]:
        """The ids of the cities in their order."""
        return tuple(stay.id for stay in self.request.cities)

    @property
    def days(self) -> int:
        """The length of the trip in days."""
        return self.request.days

    @property
    def usual(self) -> PaceRule:
        """The usual hours and limits of the pace."""
        return PACES[self.request.pace]

    @property
    def windows(self) -> Mapping[int, DayWindow]:
        """The windows of days by their number."""
        return {window.day: window for window in self.request.day_windows}

    def start_of(self, day: int) -> int:
        """Return when a day begins in the draft, in minutes since midnight."""
        window = self.windows.get(day)
        return self.usual.start if window is None or window.start is None else window.start

    def end_of(self, day: int) -> int:
        """Return when a day ends in the draft, in minutes since midnight."""
        window = self.windows.get(day)
        return self.usual.end if window is None or window.end is None else window.end

    def asking(self, **changes: object) -> Draft:
        """Return the draft with fields of its request changed."""
        return dataclasses.replace(self, request=dataclasses.replace(self.request, **changes))  # type: ignore[arg-type]  # named by the caller

    def with_windows(self, windows: Iterable[DayWindow]) -> Draft:
        """Return the draft with these windows in place of those of the same days."""
        held = {**self.windows, **{window.day: window for window in windows}}
        return self.asking(day_windows=tuple(held[day] for day in sorted(held)))


Outcome: TypeAlias = tuple[Draft, LocalizedText] | None
"""The draft after a rule, and what it did in words; None where it had nothing to do."""


@dataclass(frozen=True, slots=True)
class Rule:
    """`figure` and `reason` say what the rule counts with, and why."""

    name: str
    figure: LocalizedText
    reason: LocalizedText
    act: Callable[[Draft], Outcome]


@dataclass(frozen=True, slots=True)
class AppliedRule:
    """A rule that acted on a plan, and what it did in words."""

    name: str
    text: LocalizedText
