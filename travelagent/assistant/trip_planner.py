"""From the brief of a conversation to its plan: names become ids, rules act, the planner plans.

The one way to a plan for tools, API, page and command line, so that the same brief gives the same plan at every door.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent_core.tools import ToolError
from travelagent.assistant import clock
from travelagent.assistant.edit_arguments import NameResolver
from travelagent.assistant.kinds import kind_named
from travelagent.assistant.ledgers import plan_ledger
from travelagent.assistant.places import localize, origin_id, sight_in
from travelagent.assistant.plannable_cities import plannable_city
from travelagent.assistant.refusals import refusal
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.compile import compile_request
from travelagent.briefs.editing import TripPlan, edit_trip_plan
from travelagent.briefs.from_request import brief_of_request
from travelagent.briefs.plan import Planned, plan_brief
from travelagent.briefs.values import EMPTY, DayWish, FieldSource, Stay, TripBrief
from travelagent.briefs.wire import brief_from_wire, brief_to_wire, with_sources_of, without_sources
from travelagent.catalog.adapter import planning_sights
from travelagent.catalog.planners import PooledEngine
from travelagent.catalog.routes import Route, route_named
from travelagent.compute.pool import Terms
from travelagent.plans.errors import PlanningError
from travelagent.plans.values import Itinerary, LocalizedText, PlanRequest
from travelagent.wire.itinerary import itinerary_from_wire, itinerary_to_wire
from travelagent.wire.outcomes import alternative_to_wire
from travelagent.wire.request import request_from_wire, request_to_wire

NOTHING_TO_CHANGE = LocalizedText("There is no plan yet that could be changed.", "还没有可以修改的行程。")
NOTHING_TO_PLAN = LocalizedText("No place was named yet: where do you want to go?", "还没有说去哪里，想去什么地方？")


@dataclass(frozen=True, slots=True)
class PlannedTrip:
    """A brief with its ids, the plan that follows from it, and the plan as the payload of an artifact.

    `given_up`: what had been requested and an edit of it could not keep.
    """

    brief: TripBrief
    request: PlanRequest
    itinerary: Itinerary
    payload: Mapping[str, Any]
    given_up: tuple[LocalizedText, ...] = ()


def plan_trip(brief: TripBrief, locale: str, terms: Terms) -> PlannedTrip:
    """Return the plan of a brief.

    Raises ToolError: `nothing_to_plan` without a place, what `resolved` raises, `infeasible` with the clash and the
    change that would help, `invalid_request`, `busy`.
    """
    known = resolved(brief, locale)
    if not known.stays:
        raise ToolError("nothing_to_plan", localize(NOTHING_TO_PLAN, locale))
    sights = planning_sights(known.places)
    try:
        planned = plan_brief(known, compile_request(known, sights, clock.today()), sights, PooledEngine(terms))
    except PlanningError as error:
        raise refusal(error, locale) from error
    return PlannedTrip(known, planned.request, planned.itinerary, _payload(known, planned))


def edit_trip(
    trip: TripAtHand,
    edits: Sequence[Mapping[str, Any]],
    locale: str,
    terms: Terms,
    source: FieldSource,
    brief: TripBrief | None = None,
) -> PlannedTrip:
    """Return the plan of the trip at hand as it follows a new brief, and after edits in their form on the wire.

    What neither of them mentions stays. Raises what `resolved` does, and ToolError: `nothing_to_plan` without a plan,
    `invalid_arguments` for an edit that is wrong, `infeasible` with the clash and the change that would help,
    `invalid_request`, `busy`.
    """
    if trip.itinerary is None:
        raise ToolError("nothing_to_plan", localize(NOTHING_TO_CHANGE, locale))
    before = plan_at_hand(trip.itinerary)
    now = trip_brief(trip, trip.plan, before.brief) if brief is None else resolved(brief, locale)
    trips = (trip.city.id for trip in before.request.day_trips)
    cities = list(dict.fromkeys([*(stay.id for stay in before.request.cities), *now.places, *trips]))
    wanted, sights, engine = NameResolver(cities, locale).edits(edits), planning_sights(cities), PooledEngine(terms)
    try:
        changed = edit_trip_plan(before, wanted, sights, engine, source, brief=now, today=clock.today())
        after = changed.plan
    except PlanningError as error:
        raise refusal(error, locale) from error
    payload = _payload(after.brief, Planned(after.request, after.itinerary, changed.alternatives))
    given_up = changed.edited.difference.given_up
    return PlannedTrip(after.brief, after.request, after.itinerary, payload, given_up)


def plan_at_hand(payload: Mapping[str, Any]) -> TripPlan:
    """Return the itinerary of a payload with its request and the brief that it was made of."""
    request = request_from_wire(payload["request"])
    return TripPlan(brief_of_plan(payload, request), request, itinerary_from_wire(payload))


def brief_of_plan(payload: Mapping[str, Any], request: PlanRequest) -> TripBrief:
    """Return the brief that an itinerary was made of; one of an earlier release has that of its request."""
    return brief_from_wire(payload["brief"]) if "brief" in payload else brief_of_request(request)


def trip_brief(trip: TripAtHand, plan: str, made_of: TripBrief) -> TripBrief:
    """Return what is wanted of a plan from now on: the brief at hand where it is the plan at hand, else its own."""
    return trip.brief if trip.plan == plan and trip.brief.stays else with_sources_of(made_of, trip.brief)


def resolved(brief: TripBrief, locale: str) -> TripBrief:
    """Return the brief with the ids of its cities, sights and kinds of sights in place of their names.

    An area with a usual route (catalog/routes.py) becomes the stays of that route. A city that the catalogue does not
    cover is fetched (`plannable_city`). A refused word that is no such name stays: the ledger names it. Stays in one
    city that follow one another are one, as are one in a city of a route and that of the route.

    Raises ToolError: `unknown_city` (with near matches, or the nearest covered cities), `ambiguous_city` (with the
    choices), `unknown_sight`.
    """
    stays: list[Stay] = []
    mode = brief.travel.between
    for stay in brief.stays:
        if route := route_named(stay.place):
            mode = mode or route.mode
            for city, days in route.fitted(_days_of(stay, brief, route)):
                stays += [Stay(city, days, area=route.area)] if city not in {each.place for each in stays} else []
            continue
        here = dataclasses.replace(stay, place=plannable_city(stay.place, locale).id)
        same = [at for at, each in enumerate(stays) if each.place == here.place and (each.area or at == len(stays) - 1)]
        if same:
            held = stays[same[0]]
            both = held.days + here.days if held.days and here.days else None
            stays[same[0]] = dataclasses.replace(held, days=both)
        else:
            stays.append(here)
    cities = tuple(dict.fromkeys(stay.place for stay in stays))
    return dataclasses.replace(
        brief,
        stays=tuple(stays),
        travel=dataclasses.replace(brief.travel, between=mode),
        origin=origin_id(brief.origin, locale) if brief.origin else "",
        ends_at=origin_id(brief.ends_at, locale) if brief.ends_at else "",
        must_see=tuple(dict.fromkeys(sight_in(text, cities, locale) for text in brief.must_see)),
        avoid=tuple(dict.fromkeys(_refused(text, cities, locale) for text in brief.avoid)),
        day_wishes=tuple(_resolved_wish(wish, cities, locale) for wish in brief.day_wishes),
    )


def _days_of(stay: Stay, brief: TripBrief, route: Route) -> int:
    """Return the days of a stay in an area: as stated, else what the other stays leave of the trip, else the usual
    ones.
    """
    if stay.days is not None:
        return stay.days
    others = [other.days for other in brief.stays if other is not stay]
    if brief.days is None or None in others:
        return route.days
    return max(brief.days - sum(days or 0 for days in others), 1)


def missing_fields(brief: TripBrief) -> tuple[str, ...]:
    """Return what is still to be asked for before a plan is a good one, the most valuable first."""
    filled = {
        "stays": bool(brief.stays),
        "dates": brief.days is not None,
        "party": brief.party != EMPTY.party,
        "budget": brief.budget is not None or brief.tier is not None or brief.tiers != EMPTY.tiers,
    }
    return tuple(name for name, is_filled in filled.items() if not is_filled)


def _resolved_wish(wish: DayWish, cities: tuple[str, ...], locale: str) -> DayWish:
    match wish.kind:
        case "visit":
            return dataclasses.replace(wish, value=sight_in(wish.value, cities, locale))
        case "day_trip":
            return dataclasses.replace(wish, value=plannable_city(wish.value, locale).id)
        case "without":
            return dataclasses.replace(wish, value=_refused(wish.value, cities, locale))
        case _:
            return wish


def _refused(text: str, cities: tuple[str, ...], locale: str) -> str:
    """Return the kind of sights or the sight of that name, the text itself where nothing has it."""
    if kind := kind_named(text):
        return kind
    try:
        return sight_in(text, cities, locale)
    except ToolError:
        return text


def _payload(brief: TripBrief, planned: Planned) -> dict[str, Any]:
    payload = itinerary_to_wire(planned.itinerary)
    return {
        **payload,
        "ledger": plan_ledger(brief, planned.request, planned.itinerary, payload),
        "request": request_to_wire(planned.request),
        "brief": brief_to_wire(without_sources(brief)),
        "alternatives": [alternative_to_wire(other) for other in planned.alternatives],
    }
