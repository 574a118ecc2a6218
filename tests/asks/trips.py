"""Three trips as the planner plans them, for questions about them."""

from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any

from travelagent.assistant.asks.values import TripContext
from travelagent.assistant.results.route import Route, Visit
from travelagent.assistant.tools.ask_plan import context_of_trip
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.compile import compile_request
from travelagent.briefs.plan import DirectEngine, plan_brief
from travelagent.briefs.values import BudgetLimit, Dates, Party, Stay, TripBrief
from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sights
from travelagent.wire.itinerary import itinerary_to_wire
from travelagent.wire.request import request_to_wire

TODAY = date(2026, 11, 23)
LOCALES = ("en", "zh")
BRIEFS = {
    "family": TripBrief(
        stays=(Stay("xian"),),
        origin="zhengzhou",
        dates=Dates(start=date(2026, 12, 7), days=3),
        party=Party(adults=2, children=(4,)),
        budget=BudgetLimit(Decimal(6000), "CNY"),
    ),
    "two_cities": TripBrief(
        stays=(Stay("rome", 3), Stay("florence", 2)),
        dates=Dates(start=date(2027, 5, 1)),
        party=Party(adults=2),
        budget=BudgetLimit(Decimal(800), "EUR", "person"),
        diet=("vegetarian",),
        avoid=("museum",),
    ),
    "seniors": TripBrief(
        stays=(Stay("lhasa"),), dates=Dates(start=date(2027, 6, 1), days=3), party=Party(adults=1, seniors=1)
    ),
}
NOTHING = TripBrief()


@cache
def trip(name: str) -> TripAtHand:
    """The trip of a brief with its plan."""
    brief = BRIEFS[name]
    sights = planning_sights(brief.places)
    planned = plan_brief(brief, compile_request(brief, sights, TODAY), sights, DirectEngine())
    payload: dict[str, Any] = {**itinerary_to_wire(planned.itinerary), "request": request_to_wire(planned.request)}
    return TripAtHand(1, brief, "itinerary_1", payload)


def trip_context(name: str, locale: str) -> TripContext:
    """What an answer on that trip is made from."""
    return context_of_trip(trip(name), locale)


def without_plan(locale: str, brief: TripBrief = NOTHING) -> TripContext:
    return TripContext(brief, None, None, TODAY, locale)


def route(of: TripContext) -> Route:
    assert of.route is not None
    return of.route


def visited(of: TripContext) -> list[Visit]:
    """The visits to sights of the catalogue, in their order."""
    return [visit for visit in route(of).visits if visit.sight in source.sights()]


def left_out(of: TripContext) -> str:
    """Return a sight that the plan reports as left out."""
    return route(of).left_out[0].sight
