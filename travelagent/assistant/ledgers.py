"""The ledger of a plan, with what the plan costs held against the limit of its brief."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from travelagent.assistant.budgets import budget_of_plan
from travelagent.briefs.costs import is_about_costs
from travelagent.briefs.ledger import account, ledger_to_wire
from travelagent.briefs.values import TripBrief
from travelagent.catalog.adapter import planning_sights, with_day_trips
from travelagent.costs.values import Budget
from travelagent.plans.values import Itinerary, PlanRequest
from travelagent.wire.budget import budget_from_wire


def plan_ledger(
    brief: TripBrief, request: PlanRequest, itinerary: Itinerary, payload: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return what became of each wish of the brief, as the payload of an itinerary has it.

    `payload`: the itinerary's own, by which the budget is calculated.
    """
    own = planning_sights(stay.id for stay in request.cities)
    sights = {sight.id: sight for sight in with_day_trips(own, request.day_trips)}
    return ledger_to_wire(account(brief, request, itinerary, sights, _budget(brief, payload)))


def _budget(brief: TripBrief, payload: Mapping[str, Any]) -> Budget | None:
    """Return what the plan costs; None where the brief has no wish about that, or where it is not known."""
    budget = budget_of_plan(brief, payload) if is_about_costs(brief) else None
    return None if budget is None else budget_from_wire(budget)
