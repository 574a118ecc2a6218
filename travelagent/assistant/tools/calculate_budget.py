"""calculate_budget: what a trip costs, line by line, from the catalogue's rows and dated exchange rates."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import Field

from agent_core.tools import Shown, ToolContext, ToolError, ToolResult, tool
from travelagent.assistant.tools.places import called, cited, covered_city, home_of, said
from travelagent.catalog import source
from travelagent.catalog.adapter import city_costs, planning_sight
from travelagent.catalog.money import packaged_rates
from travelagent.catalog.values import City
from travelagent.planning.budget import budget, entered
from travelagent.planning.costs import BudgetRequest, Rides
from travelagent.planning.errors import PlanningError
from travelagent.planning.values import Mode, Sight, Way
from travelagent.planning.wire import budget_to_wire


def _label(args: Mapping[str, Any], locale: str) -> str:
    city = called(args.get("city", ""), locale)
    return f"正在计算{city}的预算…" if locale == "zh" else f"Working out the budget for {city}…"


@tool(category="planning", tags=("budget",), label=_label)
def calculate_budget(
    city: Annotated[str, Field(description="The (first) city, by any name in Chinese or English.")],
    days: Annotated[int, Field(ge=1, le=30, description="Whole days of the trip.")],
    travellers: Annotated[int, Field(ge=1, le=50, description="How many people, children included.")] = 1,
    tier: Annotated[Literal["budget", "mid", "luxury"], Field(description="How comfortable.")] = "mid",
    origin: Annotated[str | None, Field(description="The city one travels from and back to.")] = None,
    way: Annotated[Way | None, Field(description="How one travels there and between the cities.")] = None,
    way_back: Annotated[Way | None, Field(description="How one travels home, if otherwise.")] = None,
    reduced: Annotated[int, Field(ge=0, le=50, description="How many of them are children or seniors.")] = 0,
    children: Annotated[int, Field(ge=0, le=50, description="How many of them sleep in their parents' room.")] = 0,
    night_before: Annotated[bool, Field(description="One comes the day before the first day.")] = False,
    night_after: Annotated[bool, Field(description="One leaves the day after the last day.")] = False,
    fares_paid: Annotated[bool, Field(description="The journey there and back is paid: not to be counted.")] = False,
    fares_left_out: Annotated[
        bool, Field(description="The journey there and back is not wanted in the total.")
    ] = False,
    currency: Annotated[
        str | None, Field(pattern="^[A-Z]{3}$", description="ISO 4217; default: the city's own.")
    ] = None,
    itinerary: Annotated[
        dict[str, Any] | None,
        Field(
            description="The itinerary of generate_route: its `days` say where the nights are and what is seen when."
        ),
    ] = None,
    *,
    context: ToolContext,
) -> ToolResult:
    """Calculate a trip's cost: lodging, meals, transport, tickets of the visited sights, travel there, a reserve."""
    first = covered_city(city, context.locale)
    stays = _stays(first, days, itinerary)
    request = BudgetRequest(
        cities=tuple((city_costs(c), count) for c, count in stays),
        travellers=travellers,
        tier=tier,
        origin=home_of(origin, context.locale) if origin else None,
        way=way,
        way_back=way_back,
        reduced=reduced,
        children=children,
        night_before=night_before,
        night_after=night_after,
        fares_paid=fares_paid,
        fares_left_out=fares_left_out,
        currency=currency,
        visited=_visited(itinerary),
        taxi_rides=_rides(itinerary, "taxi"),
        train_rides=_rides(itinerary, "train"),
    )
    try:
        result = budget(request, packaged_rates().table())
    except PlanningError as error:
        raise ToolError(error.code, said(error.text, context.locale)) from error
    payload = budget_to_wire(result)
    rates = ("ecb",) if result.currency != first.currency else ()
    return ToolResult(
        _compact(payload, context.locale),
        shown=(Shown("budget", payload),),
        sources=cited(context.locale, "curated", *rates),
    )


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


def _compact(payload: Mapping[str, Any], locale: str) -> dict[str, Any]:
    """The budget as a model reads it: one language, tickets in one line, amounts as plain numbers."""
    items = [{**item, "label": item["label"][locale]} for item in payload["items"] if item["kind"] != "tickets"]
    tickets = [item for item in payload["items"] if item["kind"] == "tickets"]
    if tickets:
        total = {key: str(sum(Decimal(t[key]) for t in tickets)) for key in ("amount", "low", "high")}
        count = len(tickets)
        label = f"{count} 处门票" if locale == "zh" else f"{count} ticket" + ("s" if count > 1 else "")
        items.append({"kind": "tickets", "label": label, "quantity": tickets[0]["quantity"], **total})
    head = ("currency", "travellers", "days", "tier", "total", "low", "high", "per_person_day")
    return {
        **{key: payload[key] for key in head},
        "items": items,
        "notes": [note[locale] for note in payload["notes"]],
    }
