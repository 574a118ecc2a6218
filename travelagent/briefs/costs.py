"""What a brief says of the costs of its trip: who pays, from where one comes, what is to be counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from travelagent.briefs.hours import comes_before, leaves_after
from travelagent.briefs.party import head_count, reduced_tickets, sharing_children
from travelagent.briefs.rides import rides_between
from travelagent.briefs.values import Fares, TripBrief
from travelagent.plans.values import Tier, Way

USUAL_TIER: Tier = "mid"


@dataclass(frozen=True, slots=True)
class BudgetBasis:
    """What a budget is calculated with besides the plan: people, tier, the journey, nights outside of the days."""

    travellers: int
    reduced: int
    children: int
    tier: Tier
    origin: str
    way: Way | None
    way_back: Way | None
    night_before: bool
    night_after: bool
    fares: Fares | None
    currency: str


def budget_basis(brief: TripBrief, cities: Sequence[str]) -> BudgetBasis:
    """Return the basis of the budget of a trip to these cities."""
    there = brief.arrival.mode or brief.travel.between
    back = brief.departure.mode or brief.travel.between
    rides = rides_between(brief.origin, cities, there, back)
    return BudgetBasis(
        travellers=head_count(brief.party),
        reduced=reduced_tickets(brief.party),
        children=sharing_children(brief.party),
        tier=brief.tier or USUAL_TIER,
        origin=brief.origin if brief.origin not in cities else "",
        way=there,
        way_back=back,
        night_before=comes_before(brief, rides),
        night_after=leaves_after(brief, rides),
        fares=brief.travel.fares,
        currency=brief.currency or (brief.budget.currency if brief.budget and brief.budget.currency else ""),
    )
