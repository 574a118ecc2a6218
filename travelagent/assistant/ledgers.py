"""The ledger of a plan, with what the plan costs held against the limit of its brief."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from travelagent.assistant.budgets import budget_of_plan
from travelagent.briefs.ledger import account, ledger_to_wire
from travelagent.briefs.values import TripBrief
from travelagent.catalog.adapter import planning_sights
from travelagent.catalog.money import current_rates
from travelagent.plans.errors import MissingRate
from travelagent.plans.values import Itinerary, Money, PlanRequest


def plan_ledger(
    brief: TripBrief, request: PlanRequest, itinerary: Itinerary, payload: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return what became of each wish of the brief, as the payload of an itinerary has it.

    `payload`: the itinerary's own, by which the budget is calculated.
    """
    sights = {sight.id: sight for sight in planning_sights(stay.id for stay in request.cities)}
    return ledger_to_wire(account(brief, request, itinerary, sights, _total(brief, payload)))


def _total(brief: TripBrief, payload: Mapping[str, Any]) -> Money | None:
    """Return what the trip costs in all, in the currency of its limit; None without a limit, or where that is not
    known.
    """
    budget = None if brief.budget is None else budget_of_plan(brief, payload)
    if brief.budget is None or budget is None:
        return None
    total = Money(Decimal(budget["total"]), budget["currency"])
    currency = brief.budget.currency or total.currency
    try:
        return Money(current_rates().convert(total.amount, total.currency, currency).amount, currency)
    except MissingRate:
        return None
