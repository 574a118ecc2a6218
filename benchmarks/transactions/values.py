"""A trip with its plan, as the measures take it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from travelagent.briefs.values import TripBrief
from travelagent.briefs.wire import brief_to_wire
from travelagent.costs.values import Budget
from travelagent.plans.values import Itinerary, Money, PlanRequest, Sight
from travelagent.wire.itinerary import itinerary_to_wire
from travelagent.wire.request import request_to_wire


@dataclass(frozen=True, slots=True)
class Trip:
    """A brief with its plan. `sights`: those of its cities by id; `total`: what it costs in all."""

    seed: int
    brief: TripBrief
    request: PlanRequest
    itinerary: Itinerary
    sights: Mapping[str, Sight]
    total: Money | None

    @property
    def budget(self) -> Budget | None:
        """A budget of nothing but the total."""
        if self.total is None:
            return None
        amount, currency = self.total.amount, self.total.currency
        return Budget(currency, self.request.travellers, self.request.days, "mid", (), *[amount] * 4)

    @property
    def payload(self) -> dict[str, Any]:
        """The plan as an artifact has it."""
        brief, request = brief_to_wire(self.brief), request_to_wire(self.request)
        return {**itinerary_to_wire(self.itinerary), "request": request, "brief": brief, "alternatives": []}
