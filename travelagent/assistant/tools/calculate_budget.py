"""calculate_budget: what a trip costs, line by line, from the catalogue's rows and dated exchange rates."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import Field

from agent_core.tools import Shown, ToolContext, ToolError, ToolResult, tool
from travelagent.assistant.places import called, cited, covered_city, origin_id, said
from travelagent.assistant.results import budget as results
from travelagent.assistant.results.parsing import dumped, parsed
from travelagent.assistant.tools.artifacts import Artifacts, artifact_of, no_artifacts
from travelagent.assistant.tools.trip_at_hand import CurrentTrip, no_trip
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.costs import budget_basis
from travelagent.briefs.rides import point_of
from travelagent.catalog import source
from travelagent.catalog.adapter import city_costs, planning_sight
from travelagent.catalog.money import packaged_rates
from travelagent.catalog.values import City
from travelagent.costs.budget import budget, entered
from travelagent.costs.values import BudgetRequest, Rides
from travelagent.plans.errors import PlanningError
from travelagent.plans.values import Mode, Sight, Way
from travelagent.wire.budget import budget_to_wire


def _label(args: Mapping[str, Any], locale: str) -> str:
    city = called(args.get("city", ""), locale)
    return f"正在计算{city}的预算…" if locale == "zh" else f"Working out the budget for {city}…"


@tool(category="planning", tags=("budget",), label=_label)
def calculate_budget(
    city: Annotated[str, Field(description="The (first) city, by any name in Chinese or English.")],
    days: Annotated[int, Field(ge=1, le=30, description="Whole days of the trip.")],
    trip: CurrentTrip = no_trip,
    artifacts: Artifacts = no_artifacts,
    travellers: Annotated[int | None, Field(ge=1, le=50, description="How many people, children included.")] = None,
    tier: Annotated[Literal["budget", "mid", "luxury"] | None, Field(description="How comfortable.")] = None,
    origin: Annotated[str | None, Field(description="The city one travels from and back to.")] = None,
    way: Annotated[Way | None, Field(description="How one travels there and between the cities.")] = None,
    way_back: Annotated[Way | None, Field(description="How one travels home, if otherwise.")] = None,
    reduced: Annotated[int | None, Field(ge=0, le=50, description="How many of them are children or seniors.")] = None,
    children: Annotated[
        int | None, Field(ge=0, le=50, description="How many of them sleep in their parents' room.")
    ] = None,
    night_before: Annotated[bool | None, Field(description="One comes the day before the first day.")] = None,
    night_after: Annotated[bool | None, Field(description="One leaves the day after the last day.")] = None,
    fares_paid: Annotated[bool, Field(description="The journey there and back is paid: not to be counted.")] = False,
    fares_left_out: Annotated[
        bool, Field(description="The journey there and back is not wanted in the total.")
    ] = False,
    currency: Annotated[
        str | None, Field(pattern="^[A-Z]{3}$", description="ISO 4217; default: the city's own.")
    ] = None,
    itinerary: Annotated[
        dict[str, Any] | str | None,
        Field(description="The id of an itinerary of this conversation; default: the current plan, if it is of there."),
    ] = None,
    *,
    context: ToolContext,
) -> ToolResult:
    """Calculate a trip's cost: lodging, meals, transport, tickets of the visited sights, travel there, a reserve.

    What is not given is as the conversation's brief has it.
    """
    first = covered_city(city, context.locale)
    at_hand = trip()
    if isinstance(itinerary, str):
        plan: Mapping[str, Any] | None = artifact_of(artifacts, itinerary, "itinerary", context.locale)
    else:
        plan = itinerary or _current(at_hand, first, days)
    stays = _stays(first, days, plan)
    asked = budget_basis(at_hand.brief, [place.id for place, _ in stays])
    home = origin_id(origin, context.locale) if origin else asked.origin
    request = BudgetRequest(
        cities=tuple((city_costs(c), count) for c, count in stays),
        travellers=asked.travellers if travellers is None else travellers,
        tier=tier or asked.tier,
        origin=point_of(home) if home else None,
        way=way or asked.way,
        way_back=way_back or asked.way_back,
        reduced=asked.reduced if reduced is None else reduced,
        children=asked.children if children is None else children,
        night_before=asked.night_before if night_before is None else night_before,
        night_after=asked.night_after if night_after is None else night_after,
        fares_paid=fares_paid or asked.fares == "paid",
        fares_left_out=fares_left_out or asked.fares == "left_out",
        currency=currency or asked.currency or None,
        visited=_visited(plan),
        taxi_rides=_rides(plan, "taxi"),
        train_rides=_rides(plan, "train"),
    )
    try:
        result = budget(request, packaged_rates().table())
    except PlanningError as error:
        raise ToolError(error.code, said(error.text, context.locale)) from error
    payload = budget_to_wire(result)
    rates = ("ecb",) if result.currency != first.currency else ()
    return ToolResult(
        dumped(_read(payload, context.locale)),
        shown=(Shown("budget", payload),),
        sources=cited(context.locale, "curated", *rates),
    )


def _current(trip: TripAtHand, first: City, days: int) -> Mapping[str, Any] | None:
    """The current plan, where it begins in that city and is of that length."""
    rows = trip.itinerary["days"] if trip.itinerary else []
    return trip.itinerary if len(rows) == days and rows[0]["city"] == first.id else None


def _stays(first: City, days: int, itinerary: Mapping[str, Any] | None) -> list[tuple[City, int]]:
    """The cities in order with the days in each. Raises ToolError when the itinerary is of another length or place."""
    if itinerary is None:
        return [(first, days)]
    rows = _days_of(itinerary)
    if len(rows) != days:
        raise ToolError("invalid_arguments", f"itinerary has {len(rows)} days, not {days}")
    counted: dict[str, int] = {}
    for row in rows:
        counted[str(row.get("city"))] = counted.get(str(row.get("city")), 0) + 1
    cities = source.cities()
    if unknown := [city for city in counted if city not in cities]:
        raise ToolError("invalid_arguments", f"itinerary: unknown city {', '.join(unknown)}")
    return [(cities[city], count) for city, count in counted.items()]


def _visited(itinerary: Mapping[str, Any] | None) -> tuple[Sight, ...]:
    """The catalogue's sights that an itinerary visits; its own prices are not trusted."""
    sights, cities = source.sights(), source.cities()
    dated = [
        (_date_of(row), visit.get("sight"))
        for row in _days_of(itinerary or {"days": []})
        for visit in row.get("visits", [])
    ]
    known = [(on, found) for on, id in dated if (found := sights.get(str(id))) is not None]
    offered = [(on, planning_sight(sight, cities[sight.city].currency)) for on, sight in known]
    undated = tuple(sight for on, sight in offered if on is None)
    return (*undated, *entered((on, sight) for on, sight in offered if on is not None))


def _date_of(day: Mapping[str, Any]) -> date | None:
    """The date of an itinerary's day, None where it has none that can be read."""
    try:
        return date.fromisoformat(str(day.get("date")))
    except ValueError:
        return None


def _rides(itinerary: Mapping[str, Any] | None, mode: Mode) -> Rides:
    """The legs of that mode within the days that an itinerary tells of."""
    rows = _days_of(itinerary or {"days": []})
    legs = [(str(row.get("city")), leg) for row in rows for leg in row.get("legs", [])]
    within = [(city, leg) for city, leg in legs if not str(leg.get("from", "")).startswith("city:")]
    return tuple((city, Decimal(str(leg["km"]))) for city, leg in within if leg.get("mode") == mode)


def _days_of(itinerary: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = itinerary.get("days")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ToolError("invalid_arguments", "itinerary.days is a list of days, each with city and visits")
    return rows


def _read(payload: Mapping[str, Any], locale: str) -> results.Budget:
    """The budget as a model reads it: one language, tickets in one line."""
    items = [{**item, "label": item["label"][locale]} for item in payload["items"] if item["kind"] != "tickets"]
    tickets = [item for item in payload["items"] if item["kind"] == "tickets"]
    if tickets:
        total = {key: sum(Decimal(t[key]) for t in tickets) for key in ("amount", "low", "high")}
        count = len(tickets)
        label = f"{count} 处门票" if locale == "zh" else f"{count} ticket" + ("s" if count > 1 else "")
        items.append({"kind": "tickets", "label": label, "quantity": tickets[0]["quantity"], **total})
    return parsed(results.Budget, {**payload, "items": items, "notes": [note[locale] for note in payload["notes"]]})
