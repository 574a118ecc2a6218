"""The edit that makes a day lighter, whatever it holds."""

from __future__ import annotations

import dataclasses
from typing import Literal

from travelagent.planning.edits.base import Names, edit
from travelagent.planning.edits.draft import Draft
from travelagent.planning.edits.sights import SightEdit
from travelagent.planning.messages import message, refuse
from travelagent.planning.taste import worth
from travelagent.plans.fields import MIDNIGHT
from travelagent.plans.values import (
    PARTS_OF_DAY,
    EditContext,
    LocalizedText,
    PartOfDay,
    PlanRequest,
    Refusal,
    Visit,
)


@edit
class Lighten(SightEdit):
    """The day, or that part of it, does without the sight that is missed least; its time is left free.

    What the traveller asked for by name stays, and so does one sight. The sight may stand on another day of a later
    plan.
    """

    day: int
    part: PartOfDay | None = None
    op: Literal["lighten"] = "lighten"

    def apply(self, context: EditContext) -> PlanRequest:
        refusal = Refusal(self.day, self._spared(context).id)
        held = context.request.avoid_on
        return dataclasses.replace(context.request, avoid_on=tuple(dict.fromkeys([*held, refusal])))

    def words(self, names: Names) -> LocalizedText:
        return message("edit.lighten", day=self.day)

    def arrange(self, draft: Draft, context: EditContext) -> LocalizedText:
        visit = self._spared(context)
        draft.take_out(self.day, visit)
        return message("done.lightened", day=self.day, visit=visit.name)

    def _spared(self, context: EditContext) -> Visit:
        """The visit that goes. Raises InvalidRequest for a day that the plan does not have, or that has nothing to
        spare."""
        planned = next((day for day in context.itinerary.days if day.day == self.day), None)
        if planned is None:
            refuse("day", "day", day=self.day)
        known, insisted = context.known, set(context.request.demanded)
        sights = [visit for visit in planned.visits if visit.sight in known]
        begins, ends = PARTS_OF_DAY[self.part] if self.part else (0, MIDNIGHT)
        free = [visit for visit in sights if visit.sight not in insisted and begins <= visit.arrive <= ends]
        if len(sights) < 2 or not free:
            refuse("day", "light", day=self.day)
        interests = context.request.interests
        return min(free, key=lambda visit: (worth(known[visit.id], interests), -visit.minutes, visit.id))
