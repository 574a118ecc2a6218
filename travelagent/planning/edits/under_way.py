"""The edit of who is under way: what happened, from which the rest of the day is planned anew (onward.py)."""

from __future__ import annotations

from typing import Literal

from travelagent.planning.edits.base import edit
from travelagent.plans.fields import Clock
from travelagent.plans.values import Edit, EditContext, PlanRequest
from travelagent.plans.wire import OwnPlace

SituationKind = Literal["late", "rain", "skip", "here"]


@edit
class GoOn(Edit):
    """What happened, on which day, at which minute of it (`now`). `late`: by so many `minutes`. `rain`. `skip`: that
    `visit` is given up. `here`: one goes on from `place`; without it from the stop where one is by the plan."""

    kind: SituationKind
    day: int
    now: Clock
    minutes: int = 0
    visit: str | None = None
    place: OwnPlace | None = None
    op: Literal["go_on"] = "go_on"

    def apply(self, context: EditContext) -> PlanRequest:
        return context.request
