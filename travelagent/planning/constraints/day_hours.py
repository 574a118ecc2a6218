"""The hours of a day: a visit lies between its start and its end."""

from __future__ import annotations

from dataclasses import dataclass

from travelagent.planning.constraints.base import Rule
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window
from travelagent.plans.values import Sight


@dataclass(frozen=True)
class DayHours(Rule):
    """No visit begins before its day, or lasts beyond it. The frame has the hours from the request."""

    kind = "day_window"
    reads = ("pace", "day_windows", "arrival", "departure")
    outranks_taste = False

    def begins(self, sight: Sight, frame: DayFrame, minutes: int) -> Window | None:
        return frame.start, frame.end - minutes
