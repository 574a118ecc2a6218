"""A trip's payloads as the planning engine's values and back: what was requested, what changed, what it costs now.

A plan that came from elsewhere has no request; then one is derived from the plan itself, so that it can be verified and
changed like any other.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from travelagent.briefs.costs import attendance, attendance_by_day, night_limit
from travelagent.briefs.editing import TripPlan, edit_trip_plan
from travelagent.briefs.from_request import brief_of_request
from travelagent.briefs.ledger import account, ledger_to_wire
from travelagent.briefs.values import EMPTY, TripBrief
from travelagent.briefs.wire import brief_from_wire, brief_to_wire, without_sources
from travelagent.catalog import source
from travelagent.catalog.adapter import city_costs, city_stay, planning_sights, with_day_trips
from travelagent.catalog.money import current_rates
from travelagent.catalog.planners import PooledEngine
from travelagent.compute.pool import Terms
from travelagent.costs.budget import (
    budget,
    coach_fares,
    drives,
    nights_outside,
    taxi_rides,
    train_rides,
    visit_days,
    visited_sights,
)
from travelagent.costs.values import BudgetRequest
from travelagent.planning.editing import Edited
from travelagent.plans.errors import PlanningError
from travelagent.plans.requests import day_hours
from travelagent.plans.stretches import stretches
from travelagent.plans.values import (
    PACES,
    CityStay,
    DayPlan,
    DayWindow,
    Edit,
    FixedVisit,
    Itinerary,
    LocalizedText,
    Pace,
    PlanRequest,
    Point,
    Sight,
)
from travelagent.providers.current_rates import follow_rates
from travelagent.verifier import verify
from travelagent.wire.budget import budget_from_wire, budget_to_wire
from travelagent.wire.itinerary import itinerary_from_wire, itinerary_to_wire
from travelagent.wire.request import request_from_wire, request_to_wire

SECONDS = 2.0
"""So long a plan may be searched for."""
AT_CENTRE_KM = 0.2


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """An itinerary with the request that it answers, the brief that it follows from, and the sights of its cities."""

    itinerary: Itinerary
    request: PlanRequest
    brief: TripBrief
    sights: tuple[Sight, ...]


def plan_of(payload: Mapping[str, Any]) -> Plan:
    """Return the values of an itinerary payload. Raises InvalidRequest."""
    itinerary = itinerary_from_wire(payload)
    request = request_from_wire(payload["request"]) if payload.get("request") else request_of(itinerary)
    cities = [stay.id for stay in request.cities if stay.id in source.cities()]
    brief = brief_from_wire(payload["brief"]) if payload.get("brief") else brief_of_request(request)
    sights = with_day_trips(planning_sights(cities), request.day_trips)
    return Plan(itinerary, dataclasses.replace(request, deadline_seconds=SECONDS), brief, sights)


def payload_of(itinerary: Itinerary, request: PlanRequest) -> dict[str, Any]:
    """Return the payload of an itinerary, with its request in it."""
    return {**itinerary_to_wire(itinerary), "request": request_to_wire(request)}


def verified(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return the payload with a new certificate of the verifier. Raises InvalidRequest."""
    plan = plan_of(payload)
    certificate = verify(plan.itinerary, plan.request, plan.sights)
    made = payload_of(dataclasses.replace(plan.itinerary, certificate=certificate), plan.request)
    return {**made, "ledger": _ledger(plan), "brief": payload["brief"]} if payload.get("brief") else made


def edited(
    payload: Mapping[str, Any], edits: Sequence[Edit], terms: Terms, *, mend: bool, days: Sequence[int] = ()
) -> tuple[dict[str, Any], Edited]:
    """Return the payload after edits, and the planner's account of them. `mend`, `days`: see `planning.editing`.

    Raises InvalidRequest, Infeasible, Busy.
    """
    plan = plan_of(payload)
    before = TripPlan(plan.brief, plan.request, plan.itinerary)
    changed = edit_trip_plan(
        before, edits, plan.sights, PooledEngine(terms), "form", mend=mend, days=days, varies=False
    )
    after = changed.plan
    made = payload_of(after.itinerary, after.request)
    if payload.get("brief"):
        ledger = _ledger(Plan(after.itinerary, after.request, after.brief, plan.sights))
        made |= {"ledger": ledger, "brief": brief_to_wire(without_sources(after.brief))}
    return made, changed.edited


def _ledger(plan: Plan) -> list[dict[str, Any]]:
    """Return what became of each wish of the brief; a limit is held against the budget where that is calculated."""
    known = {sight.id: sight for sight in plan.sights}
    return ledger_to_wire(account(plan.brief, plan.request, plan.itinerary, known, None))


def renewed_budget(old: Mapping[str, Any] | None, payload: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the budget of the changed plan, by the old one's tier, travellers and currency.

    Rooms and meals have the classes and limits of the brief, and who joins or leaves is counted on their days. Its
    journeys are kept with what is noted of them, and so are the ages that its tickets go by. The old budget is returned
    where the new plan's costs are not known.
    """
    if old is None:
        return None
    before, itinerary = budget_from_wire(old), itinerary_from_wire(payload)
    cities = source.cities()
    stays = stretches(itinerary.days)
    planned = tuple(dict.fromkeys(stay.id for stay in stays))
    if not {*planned, *(visit.city for visit in itinerary.visits)} <= cities.keys():
        return dict(old)
    sights = planning_sights(dict.fromkeys(visit.city for visit in itinerary.visits))
    brief = brief_from_wire(payload["brief"]) if payload.get("brief") else EMPTY
    as_before = attendance(brief.party).travellers == before.travellers
    costs = {city: city_costs(cities[city]) for city in planned}
    request = BudgetRequest(
        cities=tuple((costs[stay.id], len(stay.days)) for stay in stays),
        travellers=before.travellers,
        children=before.children,
        tier=before.tier,
        currency=before.currency,
        by_day=attendance_by_day(brief.party, len(itinerary.days)) if as_before else (),
        visited=visited_sights(itinerary, sights),
        visit_days=visit_days(itinerary, sights),
        taxi_rides=taxi_rides(itinerary),
        train_rides=train_rides(itinerary),
        drives=drives(itinerary),
        coach_fares=coach_fares(itinerary, sights, costs.values()),
        ages=before.ages,
        lodging_tier=brief.tiers.lodging,
        meals_tier=brief.tiers.meals,
        night_limit=night_limit(brief, planned),
        night_before=nights_outside(before) > 1,
        night_after=nights_outside(before) > 0,
    )
    try:
        follow_rates()
        return budget_to_wire(budget(request, current_rates().table(), before))
    except PlanningError:
        return dict(old)


def request_of(itinerary: Itinerary) -> PlanRequest:
    """Return a request that the plan could have answered."""
    most = max((sum(visit.sight is not None for visit in day.visits) for day in itinerary.days), default=0)
    pace: Pace = "normal" if most <= PACES["normal"].visits else "packed"
    request = PlanRequest(
        cities=tuple(_stay(city, itinerary) for city in dict.fromkeys(day.city for day in itinerary.days)),
        days=len(itinerary.days),
        start_date=itinerary.days[0].date if itinerary.days else None,
        pace=pace,
        fixed=tuple(
            FixedVisit(
                visit.name, visit.lat, visit.lon, visit.arrive, visit.depart - visit.arrive, day.day, visit.marker
            )
            for day in itinerary.days
            for visit in day.visits
            if visit.sight is None
        ),
    )
    return dataclasses.replace(
        request, day_windows=tuple(_window(day, request) for day in itinerary.days if _is_unusual(day, request))
    )


def _stay(city: str, itinerary: Itinerary) -> CityStay:
    days = [day for day in itinerary.days if day.city == city]
    start = days[0].origin
    known = source.cities().get(city)
    if known is None:
        name = itinerary.city_names.get(city, LocalizedText(city, city))
        return CityStay(city, name, start.lat, start.lon, days=len(days))
    central = source.distance_km(start.lat, start.lon, known.lat, known.lon) <= AT_CENTRE_KM
    hotel = None if central or not start.name.en else Point(start.name, start.lat, start.lon)
    return city_stay(known, days=len(days), hotel=hotel)


def _is_unusual(day: DayPlan, request: PlanRequest) -> bool:
    start, end = day_hours(request, None)
    return day.start < start or day.end > end


def _window(day: DayPlan, request: PlanRequest) -> DayWindow:
    start, end = day_hours(request, None)
    return DayWindow(day.day, start=min(day.start, start), end=max(day.end, end))
