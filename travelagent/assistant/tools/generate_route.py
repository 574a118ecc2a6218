"""generate_route: the optimised, verified itinerary of the brief, with its alternatives."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Annotated, Any, Literal

from pydantic import Field

from agent_core.tools import Shown, ToolContext, ToolError, ToolResult, tool
from travelagent.assistant.places import called, cited
from travelagent.assistant.plannable_cities import stop_id
from travelagent.assistant.tools.itineraries import (
    DayWindowArgument,
    FixedArgument,
    PinArgument,
    Place,
    RestArgument,
    RideArgument,
    booking_of,
    compact,
    rest_wishes,
    terms_of,
)
from travelagent.assistant.tools.trip_at_hand import (
    CurrentSpeech,
    CurrentTrip,
    check_consent,
    no_speech,
    no_trip,
    patch_of,
    patched,
    trip_events,
    with_ops,
)
from travelagent.assistant.trip_planner import plan_at_hand, plan_trip
from travelagent.assistant.views.plan import plan_view
from travelagent.briefs.acts import SetField
from travelagent.briefs.consent import losses
from travelagent.briefs.editing import TripPlan
from travelagent.briefs.party import head_count
from travelagent.briefs.values import EMPTY, DayWish, Lodging, Party, Stay, TripBrief, WishKind
from travelagent.plans.fields import minutes_of
from travelagent.plans.values import IntercityMode

NOT_IN_BRIEF = ("city", "days", "cities", "days_each", "fresh")
"""What a model gives here; all else goes to set_brief."""
SEARCH_SHARE = 0.4
"""Of the work the share that the plan itself is; the rest are its alternatives."""


def _label(args: Mapping[str, Any], locale: str) -> str:
    city, days = called(args.get("city", ""), locale), args.get("days", "")
    return f"正在为{city}安排 {days} 天行程…" if locale == "zh" else f"Arranging {days} days in {city}…"


@tool(
    category="planning",
    tags=("itinerary",),
    sequential=True,
    timeout_s=120,
    label=_label,
    view=plan_view,
    offers=NOT_IN_BRIEF,
)
def generate_route(
    city: Annotated[str, Field(description="The first city or region, by name.")],
    days: Annotated[int, Field(ge=1, le=30, description="Whole days of the trip.")],
    trip: CurrentTrip = no_trip,
    spoken: CurrentSpeech = no_speech,
    cities: Annotated[list[str], Field(description="Further cities, in order.", max_length=8)] = [],  # noqa: B006
    start_date: Annotated[date | None, Field(description="The first day, ISO.")] = None,
    interests: Annotated[list[str], Field(description="What the trip is for: history, food, nature …")] = [],  # noqa: B006
    pace: Annotated[Literal["relaxed", "normal", "packed"] | None, Field(description="How full a day is.")] = None,
    must_see: Annotated[list[str], Field(description="Sights that must be in: ids city/sight, or names.")] = [],  # noqa: B006
    avoid: Annotated[
        list[str],
        Field(description="Leave out: sights, categories, tags; stairs, climb, altitude, heights, atrocity, adult."),
    ] = [],  # noqa: B006
    day_windows: Annotated[list[DayWindowArgument], Field(description="Days that start or end differently.")] = [],  # noqa: B006
    hotel: Annotated[
        Place | str | None, Field(description="Where every day begins and ends: a point, or a name.")
    ] = None,
    travellers: Annotated[int | None, Field(ge=1, le=50, description="How many people; default: one.")] = None,
    fixed: Annotated[list[FixedArgument], Field(description="The traveller's own bookings.")] = [],  # noqa: B006
    rainy_days: Annotated[list[int], Field(description="Days to be spent indoors as far as possible.")] = [],  # noqa: B006
    any_order: Annotated[bool, Field(description="The cities may be visited in any order: the shortest way.")] = False,
    origin: Annotated[str | None, Field(description="The city one comes from and returns to.")] = None,
    way: Annotated[IntercityMode | None, Field(description="How one travels between the cities.")] = None,
    sparing: Annotated[
        bool, Field(description="The money is watched: dear tickets and far taxis must be worth it.")
    ] = False,
    cheapest: Annotated[
        bool, Field(description="As little as possible is to be spent: dear tickets are left out, however famous.")
    ] = False,
    days_each: Annotated[list[int], Field(description="Days of each city, in order.")] = [],  # noqa: B006
    rest: Annotated[RestArgument | None, Field(description="A rest at the hotel in the middle of the days.")] = None,
    short_ways: Annotated[bool, Field(description="Long ways are hard on somebody, as on small children.")] = False,
    pins: Annotated[list[PinArgument], Field(description="Sights that are bound to a day.")] = [],  # noqa: B006
    arrival: Annotated[RideArgument | None, Field(description="What brings one there on the first day.")] = None,
    departure: Annotated[RideArgument | None, Field(description="What takes one home on the last day.")] = None,
    fresh: Annotated[bool, Field(description="Forget the brief so far: a new trip.")] = False,
    brief: Annotated[dict[str, Any], Field(description="Further fields, as set_brief takes them.")] = {},  # noqa: B006
    *,
    context: ToolContext,
) -> ToolResult:
    """Plan the trip of the brief: days that work, with opening hours, travel times, meals, buffers and pace verified.
    Call set_brief before it, and change_route for a plan that stands. Example: city "Rome", cities ["Pisa"], days 6.

    What the conversation's brief holds already counts, too; an argument that is given takes its place.
    """
    at_hand = trip()
    wanted = EMPTY if fresh else at_hand.brief
    stops = [stop for stop, _ in groupby(stop_id(text, context.locale) for text in (city, *cities))]
    stays = _stays(wanted, stops, days_each)
    dates = dataclasses.replace(wanted.dates, days=days)
    if start_date is not None:
        dates = dataclasses.replace(dates, start=start_date, end=None)
    wishes = [*_hours(day_windows), *_indoors(rainy_days), *(rest_wishes(rest) if rest else ()), *_visits(pins)]
    given: dict[str, Any] = {
        "stays": stays,
        "dates": dates,
        "interests": tuple(interests),
        "pace": pace,
        "must_see": tuple(must_see),
        "avoid": tuple(avoid),
        "lodging": _hotel(wanted.lodging, hotel) if hotel else None,
        "party": Party(adults=travellers) if travellers not in (None, head_count(wanted.party)) else None,
        "bookings": tuple(map(booking_of, fixed)),
        "order_free": any_order,
        "origin": origin,
        "travel": dataclasses.replace(wanted.travel, between=way) if way else None,
        "thrift": "cheapest" if cheapest else "sparing" if sparing else None,
        "needs": tuple(dict.fromkeys((*wanted.needs, "short_trips"))) if short_ways else None,
        "arrival": arrival,
        "departure": departure,
        "day_wishes": _with_wishes(wanted, wishes) if wishes else None,
    }
    act = [SetField(name, value) for name, value in given.items() if value or name == "stays"]
    wanted = patched(with_ops(wanted, act), patch_of(brief, context.locale), "model", context.locale)
    planned = plan_trip(wanted, context.locale, terms_of(context, SEARCH_SHARE))
    if at_hand.itinerary is not None:
        after = TripPlan(planned.brief, planned.request, planned.itinerary)
        anew = dataclasses.replace(spoken(), emptier=True)
        check_consent(losses(plan_at_hand(at_hand.itinerary), after, (), (), anew), (), context)
    return ToolResult(
        compact(planned.payload, planned.itinerary, context.locale),
        shown=(Shown("itinerary", planned.payload),),
        sources=cited(context.locale, "curated", places=planned.itinerary.cities),
        events=trip_events(at_hand, planned.brief, "model", plan=context.artifact_id()),
    )


def _stays(brief: TripBrief, cities: Sequence[str], days_each: Sequence[int]) -> tuple[Stay, ...]:
    """The stays in these cities: with the days that are given, else as the brief has them if it is of just these."""
    if days_each and len(days_each) != len(cities):
        raise ToolError("invalid_arguments", f"days_each names {len(days_each)} of {len(cities)} cities")
    if not days_each and brief.places == tuple(cities):
        return brief.stays
    each: Sequence[int | None] = days_each or [None] * len(cities)
    return tuple(Stay(city, count) for city, count in zip(cities, each, strict=True))


def _with_wishes(brief: TripBrief, wishes: Sequence[DayWish]) -> tuple[DayWish, ...]:
    """The wishes of a brief with these in place of its own of the same kinds."""
    kinds: set[WishKind] = {wish.kind for wish in wishes}
    return (*(wish for wish in brief.day_wishes if wish.kind not in kinds), *wishes)


def _hotel(held: Lodging, hotel: Place | str) -> Lodging:
    """Return the lodging at a hotel, by its name or its point, for the price of a night that was stated before."""
    if isinstance(hotel, str):
        return dataclasses.replace(held, near=hotel, place=None)
    return dataclasses.replace(held, near="", place=hotel.point())


def _hours(windows: Sequence[DayWindowArgument]) -> Iterator[DayWish]:
    for window in windows:
        yield DayWish(
            window.day,
            "hours",
            start=None if window.start is None else minutes_of(window.start),
            end=None if window.end is None else minutes_of(window.end),
            origin=window.origin.point() if window.origin else None,
            destination=window.destination.point() if window.destination else None,
        )


def _indoors(days: Sequence[int]) -> Iterator[DayWish]:
    return (DayWish(day, "indoors") for day in days)


def _visits(pins: Sequence[PinArgument]) -> Iterator[DayWish]:
    for pin in pins:
        start = None if pin.start is None else minutes_of(pin.start)
        yield DayWish(pin.day, "visit", value=pin.sight, start=start, part=pin.when)
