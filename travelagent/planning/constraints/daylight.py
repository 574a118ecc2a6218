"""Landscapes, ruins, villages and the like are visited between dawn and dusk, never in the dark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from travelagent.planning.constraints.base import ANY_TIME, Rule
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window, twilight
from travelagent.planning.messages import message
from travelagent.plans.daylight import begins_by_daylight, needs_daylight, wanted_in_the_dark
from travelagent.plans.fields import clock
from travelagent.plans.values import LocalizedText, PlanRequest, Sight


@dataclass(frozen=True)
class Daylight(Rule):
    """What needs light (plans/daylight.py) is visited while there is some, unless it is asked for at another hour."""

    kind = "daylight"
    reads = ("pinned",)
    anytime: frozenset[str]

    @classmethod
    def of(cls, request: PlanRequest) -> Self:
        """Return the constraint of the request: sights pinned to hours in the dark are exempt."""
        return cls(frozenset(pin.sight for pin in request.pinned if wanted_in_the_dark(request, pin.sight)))

    def begins(self, sight: Sight, frame: DayFrame, minutes: int) -> Window | None:
        if sight.id in self.anytime or not needs_daylight(sight):
            return ANY_TIME
        first, last = begins_by_daylight(minutes, twilight(frame.stay.lat, frame.stay.lon, frame.date))
        return (first, last) if first <= last else None


def daylight_between(frames: Sequence[DayFrame]) -> LocalizedText:
    """Return the hours between which it is light on these days, one at least, as text."""
    lights = [twilight(frame.stay.lat, frame.stay.lon, frame.date) for frame in frames]
    begins, ends = min(first for first, _ in lights), max(last for _, last in lights)
    if begins == ends:
        return message("left_out.dark_all_day")
    return message("left_out.dark", begins=clock(begins), ends=clock(ends))
