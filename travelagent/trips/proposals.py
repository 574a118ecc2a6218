"""Plans that are only shown: what a trip would be after a change, and what else it could be. Nothing is written."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from travelagent.catalog.planners import compute_alternatives, compute_certificate
from travelagent.compute.pool import Terms
from travelagent.planning.diff import diff
from travelagent.planning.edits.registry import edits_from_wire, situation_from_wire
from travelagent.plans.values import Edit
from travelagent.trips.models import Trip, TripVersion
from travelagent.trips.plans import edited, plan_of, renewed_budget
from travelagent.wire.change import change_from_wire
from travelagent.wire.itinerary import certificate_to_wire, itinerary_from_wire
from travelagent.wire.outcomes import alternative_to_wire, difference_to_wire


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """A plan that could be kept: payloads, and the difference from the trip's version `base`."""

    base: int
    itinerary: dict[str, Any]
    budget: dict[str, Any] | None
    difference: dict[str, Any]


def certificate_of(payload: Mapping[str, Any], owner: str = "") -> dict[str, Any]:
    """Return the certificate of any itinerary payload, verified now. Raises InvalidRequest, Busy."""
    plan = plan_of(payload)
    return certificate_to_wire(compute_certificate(plan.itinerary, plan.request, plan.sights, Terms(owner)))


def replanned(trip: Trip, body: Mapping[str, Any], owner: str) -> ShownPlan:
    """Return the trip after `edits`, a `change` of an earlier release or a `situation` under way, and with `days`
    planned anew; without any, mended where it does not hold. Planned in turn with other owners.

    Raises InvalidRequest, Infeasible, Busy.
    """
    edits, days = _edits_of(body), body.get("days", ())
    payload, found = edited(trip.itinerary, edits, Terms(owner), mend=True, days=days)
    difference = difference_to_wire(found.difference)
    return ShownPlan(trip.version, payload, renewed_budget(trip.budget, payload), difference)


def _edits_of(body: Mapping[str, Any]) -> tuple[Edit, ...]:
    change = change_from_wire(body["change"]) if body.get("change") else ()
    edits = edits_from_wire(body["edits"]) if "edits" in body else ()
    return (*change, *edits, *([situation_from_wire(body["situation"])] if "situation" in body else []))


def alternatives_of(trip: Trip, owner: str) -> list[dict[str, Any]]:
    """Fuller, calmer, cheaper, for rain: those that there are. Raises InvalidRequest, Busy."""
    plan = plan_of(trip.itinerary)
    found = compute_alternatives(plan.itinerary, plan.request, plan.sights, Terms(owner))
    return [alternative_to_wire(other) for other in found]


def difference_between(before: TripVersion, after: TripVersion) -> dict[str, Any]:
    """Return the difference of the plans of two versions."""
    return difference_to_wire(diff(itinerary_from_wire(before.itinerary), itinerary_from_wire(after.itinerary)))
