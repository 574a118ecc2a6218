"""generate_route: the optimised, verified itinerary with its alternatives."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from itertools import chain
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from agent_core.tools import ToolContext, ToolError, ToolResult, tool
from travelagent.assistant.tools.itineraries import (
    ONE_TRAVELLER,
    SECONDS,
    DayWindowArgument,
    FixedArgument,
    PinArgument,
    Place,
    RestArgument,
    RideArgument,
    booking_of,
    pin_of,
    refusal,
    rest_of,
    result_of,
    ride_of,
    terms_of,
    window_of,
    with_hotel,
    without_rest,
)
from travelagent.assistant.tools.places import called, covered_cities, home_of, sight_in
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.catalog.planners import compute_alternatives, compute_plan, compute_replan, compute_rests
from travelagent.catalog.values import City
from travelagent.compute.pool import Terms
from travelagent.planning.changes import applied
from travelagent.planning.errors import Infeasible, PlanningError
from travelagent.planning.frame import low_first
from travelagent.planning.rides import framed
from travelagent.planning.values import (
    Change,
    CityStay,
    DayWindow,
    Itinerary,
    LocalizedText,
    PlanRequest,
    Sight,
    Way,
)
from travelagent.planning.variants import CHEAPER
from travelagent.planning.wishes import SPARING, early_starts, insisting_on, timely_starts, unmet, unmissable
from travelagent.planning.words import clock

SEARCH_SHARE = 0.4
"""Of the work the share that the plan itself is; the rest are its alternatives."""
Assumed: TypeAlias = tuple[LocalizedText, ...]
SHORT_WAYS = LocalizedText(
    "Short ways first: what lies far out is in the plan only where it is well worth the way.",
    "优先安排路近的景点，路远的要特别值得去才排进来。",
)
LOW_FIRST = LocalizedText(
    "The high city comes last, so that the body gets used to it.", "海拔高的城市放在后面，让身体慢慢适应。"
)


def _label(args: Mapping[str, Any], locale: str) -> str:
    city, days = called(args.get("city", ""), locale), args.get("days", "")
    return f"正在为{city}安排 {days} 天行程…" if locale == "zh" else f"Arranging {days} days in {city}…"


@tool(category="planning", tags=("itinerary",), timeout_s=120, label=_label)
def generate_route(
    city: Annotated[str, Field(description="The (first) city, by any name in Chinese or English.")],
    days: Annotated[int, Field(ge=1, le=30, description="Whole days of the trip.")],
    cities: Annotated[list[str], Field(description="Further cities, in the order of the visit.", max_length=8)] = [],  # noqa: B006
    start_date: Annotated[date | None, Field(description="The first day, ISO.")] = None,
    interests: Annotated[list[str], Field(description="What the trip is for: history, food, nature …")] = [],  # noqa: B006
    pace: Annotated[Literal["relaxed", "normal", "packed"], Field(description="How full a day is.")] = "normal",
    must_see: Annotated[list[str], Field(description="Sights that must be in: ids city/sight, or names.")] = [],  # noqa: B006
    avoid: Annotated[
        list[str],
        Field(description="What to leave out: sights, categories, tags; stairs, climb, altitude, atrocity, adult."),
    ] = [],  # noqa: B006
    day_windows: Annotated[list[DayWindowArgument], Field(description="Days that start or end differently.")] = [],  # noqa: B006
    hotel: Annotated[Place | None, Field(description="Where every day begins and ends.")] = None,
    travellers: Annotated[int | None, Field(ge=1, le=50, description="How many people; default: one.")] = None,
    fixed: Annotated[list[FixedArgument], Field(description="The traveller's own bookings.")] = [],  # noqa: B006
    rainy_days: Annotated[list[int], Field(description="Days to be spent indoors as far as possible.")] = [],  # noqa: B006
    any_order: Annotated[bool, Field(description="The cities may be visited in any order: the shortest way.")] = False,
    origin: Annotated[str | None, Field(description="The city one comes from and returns to.")] = None,
    way: Annotated[Way | None, Field(description="How one travels between the cities.")] = None,
    sparing: Annotated[
        bool, Field(description="The money is watched: dear tickets and far taxis must be worth it.")
    ] = False,
    cheapest: Annotated[
        bool, Field(description="As little as possible is to be spent: dear tickets are left out, however famous.")
    ] = False,
    days_each: Annotated[list[int], Field(description="Days of each city, in the order of the visit.")] = [],  # noqa: B006
    rest: Annotated[RestArgument | None, Field(description="A rest at the hotel in the middle of the days.")] = None,
    short_ways: Annotated[bool, Field(description="Long ways are hard on somebody, as on small children.")] = False,
    pins: Annotated[list[PinArgument], Field(description="Sights that are bound to a day.")] = [],  # noqa: B006
    arrival: Annotated[RideArgument | None, Field(description="What brings one there on the first day.")] = None,
    departure: Annotated[RideArgument | None, Field(description="What takes one home on the last day.")] = None,
    *,
    context: ToolContext,
) -> ToolResult:
    """Arrange sights into days that work: opening hours, travel times, meals and pace are kept and verified."""
    chosen = covered_cities([city, *cities], context.locale)
    ids, stays = [c.id for c in chosen], _stays(chosen, days_each)
    request = PlanRequest(
        cities=with_hotel(stays, hotel) if hotel else stays,
        days=days,
        start_date=start_date,
        today=date.today(),
        interests=tuple(interests),
        pace=pace,
        must_see=tuple(sight_in(text, ids, context.locale) for text in must_see),
        avoid=tuple(avoid),
        pinned=tuple(pin_of(pin, ids, context.locale) for pin in pins),
        day_windows=tuple(window_of(w) for w in day_windows),
        fixed=tuple(booking_of(f) for f in fixed),
        travellers=travellers or 1,
        rainy_days=tuple(rainy_days),
        short_ways=short_ways,
        any_order=any_order,
        home=home_of(origin, context.locale) if origin else None,
        way=way,
        arrival=ride_of(arrival),
        departure=ride_of(departure),
        thrift=CHEAPER if cheapest else SPARING if sparing else 0.0,
        deadline_seconds=SECONDS,
    )
    request, low = _low_first(framed(request))
    sights, terms = planning_sights(ids), terms_of(context, SEARCH_SHARE)
    try:
        request, itinerary, risen = _planned(request, sights, terms)
        request, itinerary, timely = _in_time(request, itinerary, sights, terms)
        tiring: Assumed = ()
        if rest is not None:
            rested = compute_rests(itinerary, request, rest_of(rest), sights, terms)
            request, itinerary, tiring = rested.request, rested.itinerary, without_rest(rested.restless)
        others = compute_alternatives(itinerary, request, sights, terms)
    except PlanningError as error:
        raise refusal(error, context.locale) from error
    near = (SHORT_WAYS,) if short_ways else ()
    assumed = (() if travellers else (ONE_TRAVELLER,), low, risen, timely, tiring, near)
    return result_of(itinerary, request, others, context.locale, assumed=tuple(chain.from_iterable(assumed)))


def _stays(cities: Sequence[City], days_each: Sequence[int]) -> tuple[CityStay, ...]:
    """The cities with their days, where these are given for each."""
    if days_each and len(days_each) != len(cities):
        raise ToolError("invalid_arguments", f"days_each names {len(days_each)} of {len(cities)} cities")
    days: Sequence[int | None] = days_each or [None] * len(cities)
    return tuple(city_stay(city, count) for city, count in zip(cities, days, strict=True))


def _low_first(request: PlanRequest) -> tuple[PlanRequest, Assumed]:
    """The request with its high cities last, where altitude is to be spared, and what is told of that."""
    spared = low_first(request)
    return spared, (() if spared.cities == request.cities else (LOW_FIRST,))


def _planned(request: PlanRequest, sights: Sequence[Sight], terms: Terms) -> tuple[PlanRequest, Itinerary, Assumed]:
    """The plan, once more with a sight of every wish that it left unmet where that can be had; the request that it
    answers, and what is told of its days."""
    search = partial(compute_plan, sights=sights, terms=terms)
    itinerary = search(request)
    if wishes := unmet(itinerary, request, sights):
        with suppress(Infeasible):
            itinerary = search(insisting_on(request, wishes))
    return _with_early_starts(itinerary, request, sights, wishes, search)


def _with_early_starts(
    itinerary: Itinerary,
    request: PlanRequest,
    sights: Sequence[Sight],
    wishes: Sequence[str],
    search: Callable[[PlanRequest], Itinerary],
) -> tuple[PlanRequest, Itinerary, Assumed]:
    """The plan with one more of what nobody should miss, where a day that begins earlier is all that it takes; the
    request with that day, and what is told of it."""
    best = set(unmissable(itinerary, request, sights))
    for sight, window in early_starts(itinerary, request, sights).items():
        with suppress(Infeasible):
            earlier = applied(request, Change(windows=(window,)))
            found = search(insisting_on(earlier, (*wishes, sight)))
            if not best <= {visit.sight for visit in found.visits}:
                continue
            return earlier, found, (_told(window, next(s.name for s in sights if s.id == sight)),)
    return request, itinerary, ()


def _in_time(
    request: PlanRequest, itinerary: Itinerary, sights: Sequence[Sight], terms: Terms
) -> tuple[PlanRequest, Itinerary, Assumed]:
    """The plan with days that begin somewhat earlier for what is best seen early; the request with these days, and what
    is told of them."""
    told: Assumed = ()
    for sight, window in timely_starts(itinerary, request, sights).items():
        with suppress(Infeasible):
            found = compute_replan(itinerary, request, Change(windows=(window,)), sights, terms)
            request, itinerary = found.request, found.itinerary
            told = (*told, _early(window, next(s.name for s in sights if s.id == sight)))
    return request, itinerary, told


def _early(window: DayWindow, sight: LocalizedText) -> LocalizedText:
    begins = clock(window.start or 0)
    return LocalizedText(
        f"Day {window.day} begins at {begins}: {sight.en} is best seen early.",
        f"第 {window.day} 天 {begins} 出发：{sight.zh}早些去最好。",
    )


def _told(window: DayWindow, sight: LocalizedText) -> LocalizedText:
    begins = clock(window.start or 0)
    return LocalizedText(
        f"Day {window.day} begins at {begins}, so that {sight.en} fits.",
        f"第 {window.day} 天 {begins} 出发，这样才排得下{sight.zh}。",
    )
