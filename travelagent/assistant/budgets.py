"""What the budget of a plan is calculated from: its cities, the tickets of its visits, its rides, the brief."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import Any, get_args

from agent_core.tools import ToolError
from travelagent.assistant.results import budget as results
from travelagent.assistant.results.parsing import parsed
from travelagent.briefs.costs import attendance, attendance_by_day, budget_basis
from travelagent.briefs.rides import point_of
from travelagent.briefs.values import TripBrief
from travelagent.catalog import source
from travelagent.catalog.adapter import city_costs, planning_sight
from travelagent.catalog.coaches import coach_of
from travelagent.catalog.money import current_rates
from travelagent.catalog.values import City
from travelagent.costs.budget import budget, entered, fare_by_coach, ride_fare
from travelagent.costs.values import BudgetRequest, Fares, Rides
from travelagent.plans.errors import PlanningError
from travelagent.plans.values import IntercityMode, Mode, Sight
from travelagent.providers.current_rates import follow_rates
from travelagent.wire.budget import budget_to_wire

Stays = Sequence[tuple[City, int]]
"""The cities in order with the days in each."""


def plan_budget(brief: TripBrief, itinerary: Mapping[str, Any], locale: str) -> results.Budget | None:
    """Return the budget of a plan as a model reads it; None where it has no city of the catalogue or no rate."""
    payload = budget_of_plan(brief, itinerary)
    return None if payload is None else read_budget(payload, locale)


def budget_of_plan(brief: TripBrief, itinerary: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the budget of a plan as the payload of an artifact; None where it has no city of the catalogue or no
    rate."""
    stays = stays_of(itinerary)
    if not stays:
        return None
    try:
        follow_rates()
        return budget_to_wire(budget(budget_request(brief, stays, itinerary), current_rates().table()))
    except PlanningError:
        return None


def budget_request(brief: TripBrief, stays: Stays, itinerary: Mapping[str, Any] | None) -> BudgetRequest:
    """Return what a budget is asked with: all as the brief has it, the tickets and rides as the itinerary does."""
    basis = budget_basis(brief, [place.id for place, _ in stays])
    most, visited = attendance(basis.party), _visited(itinerary)
    return BudgetRequest(
        cities=tuple((city_costs(city), count) for city, count in stays),
        travellers=most.travellers,
        by_day=attendance_by_day(basis.party, sum(count for _, count in stays)),
        tier=basis.tier,
        lodging_tier=basis.tiers.lodging,
        meals_tier=basis.tiers.meals,
        origin=point_of(basis.origin) if basis.origin else None,
        mode=basis.mode,
        mode_back=basis.mode_back,
        between=basis.between,
        moves=_moves(itinerary),
        exit=point_of(basis.ends_at) if basis.ends_at else None,
        ages=most.ages,
        children=most.children,
        night_before=basis.night_before,
        night_after=basis.night_after,
        fares_paid=basis.fares == "paid",
        fares_left_out=basis.fares == "left_out",
        night_limit=basis.night_limit,
        currency=basis.currency or None,
        visited=tuple(sight for _, sight in visited),
        visit_days=tuple(day for day, _ in visited),
        taxi_rides=_rides(itinerary, "taxi"),
        train_rides=_rides(itinerary, "train"),
        drives=_rides(itinerary, "car"),
        coach_fares=_coach_fares(itinerary),
    )


def stays_of(itinerary: Mapping[str, Any]) -> list[tuple[City, int]]:
    """Return the cities of an itinerary with the days on end there. Raises ToolError for a city that is not known."""
    counted = [(city, len(list(rows))) for city, rows in groupby(str(row.get("city")) for row in days_of(itinerary))]
    cities = source.cities()
    if unknown := [city for city, _ in counted if city not in cities]:
        raise ToolError("invalid_arguments", f"itinerary: unknown city {', '.join(unknown)}")
    return [(cities[city], count) for city, count in counted]


def days_of(itinerary: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the days of an itinerary. Raises ToolError where it is of another shape."""
    rows = itinerary.get("days")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ToolError("invalid_arguments", "itinerary.days is a list of days, each with city and visits")
    return rows


def read_budget(payload: Mapping[str, Any], locale: str) -> results.Budget:
    """Return the budget as a model reads it: one language, tickets in one line."""
    items = [{**item, "label": item["label"][locale]} for item in payload["items"] if item["kind"] != "tickets"]
    tickets = [item for item in payload["items"] if item["kind"] == "tickets"]
    if tickets:
        total = {key: sum(Decimal(t[key]) for t in tickets) for key in ("amount", "low", "high")}
        people = payload["travellers"]
        count = sum(ticket["quantity"] for ticket in tickets)
        if payload.get("people"):
            people, label = count, f"门票共 {count} 张" if locale == "zh" else f"{count} tickets in all"
        else:
            count //= people
            label = f"{count} 处门票" if locale == "zh" else f"{count} ticket" + ("s" if count > 1 else "")
        items.append({"kind": "tickets", "label": label, "quantity": people, **total})
    return parsed(results.Budget, {**payload, "items": items, "notes": [note[locale] for note in payload["notes"]]})


def _moves(itinerary: Mapping[str, Any] | None) -> tuple[IntercityMode, ...]:
    """Return how an itinerary moves from city to city."""
    legs = [leg for row in days_of(itinerary or {"days": []}) for leg in row.get("legs", [])]
    modes = (leg.get("mode") for leg in legs if str(leg.get("from", "")).startswith("city:"))
    return tuple(mode for mode in modes if mode in get_args(IntercityMode))


def _visited(itinerary: Mapping[str, Any] | None) -> tuple[tuple[int, Sight], ...]:
    """The catalogue's sights that an itinerary visits, each with its day; its own prices are not trusted."""
    sights, cities = source.sights(), source.cities()
    dated = [
        (number, _date_of(row), visit.get("sight"))
        for number, row in enumerate(days_of(itinerary or {"days": []}), 1)
        for visit in row.get("visits", [])
    ]
    known = [(day, on, found) for day, on, id in dated if (found := sights.get(str(id))) is not None]
    offered = [(day, on, planning_sight(sight, cities[sight.city].currency)) for day, on, sight in known]
    undated = tuple((day, sight) for day, on, sight in offered if on is None)
    bought = entered((on, sight) for _, on, sight in offered if on is not None)
    return (*undated, *zip((day for day, on, _ in offered if on is not None), bought, strict=True))


def _date_of(day: Mapping[str, Any]) -> date | None:
    """The date of an itinerary's day, None where it has none that can be read."""
    try:
        return date.fromisoformat(str(day.get("date")))
    except ValueError:
        return None


def _coach_fares(itinerary: Mapping[str, Any] | None) -> Fares:
    """Return the coach rides within an itinerary's days, at the catalogue's fares, else at those between cities."""
    found = []
    for row in days_of(itinerary or {"days": []}):
        visited = {str(visit.get("id")): coach_of(str(visit.get("sight"))) for visit in row.get("visits", [])}
        for leg in row.get("legs", []):
            ends = [str(leg.get("from", "")), str(leg.get("to", ""))]
            fare = ride_fare(*map(visited.get, ends))
            if leg.get("mode") != "bus" or ends[0].startswith("city:"):
                continue
            city = str(row.get("city"))
            if fare is None and city in source.cities():
                fare = fare_by_coach(city_costs(source.cities()[city]), float(leg.get("km", 0)))
            if fare is not None:
                found.append((city, fare))
    return tuple(found)


def _rides(itinerary: Mapping[str, Any] | None, mode: Mode) -> Rides:
    """Return the legs of a mode within an itinerary's days: (city, km)."""
    rows = days_of(itinerary or {"days": []})
    legs = [(str(row.get("city")), leg) for row in rows for leg in row.get("legs", [])]
    within = [(city, leg) for city, leg in legs if not str(leg.get("from", "")).startswith("city:")]
    return tuple((city, Decimal(str(leg["km"]))) for city, leg in within if leg.get("mode") == mode)
