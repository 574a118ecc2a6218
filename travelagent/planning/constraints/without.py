"""Nothing of a kind, on some days."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from travelagent.planning.constraints.base import ANY_TIME, Scoped
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window
from travelagent.plans.constraints import carried
from travelagent.plans.values import LocalizedText, Sight
from travelagent.plans.words import term


@carried
@dataclass(frozen=True)
class Without(Scoped):
    """No sight of the category, tag or strain `term` on these days, whoever insists on it."""

    kind = "without"
    term: Annotated[str, Field(pattern=r"^[a-z][a-z_ ]*$", max_length=80)]

    @property
    def key(self) -> tuple[object, ...]:
        return (*super().key, self.term)

    @property
    def text(self) -> LocalizedText:
        """The constraint in words: "no museum on Mondays"."""
        name = term(self.term)
        return self.with_scope(LocalizedText(f"no {name.en}", f"不去{name.zh}"))

    def begins(self, sight: Sight, frame: DayFrame, minutes: int) -> Window | None:
        return None if self.is_of(frame.date) and self.term in sight.terms else ANY_TIME
