"""Plans that are only shown: what a trip would be after a change, and what else it could be. Nothing is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from travelagent.accounts.actors import owner_of
from travelagent.catalog.planners import compute_alternatives, compute_onward, compute_replan
from travelagent.compute.pool import Terms
from travelagent.planning.diff import diff
from travelagent.planning.outcomes import Replanned
from travelagent.planning.values import Change
from travelagent.planning.verify import verify
from travelagent.planning.wire import (
    alternative_to_wire,
    certificate_to_wire,
    change_from_wire,
    difference_to_wire,
    itinerary_from_wire,
)
from travelagent.planning.wire_edits import situation_from_wire
from travelagent.trips.models import Trip, TripVersion
from travelagent.trips.plans import payload_of, plan_of, renewed_budget


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """A plan that could be kept: payloads, and the difference from the trip's version `base`."""

    base: int
    itinerary: dict[str, Any]
    budget: dict[str, Any] | None
    difference: dict[str, Any]


def certificate_of(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The certificate of any itinerary payload, verified now. Raises InvalidRequest."""
    plan = plan_of(payload)
    return certificate_to_wire(verify(plan.itinerary, plan.request, plan.sights))


def replanned(trip: Trip, change: Mapping[str, Any] | None = None, days: Sequence[int] = ()) -> ShownPlan:
    """The trip after a change of its request, and with those days planned anew; without either, mended where it does
    not hold. Raises InvalidRequest, Infeasible, Busy."""
    wanted = change_from_wire(change) if change else Change()
    plan = plan_of(trip.itinerary)
    return _shown(trip, compute_replan(plan.itinerary, plan.request, wanted, plan.sights, _terms(trip), days))


def continued(trip: Trip, situation: Mapping[str, Any]) -> ShownPlan:
    """The trip with the rest of a day planned anew, from here and now. Raises InvalidRequest, Infeasible, Busy."""
    plan = plan_of(trip.itinerary)
    wanted = situation_from_wire(situation)
    return _shown(trip, compute_onward(plan.itinerary, plan.request, wanted, plan.sights, _terms(trip)))


def alternatives_of(trip: Trip) -> list[dict[str, Any]]:
    """Fuller, calmer, cheaper, for rain: those that there are. Raises InvalidRequest, Busy."""
    plan = plan_of(trip.itinerary)
    found = compute_alternatives(plan.itinerary, plan.request, plan.sights, _terms(trip))
    return [alternative_to_wire(other) for other in found]


def difference_between(before: TripVersion, after: TripVersion) -> dict[str, Any]:
    """What became of the plan from one version to the other."""
    return difference_to_wire(diff(itinerary_from_wire(before.itinerary), itinerary_from_wire(after.itinerary)))


def _terms(trip: Trip) -> Terms:
    """Planned in turn with what other people ask."""
    return Terms(owner_of(trip.person_id))


def _shown(trip: Trip, result: Replanned) -> ShownPlan:
    payload = payload_of(result.itinerary, result.request)
    return ShownPlan(trip.version, payload, renewed_budget(trip.budget, payload), difference_to_wire(result.difference))
