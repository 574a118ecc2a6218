"""The edit that adds a constraint to those which the request carries."""

from __future__ import annotations

import dataclasses
from typing import Literal

from travelagent.planning.edits.base import Names, edit
from travelagent.planning.messages import message
from travelagent.plans.values import CarriedConstraint, Edit, EditContext, LocalizedText, PlanRequest


@edit
class Constrain(Edit):
    """The constraint is kept throughout, in place of one of its kind for the same days."""

    constraint: CarriedConstraint
    op: Literal["constrain"] = "constrain"

    def apply(self, context: EditContext) -> PlanRequest:
        others = (held for held in context.request.constraints if held.key != self.constraint.key)
        return dataclasses.replace(context.request, constraints=(*others, self.constraint))

    def words(self, names: Names) -> LocalizedText:
        return message("edit.constrain", text=self.constraint.text)
