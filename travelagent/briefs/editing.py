"""Edits of a trip's plan with its brief: the one way for conversation, page, API and tools to the same plan.

On top of the planner's own editing stands what the rules of travel add: an evening that may be late for what does not
fit before the children's bedtime, and what the plan takes for granted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from travelagent.briefs.acts import PatchBrief
from travelagent.briefs.apply import apply
from travelagent.briefs.changed import ops_of_edits
from travelagent.briefs.compile import ONE_TRAVELLER
from travelagent.briefs.plan import Engine, with_a_late_evening, without_rest
from travelagent.briefs.values import FieldSource, TripBrief
from travelagent.planning.editing import Edited
from travelagent.planning.edits.trip import SetTravellers
from travelagent.plans.errors import Infeasible
from travelagent.plans.values import Assumption, Edit, Itinerary, LocalizedText, PlanRequest, Sight

COUNTED_PARTY = "counted_party"


@dataclass(frozen=True, slots=True)
class TripPlan:
    """A plan, the request that it answers, and the brief that it follows from."""

    brief: TripBrief
    request: PlanRequest
    itinerary: Itinerary


@dataclass(frozen=True, slots=True)
class EditedTrip:
    """A trip's plan after edits, with what the planner tells of them."""

    plan: TripPlan
    edited: Edited


def edit_trip_plan(
    plan: TripPlan,
    edits: Sequence[Edit],
    sights: Sequence[Sight],
    engine: Engine,
    source: FieldSource,
    *,
    mend: bool = True,
    days: Collection[int] = (),
) -> EditedTrip:
    """Return the plan after the edits, and the brief that follows it. `mend`, `days`: see `planning.editing`.

    Raises InvalidRequest, Infeasible (then nothing is changed), and what the engine raises.
    """
    before, request = plan.itinerary, plan.request
    try:
        found = engine.edit(before, request, edits, sights, mend=mend, days=days)
    except Infeasible as error:
        late = with_a_late_evening(plan.brief, before, request, edits, sights)
        if late is None:
            raise
        try:
            found = engine.edit(before, request, late, sights, mend=mend, days=days)
        except Infeasible:
            raise error from None
    if found.in_vain:
        return EditedTrip(plan, found)
    told = [*_kept(before, edits), *without_rest(found.restless), *found.itinerary.assumptions]
    itinerary = dataclasses.replace(found.itinerary, assumptions=tuple(dict.fromkeys(told)))
    ops = ops_of_edits(plan.brief, edits, request, found.request)
    brief = apply(plan.brief, [PatchBrief(ops)], source).brief if ops else plan.brief
    return EditedTrip(TripPlan(brief, found.request, itinerary), dataclasses.replace(found, itinerary=itinerary))


def _kept(before: Itinerary, edits: Sequence[Edit]) -> Iterator[LocalizedText]:
    """What rules of travel took for granted, and still do."""
    counted = any(isinstance(edit, SetTravellers) for edit in edits)
    for text in before.assumptions:
        if isinstance(text, Assumption) and not (counted and _is_of_party(text)):
            yield text


def _is_of_party(text: Assumption) -> bool:
    """Whether it tells how many people are counted; plans of 0.1.0 do so without naming a rule."""
    return text.rule == COUNTED_PARTY or text.en == ONE_TRAVELLER.en
