"""The planning engine for itineraries that nobody keeps, on the catalogue's sights or on the caller's own."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights, with_day_trips
from travelagent.catalog.planners import compute_certificate, compute_plan
from travelagent.compute.pool import Terms
from travelagent.planning.checks import check_rides
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.rides import with_ride_windows
from travelagent.plans.values import LocalizedText, PlanRequest, Sight
from travelagent.trips.plans import SECONDS, payload_of, plan_of
from travelagent.wire.itinerary import certificate_to_wire, itinerary_from_wire, sights_from_json
from travelagent.wire.request import request_from_wire

MOST_SIGHTS = 1000

Rows = Sequence[Mapping[str, Any]]


def planned(request: Mapping[str, Any], sights: Rows | None = None, *, owner: str = "") -> dict[str, Any]:
    """Return the payload of the best itinerary found, its request beside it, planned in turn with other owners.

    Raises InvalidRequest, Infeasible, Busy.
    """
    plan_request = _request(request)
    for window in plan_request.day_windows:
        check_rides(plan_request, window)
    plan_request = with_ride_windows(plan_request)
    return payload_of(compute_plan(plan_request, _sights(plan_request, sights), Terms(owner)), plan_request)


def certified(
    itinerary: Mapping[str, Any],
    request: Mapping[str, Any] | None = None,
    sights: Rows | None = None,
    *,
    owner: str = "",
) -> dict[str, Any]:
    """Return the certificate of an itinerary: checked against `request`, else against the one that it carries or could
    answer.

    Raises InvalidRequest, Busy.
    """
    plan_request = plan_of(itinerary).request if request is None else _request(request)
    known = _sights(plan_request, sights)
    return certificate_to_wire(compute_certificate(itinerary_from_wire(itinerary), plan_request, known, Terms(owner)))


def _request(payload: Mapping[str, Any]) -> PlanRequest:
    """Return the request; a city that is given by its id alone is the catalogue's. Raises InvalidRequest."""
    cities = payload.get("cities")
    if isinstance(cities, list):
        payload = {**payload, "cities": [_stay(city) if isinstance(city, str) else city for city in cities]}
    return dataclasses.replace(request_from_wire(payload), deadline_seconds=SECONDS)


def _stay(city: str) -> dict[str, Any]:
    known = source.cities().get(city)
    if known is None:
        message = LocalizedText(f"The catalogue has no city {city}.", f"没有收录城市 {city}。")
        raise InvalidRequest("request.cities", message)
    return dataclasses.asdict(city_stay(known))


def _sights(request: PlanRequest, rows: Rows | None) -> tuple[Sight, ...]:
    if rows is None:
        own = planning_sights([stay.id for stay in request.cities if stay.id in source.cities()])
        return with_day_trips(own, request.day_trips)
    if len(rows) > MOST_SIGHTS:
        message = LocalizedText(f"At most {MOST_SIGHTS} sights are taken.", f"最多接受 {MOST_SIGHTS} 个景点。")
        raise InvalidRequest("sights", message)
    return sights_from_json(rows)
