"""The hours of a day: a visit lies between its start and its end."""

from __future__ import annotations

from dataclasses import dataclass

from travelagent.planning.constraints.base import Edits, Rule
from travelagent.planning.edits.days import EndBy, StartAt
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window
from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.requests import day_hours, window_of
from travelagent.plans.values import PlanRequest, Sight

EXTENSIONS = (30, 60, 90, 120, 180)
"""By so many minutes a day may be longer at one end."""
EARLIEST_START = 6 * 60


@dataclass(frozen=True)
class DayHours(Rule):
    """No visit begins before its day or ends after it. The frame has the hours from the request."""

    kind = "day_window"
    reads = ("pace", "day_windows", "arrival", "departure")
    outranks_taste = False
    request: PlanRequest

    def begins(self, sight: Sight, frame: DayFrame, minutes: int) -> Window | None:
        return frame.start, frame.end - minutes

    def relaxations(self) -> tuple[Edits, ...]:
        """Return one day longer at one end, each; hours that the traveller set stay."""
        longest = self.loosest()
        return tuple((edit,) for minutes in EXTENSIONS for edit in self._longer_by(minutes)) if longest else ()

    def loosest(self) -> Edits:
        return self._longer_by(EXTENSIONS[-1])

    def _longer_by(self, minutes: int) -> Edits:
        found: list[StartAt | EndBy] = []
        for day in range(1, self.request.days + 1):
            window = window_of(self.request, day)
            start, end = day_hours(self.request, window)
            if window.start is None and start - minutes >= EARLIEST_START:
                found.append(StartAt(day, start - minutes))
            if window.end is None and end + minutes <= MIDNIGHT:
                found.append(EndBy(day, end + minutes))
        return tuple(found)
