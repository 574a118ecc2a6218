"""The edit that gives up a constraint which the request carries."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Literal

from travelagent.planning.edits.base import edit
from travelagent.planning.edits.sights import HOUR_WORTH
from travelagent.plans.values import Edit, EditContext, PlanRequest, Sight


@edit
class Lift(Edit):
    """No constraint of that kind is kept any more."""

    kind: str
    op: Literal["lift"] = "lift"

    def apply(self, context: EditContext) -> PlanRequest:
        kept = tuple(held for held in context.request.constraints if held.kind != self.kind)
        return dataclasses.replace(context.request, constraints=kept)

    def price(self, request: PlanRequest, known: Mapping[str, Sight]) -> float:
        return HOUR_WORTH
