"""ask_plan: a question about the trip at hand or a place, answered from the plan and the catalogue."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field

from agent_core.tools import ToolContext, ToolResult, tool
from travelagent.assistant import clock
from travelagent.assistant.asks.registry import answer
from travelagent.assistant.asks.topics.ride import AIRPORT
from travelagent.assistant.asks.values import Topic, TripContext
from travelagent.assistant.budgets import plan_budget
from travelagent.assistant.forecasts import forecast_source, kept_forecasts
from travelagent.assistant.nearby_venues import venues_nearby
from travelagent.assistant.places import cited, origin_id
from travelagent.assistant.results.parsing import dumped
from travelagent.assistant.results.plan_answer import PlanAnswer
from travelagent.assistant.results.reading import read_route
from travelagent.assistant.tools.sight_rows import shown_sights, sights_by_id
from travelagent.assistant.tools.trip_at_hand import CurrentTrip, no_trip
from travelagent.assistant.views.brief import answer_view
from travelagent.briefs.acts import Ask, Order
from travelagent.briefs.at_hand import TripAtHand
from travelagent.catalog import source
from travelagent.catalog.airports import find_airports
from travelagent.catalog.attribution import Key
from travelagent.catalog.local import landmarks
from travelagent.catalog.matches import CityMatch
from travelagent.catalog.names import country_name, find_places, resolve_city
from travelagent.catalog.text import fold
from travelagent.wire.itinerary import itinerary_from_wire

OF_CLIMATE = frozenset({"weather", "packing", "rain"})
OF_FORECAST = frozenset({"weather", "rain"})
OFFERS = ("topic", "about", "days", "dates", "ends", "kinds", "amount", "currency")
"""What a model gives."""
AREAS = ("region", "country", "macro")


def _label(args: Mapping[str, Any], locale: str) -> str:
    return "正在查看行程…" if locale == "zh" else "Looking at the trip…"


@tool(category="planning", tags=("itinerary", "questions"), label=_label, view=answer_view, offers=OFFERS)
def ask_plan(
    topic: Annotated[
        Topic,
        Field(
            description="why: for or against a sight; tickets: prices, booking; price: costs, is the budget enough;"
            ' ranking: sights by order, of kinds (also "free", "lodging" for around the hotel);'
            " ride: way, time and fare between two points; tiring: how full, how far on foot; exchange: currencies."
        ),
    ],
    about: Annotated[list[str], Field(max_length=8, description="Sights, cities or areas, by name or id.")] = [],  # noqa: B006
    days: Annotated[list[int], Field(max_length=30, description="Days of the plan, from 1.")] = [],  # noqa: B006
    dates: Annotated[list[date], Field(max_length=30, description="ISO dates.")] = [],  # noqa: B006
    months: Annotated[list[Annotated[int, Field(ge=1, le=12)]], Field(max_length=12)] = [],  # noqa: B006
    ends: Annotated[list[str], Field(max_length=2, description="From, to.")] = [],  # noqa: B006
    kinds: Annotated[
        list[str],
        Field(max_length=8, description="Kinds of sight, a diet, a transport mode, a budget line."),
    ] = [],  # noqa: B006
    length: Annotated[int | None, Field(ge=1, le=180, description="Days that may be enough.")] = None,
    amount: Annotated[Decimal | None, Field(ge=0, description="Money that may be enough.")] = None,
    currency: Annotated[str, Field(pattern="^([A-Z]{3})?$", description="Of the amount, ISO 4217.")] = "",
    without: Annotated[list[str], Field(max_length=6, description="Budget lines left out of a price.")] = [],  # noqa: B006
    order: Annotated[Order | None, Field(description="Of topic ranking.")] = None,
    within_km: Annotated[float | None, Field(gt=0, le=100, description="Around the place in `about`.")] = None,
    trip: CurrentTrip = no_trip,
    *,
    context: ToolContext,
) -> ToolResult:
    """Answer a question about the plan, a sight, a city or a ride from verified facts; with or without a plan.

    Changes nothing. Use it before you state an opening time, reason, price or travel time of the plan. Example:
    topic "why", about ["Colosseum"]. `known` false: the data does not tell; say so.
    """
    at_hand, locale = trip(), context.locale
    cities = _cities(at_hand)
    airports = {text: found[0].city for text in [*about, *ends] if (found := find_airports(fold(text)))}
    if airports:
        kinds, ends = [*kinds, AIRPORT], []
        about = [*airports.values(), *(text for text in about if text not in airports)]
    places = [_place_id(text, cities, locale) for text in [*about, *(ends if len(ends) == 1 else [])]]
    question = Ask(
        topic,
        about=tuple(dict.fromkeys(places)),
        days=tuple(days),
        dates=tuple(dates),
        months=tuple(months),
        ends=(_place_id(ends[0], cities, locale), _place_id(ends[1], cities, locale)) if len(ends) == 2 else None,
        kinds=tuple(kinds),
        length=length,
        amount=amount,
        currency=currency,
        without=tuple(without),
        order=order,
        within_km=within_km,
    )
    trip_context = context_of_trip(at_hand, locale)
    if topic in OF_FORECAST:
        trip_context = replace(trip_context, forecasts=kept_forecasts([*question.about, *cities]))
    elif topic == "food" or topic == "hotel":
        trip_context = replace(trip_context, nearby=venues_nearby(question, trip_context, topic))
    answered = answer(question, trip_context)
    keys: list[Key] = ["curated", "climate"] if topic in OF_CLIMATE else ["curated"]
    result = PlanAnswer(topic=topic, text=answered.text, known=answered.known, facts=answered.facts)
    shown = (shown_sights(sights_by_id(answered.sights)),) if answered.sights and at_hand.itinerary is None else ()
    sources = cited(locale, *keys, places=[*cities, *answered.sights])
    return ToolResult(dumped(result), shown, sources=(*forecast_source(trip_context.forecasts, locale), *sources))


def context_of_trip(trip: TripAtHand, locale: str) -> TripContext:
    """Return what answers on a trip at hand are made from: its brief, its plan and the plan's budget."""
    if trip.itinerary is None:
        return TripContext(trip.brief, None, None, clock.today(), locale)
    route = read_route(trip.itinerary, itinerary_from_wire(trip.itinerary), locale)
    return TripContext(trip.brief, route, plan_budget(trip.brief, trip.itinerary, locale), clock.today(), locale)


def _cities(trip: TripAtHand) -> list[str]:
    """The cities at hand, in which parts of sights' names are understood."""
    planned = trip.itinerary["cities"] if trip.itinerary else trip.brief.places
    return [city for city in planned if city in source.cities()]


def _place_id(text: str, cities: Sequence[str], locale: str) -> str:
    """The id of a city, a town, a sight or an area by id or by name, the code of a country by itself. Raises ToolError
    `unknown_city`, `ambiguous_city`."""
    if text in source.sights() or text in source.cities() or country_name(text)[0] != text:
        return text
    if isinstance(found := resolve_city(text), CityMatch) and found.score == 100:
        return found.id
    if marks := landmarks(text, cities):
        return marks[0].sight
    for mention in find_places(text):
        for reading in (mention.reading, *mention.also):
            if reading.kind == "sight":
                return next((id for id in reading.ids if id.partition("/")[0] in cities), reading.ids[0])
            if reading.kind in AREAS:
                return reading.ids[0]
    return origin_id(text, locale)
