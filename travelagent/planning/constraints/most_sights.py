"""At most so many sights a day."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from travelagent.planning.constraints.base import Edits, Scoped
from travelagent.planning.edits.constrain import Constrain
from travelagent.planning.frame import DayFrame
from travelagent.plans.constraints import carried
from travelagent.plans.values import LocalizedText

MOST = 12
"""No day holds more."""


@carried
@dataclass(frozen=True)
class MostSights(Scoped):
    """No day has more sights than `most`; bookings do not count."""

    kind = "most_sights"
    most: Annotated[int, Field(ge=1, le=MOST)]

    @property
    def text(self) -> LocalizedText:
        """The constraint in words: "at most 3 sights a day"."""
        sights = "sight" if self.most == 1 else "sights"
        each = LocalizedText(f"at most {self.most} {sights} a day", f"每天最多 {self.most} 个景点")
        single = LocalizedText(f"at most {self.most} {sights}", f"最多 {self.most} 个景点")
        return self.with_scope(each if self.weekday is None else single)

    def most_visits(self, frame: DayFrame) -> int | None:
        return self.most if self.is_of(frame.date) else None

    def relaxations(self) -> tuple[Edits, ...]:
        if self.most == MOST:
            return super().relaxations()
        return ((Constrain(replace(self, most=self.most + 1)),), *super().relaxations())
