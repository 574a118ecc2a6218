"""calculate_budget: what a trip costs, line by line, from the catalogue's rows and dated exchange rates."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from agent_core.schemas import OFFERED
from agent_core.tools import Shown, ToolContext, ToolError, ToolResult, tool
from travelagent.assistant.budgets import budget_request, days_of, read_budget, stays_of
from travelagent.assistant.places import called, cited, covered_city, localize, origin_id
from travelagent.assistant.results.parsing import dumped
from travelagent.assistant.tools.artifacts import Artifacts, artifact_of, no_artifacts
from travelagent.assistant.tools.trip_at_hand import CurrentTrip, no_trip
from travelagent.assistant.views.budget import budget_view
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.rides import point_of
from travelagent.briefs.values import TripBrief
from travelagent.catalog import source
from travelagent.catalog.money import current_rates
from travelagent.catalog.values import City
from travelagent.costs.budget import budget
from travelagent.costs.values import BudgetRequest
from travelagent.plans.errors import PlanningError
from travelagent.plans.fields import MAX_DAYS
from travelagent.plans.values import IntercityMode
from travelagent.providers.current_rates import follow_rates
from travelagent.wire.budget import budget_to_wire

OFFERS = ("city", "days", "itinerary", "tier", "currency", "fares_left_out")
"""What a model gives; all else is as the brief has it."""


def _label(args: Mapping[str, Any], locale: str) -> str:
    city = called(args.get("city", ""), locale)
    return f"正在计算{city}的预算…" if locale == "zh" else f"Working out the budget for {city}…"


@tool(category="planning", tags=("budget",), label=_label, view=budget_view, offers=OFFERS)
def calculate_budget(
    city: Annotated[str, Field(description="The first city, by any name; default: of the plan or brief.")] = "",
    days: Annotated[
        int | None, Field(ge=1, le=MAX_DAYS, description="Whole days; default: of the plan or brief.")
    ] = None,
    trip: CurrentTrip = no_trip,
    artifacts: Artifacts = no_artifacts,
    travellers: Annotated[int | None, Field(ge=1, le=50, description="How many people, children included.")] = None,
    tier: Annotated[Literal["budget", "mid", "luxury"] | None, Field(description="How comfortable.")] = None,
    origin: Annotated[str | None, Field(description="The city one travels from and back to.")] = None,
    way: Annotated[IntercityMode | None, Field(description="How one travels there and between the cities.")] = None,
    way_back: Annotated[IntercityMode | None, Field(description="How one travels home, if otherwise.")] = None,
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
        Field(
            description="The id of an itinerary of this conversation; default: the current plan, if it is of there.",
            json_schema_extra={OFFERED: {"type": "string", "description": "Its id; default: the plan that stands."}},
        ),
    ] = None,
    *,
    context: ToolContext,
) -> ToolResult:
    """Calculate what a trip costs, line by line: lodging, meals, transport, tickets of the visited sights, the journey,
    a reserve. Never add up a budget yourself.

    What is not given is as the conversation's plan and brief have it.
    """
    at_hand = trip()
    id, plan = _plan(itinerary, at_hand, artifacts, context.locale)
    first = covered_city(city or _first_place(plan, at_hand.brief), context.locale)
    if itinerary is None and plan is not None and not _is_of(plan, first, days):
        id, plan = "", None
    stays = _stays(first, days or (len(days_of(plan)) if plan else at_hand.brief.days), plan, at_hand.brief)
    basis = budget_request(at_hand.brief, stays, plan)
    home = origin_id(origin, context.locale) if origin else ""
    given: dict[str, Any] = {
        "travellers": travellers,
        "tier": tier,
        "origin": point_of(home) if home else None,
        "mode": way,
        "between": way,
        "mode_back": way_back,
        "ages": _ages(basis, travellers, reduced),
        "children": children,
        "night_before": night_before,
        "night_after": night_after,
        "fares_paid": fares_paid or None,
        "fares_left_out": fares_left_out or None,
        "currency": currency,
    }
    if {travellers, reduced, children} != {None}:
        basis = replace(basis, by_day=())
    if tier is not None:
        basis = replace(basis, lodging_tier=None, meals_tier=None)
    request = replace(basis, **{name: value for name, value in given.items() if value is not None})
    try:
        follow_rates()
        result = budget(request, current_rates().table())
    except PlanningError as error:
        raise ToolError(error.code, localize(error.text, context.locale)) from error
    payload = budget_to_wire(replace(result, plan=id))
    rates = ("ecb",) if result.currency != first.currency else ()
    return ToolResult(
        dumped(read_budget(payload, context.locale)),
        shown=(Shown("budget", payload),),
        sources=cited(context.locale, "curated", *rates, places=[costs.city for costs, _ in request.cities]),
    )


def _ages(basis: BudgetRequest, travellers: int | None, reduced: int | None) -> tuple[int | None, ...] | None:
    """The ages of who may pay less: the brief's while it counts as many people, else unknown."""
    count = len(basis.ages) if reduced is None else reduced
    if travellers in (None, basis.travellers) and count == len(basis.ages):
        return None
    return (None,) * min(count, travellers or basis.travellers)


def _plan(
    itinerary: Mapping[str, Any] | str | None, trip: TripAtHand, artifacts: Artifacts, locale: str
) -> tuple[str, Mapping[str, Any] | None]:
    """Return the plan that is to be priced with its id: the given one, else the one that stands."""
    if isinstance(itinerary, str):
        return itinerary, artifact_of(artifacts, itinerary, "itinerary", locale)
    if itinerary is not None:
        return "", itinerary
    return trip.plan, trip.itinerary


def _first_place(plan: Mapping[str, Any] | None, brief: TripBrief) -> str:
    """Return where the trip begins. Raises ToolError where neither plan nor brief has a city."""
    rows = days_of(plan) if plan else []
    if rows:
        return str(rows[0].get("city"))
    if not brief.stays:
        raise ToolError("invalid_arguments", "city: needed, as neither plan nor brief has one", field="city")
    return brief.stays[0].place


def _is_of(plan: Mapping[str, Any], first: City, days: int | None) -> bool:
    """Return whether a plan begins in that city and has that many days."""
    rows = days_of(plan)
    return days in (None, len(rows)) and bool(rows) and rows[0].get("city") == first.id


def _stays(
    first: City, days: int | None, itinerary: Mapping[str, Any] | None, brief: TripBrief
) -> list[tuple[City, int]]:
    """Return the cities in order with the days in each: of the plan, else of the brief, else all in the first one.

    Raises ToolError when the itinerary is of another length or nothing states one.
    """
    if itinerary is not None:
        rows = days_of(itinerary)
        if len(rows) != days:
            raise ToolError("invalid_arguments", f"itinerary has {len(rows)} days, not {days}")
        return stays_of(itinerary)
    cities = source.cities()
    known = [(cities[stay.place], stay.days) for stay in brief.stays if stay.place in cities]
    each = [count for _, count in known if count is not None]
    if known and known[0][0].id == first.id and len(each) == len(brief.stays) and days in (None, sum(each)):
        return [(city, count or 1) for city, count in known]
    if days is None:
        raise ToolError("invalid_arguments", "days: needed, as neither plan nor brief has them", field="days")
    return [(first, days)]
