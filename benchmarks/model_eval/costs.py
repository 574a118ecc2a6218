"""What is true of a conversation's costs, by the product's own budget."""

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.model_eval.conversation import Moment
from travelagent.assistant.budgets import plan_budget
from travelagent.assistant.results.budget import Budget
from travelagent.briefs.at_hand import TripAtHand

TOLERANCE = 0.01
"""An amount is told truly when it is rounded by no more than this share."""
TOTALS = ("total", "low", "high", "per_person_day")


def plan_cost(trip: TripAtHand) -> Budget | None:
    """Return the budget of a trip at hand, calculated anew; None without a plan that can be priced."""
    return None if trip.itinerary is None else plan_budget(trip.brief, trip.itinerary, "en")


def is_near(stated: float, true: float) -> bool:
    return abs(stated - true) <= max(TOLERANCE * true, 0.5)


def true_totals(moment: Moment) -> list[float]:
    """Return the totals of the trip at hand: of its newest budget that was shown for this plan, and anew."""
    days = len(moment.itinerary["days"]) if moment.itinerary else None
    shown = [float(budget["total"]) for budget in moment.budgets[-3:] if budget["days"] == days]
    cost = plan_cost(moment.after.trip)
    return [*shown, *([float(cost.total)] if cost else [])]


def known_amounts(moment: Moment) -> list[float]:
    """Return every amount that a stated total may be: of all budgets, the traveller's limit, and their differences."""
    found = [amount for budget in moment.budgets for amount in _amounts(budget)]
    cost = plan_cost(moment.after.trip)
    if cost:
        everybody = [float(getattr(cost, name)) for name in TOTALS]
        found += [*everybody, *(amount / cost.travellers for amount in everybody)]
        found += [float(item.amount) for item in cost.items]
    if limit := moment.brief.budget:
        found += [float(limit.amount), *(abs(float(limit.amount) - amount) for amount in list(found))]
    return found


def _amounts(budget: Mapping[str, Any]) -> Iterator[float]:
    for name in TOTALS:
        yield float(budget[name])
        yield float(budget[name]) / budget["travellers"]
    yield float(budget["total"]) / budget["days"]
    kinds: dict[str, float] = {}
    for item in budget["items"]:
        kinds[item["kind"]] = kinds.get(item["kind"], 0.0) + float(item["amount"])
        yield float(item["amount"])
    yield from kinds.values()
    yield float(budget["total"]) - kinds.get("reserve", 0.0)
