"""At most so many sights a day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from travelagent.planning.constraints.base import Carried, Edits
from travelagent.planning.edits.constrain import Constrain
from travelagent.planning.frame import DayFrame
from travelagent.plans.constraints import carried
from travelagent.plans.fields import CalendarDate
from travelagent.plans.values import LocalizedText
from travelagent.plans.words import short_day

MOST = 12
"""No day holds more."""


@carried
@dataclass(frozen=True)
class MostSights(Carried):
    """No day has more sights than `most`, from the day `since` on where that is given; bookings do not count."""

    kind = "most_sights"
    most: Annotated[int, Field(ge=1, le=MOST)]
    since: CalendarDate | None = None

    @property
    def text(self) -> LocalizedText:
        """The constraint in words: "at most 3 sights a day"."""
        sights = "sight" if self.most == 1 else "sights"
        if self.since is None:
            return LocalizedText(f"at most {self.most} {sights} a day", f"每天最多 {self.most} 个景点")
        day = short_day(self.since)
        return LocalizedText(
            f"at most {self.most} {sights} a day from {day.en} on", f"从{day.zh}起每天最多 {self.most} 个景点"
        )

    def most_visits(self, frame: DayFrame) -> int | None:
        return self.most if self.since is None or frame.date >= self.since else None

    def relaxations(self) -> tuple[Edits, ...]:
        if self.most == MOST:
            return super().relaxations()
        return ((Constrain(MostSights(self.most + 1, self.since)),), *super().relaxations())
