"""change_route: one thing of an itinerary changed, everything else kept, with the difference."""

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from agent_core.tools import Shown, ToolContext, ToolError, ToolResult, tool
from travelagent.assistant.places import cited, covered_city, name_of, sight_in
from travelagent.assistant.refusals import refusal
from travelagent.assistant.tools.artifacts import Artifacts, artifact_of
from travelagent.assistant.tools.itineraries import (
    ONE_TRAVELLER,
    SECONDS,
    DayWindowArgument,
    Place,
    RestArgument,
    RideArgument,
    VisitArgument,
    compact,
    rest_of,
    rest_wishes,
    result_of,
    ride_in_brief,
    terms_of,
    window_of,
)
from travelagent.assistant.tools.trip_at_hand import CurrentTrip, no_trip, trip_events, with_ops
from travelagent.briefs.acts import SetField
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.changed import ops_of_change
from travelagent.briefs.compile import with_hotel
from travelagent.briefs.from_request import brief_of_request
from travelagent.briefs.hours import arrival_minutes, departure_minutes
from travelagent.briefs.lodging import point_near
from travelagent.briefs.party import head_count
from travelagent.briefs.plan import change_with_a_late_evening, without_rest
from travelagent.briefs.rides import rides_between
from travelagent.briefs.values import Lodging, Party, TripBrief
from travelagent.briefs.values import Ride as WishedRide
from travelagent.briefs.wire import brief_from_wire, brief_to_wire, with_sources_of, without_sources
from travelagent.catalog.adapter import planning_sights
from travelagent.catalog.legs import leg_provider
from travelagent.catalog.planners import compute_alternatives, compute_replan, compute_rests
from travelagent.planning.diff import diff
from travelagent.planning.errors import Infeasible, PlanningError
from travelagent.planning.outcomes import Replanned
from travelagent.planning.relax import on_the_added_day
from travelagent.planning.values import (
    Assumption,
    Change,
    Itinerary,
    Pin,
    PlaceInDay,
    PlanRequest,
    Refusal,
    Ride,
    Sight,
    Way,
)
from travelagent.planning.variants import FURTHER, saves, thriftier
from travelagent.planning.wire import (
    difference_to_wire,
    itinerary_from_wire,
    itinerary_to_wire,
    minutes_of,
    request_from_wire,
    request_to_wire,
)
from travelagent.planning.words import CHINESE

TERMS = frozenset(CHINESE)
SEARCH_SHARE = 0.5
"""Of the work the share that the plan itself is; the rest are its alternatives."""
HARDER = 2
"""So many times is less to pay tried for harder where the first try saves nothing."""


class MoveArgument(VisitArgument):
    """A sight and when it is to be visited: its day, its part of the day or hour, or how long."""

    day: int | None = Field(None, ge=1, le=30, description="Without one it stays on its day if it can.")
    minutes: int | None = Field(None, ge=15, le=720, description="How long the visit is to last, without a meal there.")


class RefusalArgument(BaseModel):
    """What is not wanted on one day."""

    model_config = ConfigDict(extra="forbid")
    day: int = Field(ge=1, le=30)
    what: str = Field(description="A sight's id or name, a category or a tag.")


class KindsArgument(BaseModel):
    """The only kinds of sight that are wanted on one day."""

    model_config = ConfigDict(extra="forbid")
    day: int = Field(ge=1, le=30)
    kinds: list[str] = Field(description="Categories or tags.")


def _label(args: Mapping[str, Any], locale: str) -> str:
    return "正在调整行程…" if locale == "zh" else "Changing the itinerary…"


@tool(category="planning", tags=("itinerary",), timeout_s=120, label=_label)
def change_route(
    artifacts: Artifacts,
    trip: CurrentTrip = no_trip,
    itinerary: Annotated[
        str, Field(description="The id of an itinerary of this conversation; default: the current plan.")
    ] = "",
    add: Annotated[list[str], Field(description="Sights that must be in: ids city/sight, or names.")] = [],  # noqa: B006
    drop: Annotated[list[str], Field(description="Sights, bookings (fixed/N), categories or tags to give up.")] = [],  # noqa: B006
    interests: Annotated[list[str] | None, Field(description="All that the trip is for from now on.")] = None,
    move: Annotated[
        list[MoveArgument], Field(description="Sights to visit on another day or hour, or for another time.")
    ] = [],  # noqa: B006
    days: Annotated[int | None, Field(ge=1, le=30, description="How many days the trip has from now on.")] = None,
    city: Annotated[str | None, Field(description="The city that these days are more or fewer in.")] = None,
    pace: Annotated[Literal["relaxed", "normal", "packed"] | None, Field(description="How full a day is.")] = None,
    start_date: Annotated[date | None, Field(description="Another first day, ISO.")] = None,
    day_windows: Annotated[list[DayWindowArgument], Field(description="Days that start or end differently.")] = [],  # noqa: B006
    rainy_days: Annotated[list[int], Field(description="Days to be spent indoors as far as possible.")] = [],  # noqa: B006
    avoid_on: Annotated[list[RefusalArgument], Field(description="What is not wanted on one day.")] = [],  # noqa: B006
    only_on: Annotated[list[KindsArgument], Field(description="Days with certain kinds of sight alone.")] = [],  # noqa: B006
    cheaper: Annotated[bool, Field(description="Prefer what costs little or nothing.")] = False,
    hotel: Annotated[
        Place | str | None,
        Field(description="Where every day begins and ends from now on: a point, or a quarter or sight by name."),
    ] = None,
    travellers: Annotated[int | None, Field(ge=1, le=50, description="How many people go from now on.")] = None,
    way: Annotated[Way | None, Field(description="How one travels between the cities from now on.")] = None,
    rest: Annotated[RestArgument | None, Field(description="A rest at the hotel in the middle of the days.")] = None,
    arrival: Annotated[RideArgument | None, Field(description="Another arrival on the first day.")] = None,
    departure: Annotated[RideArgument | None, Field(description="Another departure on the last day.")] = None,
    *,
    context: ToolContext,
) -> ToolResult:
    """Change one thing of an itinerary of this conversation and keep the rest: untouched days stay as they are.

    Without a change the itinerary is told as it stands.
    """
    at_hand = trip()
    itinerary = itinerary or at_hand.plan
    payload = artifact_of(artifacts, itinerary, "itinerary", context.locale)
    before, request = _asked(payload, context.locale)
    brief = _brief_of(payload, itinerary, request, at_hand)
    ids = [stay.id for stay in request.cities]
    if travellers is not None:
        request, before = dataclasses.replace(request, travellers=travellers), _without_count(before)
    if city is not None:
        city, request = _city_of(ids, city, context.locale), _with_days_of(before, request)
    sights = planning_sights(ids)
    days_before = request.days
    change = Change(
        insist=tuple(sight_in(text, ids, context.locale) for text in add),
        drop=tuple(_dropped(text, ids, context.locale) for text in drop),
        interests=None if interests is None else tuple(interests),
        windows=tuple(window_of(window) for window in day_windows),
        pins=tuple(_pin(each, sight_in(each.sight, ids, context.locale), before, request) for each in move),
        pace=None if pace == request.pace else pace,
        extra_days=(days or request.days) - request.days,
        city=city if days not in (None, request.days) else None,
        start_date=start_date,
        rainy_days=tuple(rainy_days),
        avoid_on=(
            *(Refusal(each.day, _dropped(each.what, ids, context.locale)) for each in avoid_on),
            *(refusal for each in only_on for refusal in _of_other_kinds(each, sights)),
        ),
        thrift=thriftier(request) if cheaper else None,
        way=way,
    )
    if arrival is not None or departure is not None:
        change = _with_rides(change, brief, arrival, departure)
    lodging = _lodging(hotel, ids, context.locale) if hotel else None
    if change == Change() and lodging is None and rest is None:
        return _as_it_stands(payload, before, request, itinerary, brief, at_hand, context)
    if lodging is not None and lodging.place is not None:
        request = dataclasses.replace(request, cities=with_hotel(request.cities, lodging.place))
    terms = terms_of(context, SEARCH_SHARE)

    def replanned(wanted: Change) -> Replanned:
        anew = () if lodging is None else range(1, request.days + 1)
        return compute_replan(before, request, wanted, sights, terms, anew)

    try:
        added = on_the_added_day(request, change, sights, leg_provider())
        late = change_with_a_late_evening(brief, request, change)
        tried = [*([added] if added else []), change, _on_any_day(change, move), *([late] if late else [])]
        result = _first_possible(replanned, *tried)
        for harder in _thriftier_still(change):
            if saves(before, result):
                break
            result = replanned(harder)
        if _in_vain(change, before, result):
            return _as_it_stands(payload, before, request, itinerary, brief, at_hand, context)
        restless: tuple[int, ...] = ()
        if rest is not None:
            rested = compute_rests(result.itinerary, result.request, rest_of(rest), sights, terms)
            result = Replanned(rested.request, rested.itinerary, diff(before, rested.itinerary))
            restless = rested.restless
        others = compute_alternatives(result.itinerary, result.request, sights, terms)
    except PlanningError as error:
        raise refusal(error, context.locale) from error
    difference = {**difference_to_wire(result.difference), "of": itinerary}
    kept = [text for text in before.assumptions if isinstance(text, Assumption)]
    wanted = _brief_after(brief, change, days_before, lodging, travellers, rest)
    return result_of(
        result.itinerary,
        result.request,
        others,
        context.locale,
        assumed=[*kept, *without_rest(restless)],
        brief=brief_to_wire(without_sources(wanted)),
        events=trip_events(at_hand, wanted, "model", plan=context.artifact_id(), difference=difference),
        difference=difference,
    )


def _brief_of(payload: Mapping[str, Any], id: str, request: PlanRequest, trip: TripAtHand) -> TripBrief:
    """The brief of an itinerary: that of the conversation if it is the current plan, else the one that it was made of.
    An itinerary of an earlier release has one of its request."""
    if trip.plan == id and trip.brief.stays:
        return trip.brief
    own = brief_from_wire(payload["brief"]) if "brief" in payload else brief_of_request(request)
    return with_sources_of(own, trip.brief)


def _with_rides(
    change: Change, brief: TripBrief, arrival: RideArgument | None, departure: RideArgument | None
) -> Change:
    """The change with these rides, and the minutes that the rules of travel count for them where none are given."""
    there = ride_in_brief(arrival, brief.arrival) if arrival else brief.arrival
    back = ride_in_brief(departure, brief.departure) if departure else brief.departure
    after = dataclasses.replace(brief, arrival=there, departure=back)
    rides = rides_between(after.origin, after.places, there.mode, back.mode)
    return dataclasses.replace(
        change,
        arrival=_planned(there, arrival_minutes(after, rides)) if arrival else None,
        departure=_planned(back, departure_minutes(after, rides)) if departure else None,
    )


def _planned(ride: WishedRide, minutes: int) -> Ride | None:
    return None if ride.at is None else Ride(ride.at, minutes, ride.mode)


def _lodging(hotel: Place | str, cities: Sequence[str], locale: str) -> Lodging:
    """Where one stays, at its point. Raises ToolError `unknown_place` for a name that these cities do not have."""
    if isinstance(hotel, Place):
        return Lodging(place=hotel.point())
    point = point_near(hotel, cities)
    if point is None:
        message = f"找不到“{hotel}”的位置。" if locale == "zh" else f"Where {hotel} lies is not known."
        raise ToolError("unknown_place", message, hotel=hotel)
    return Lodging(near=hotel, place=point)


def _brief_after(
    brief: TripBrief,
    change: Change,
    days: int,
    lodging: Lodging | None,
    travellers: int | None,
    rest: RestArgument | None,
) -> TripBrief:
    """The brief of the conversation after the change of its plan."""
    ops = [*ops_of_change(brief, change, days)]
    if lodging is not None:
        ops.append(SetField("lodging", lodging))
    if travellers not in (None, head_count(brief.party)):
        ops.append(SetField("party", Party(adults=travellers)))
    if rest is not None:
        kept = tuple(wish for wish in with_ops(brief, ops).day_wishes if wish.kind != "rest")
        ops.append(SetField("day_wishes", (*kept, *rest_wishes(rest))))
    return with_ops(brief, ops)


def _thriftier_still(change: Change) -> Iterator[Change]:
    """The same wish for less to pay, each time a harder one; none where nothing else, or something else, is wished."""
    if change.thrift is not None and change == Change(thrift=change.thrift):
        yield from (Change(thrift=change.thrift * FURTHER**tries) for tries in range(1, HARDER + 1))


def _in_vain(change: Change, before: Itinerary, result: Replanned) -> bool:
    """Whether all that is wished is less to pay or shelter from rain, and the plan has nothing better."""
    if change.thrift is not None and change == Change(thrift=change.thrift):
        return not saves(before, result)
    return bool(change.rainy_days) and (
        change == Change(rainy_days=change.rainy_days) and len(result.difference.same_days) == len(before.days)
    )


def _city_of(ids: list[str], text: str, locale: str) -> str:
    """The id of a city of the trip by any of its names. Raises ToolError."""
    found = covered_city(text, locale)
    if found.id not in ids:
        name = name_of(found, locale)
        message = f"{name}不在这份行程里。" if locale == "zh" else f"{name} is not in this itinerary."
        raise ToolError("invalid_arguments", message, field="city")
    return found.id


def _of_other_kinds(only: KindsArgument, sights: Sequence[Sight]) -> Iterator[Refusal]:
    """The refusal, on that day, of every sight that is of none of its kinds."""
    return (Refusal(only.day, sight.id) for sight in sights if sight.terms.isdisjoint(only.kinds))


def _with_days_of(plan: Itinerary, request: PlanRequest) -> PlanRequest:
    """The request with the cities in the order of the plan and as many days for each as the plan has."""
    days = Counter(day.city for day in plan.days)
    stays = {stay.id: stay for stay in request.cities}
    return dataclasses.replace(
        request, cities=tuple(dataclasses.replace(stays[id], days=count) for id, count in days.items())
    )


def _pin(move: MoveArgument, sight: str, before: Itinerary, request: PlanRequest) -> Pin:
    """The pin that a move makes of the sight. What it does not say is as in an earlier move, the day otherwise that on
    which the sight stands."""
    held = next((pin for pin in request.pinned if pin.sight == sight), Pin(sight))
    start, when = None if move.start is None else minutes_of(move.start), move.when
    if start is None and when is None:
        start, when = held.start, held.when
    stands = next((day.day for day in before.days if any(visit.sight == sight for visit in day.visits)), None)
    day = move.day or held.day or stands
    if day is None and when in get_args(PlaceInDay):
        days = [day.day for day in before.days if day.city == sight.partition("/")[0]]
        day = days[0 if when == "first" else -1]
    return Pin(sight, day, start, when, minutes=move.minutes or held.minutes)


def _on_any_day(change: Change, move: list[MoveArgument]) -> Change:
    """The change with the sights of which only the hour was said free to leave their days for it."""
    free = tuple(
        dataclasses.replace(pin, day=None) if each.day is None and pin.when not in get_args(PlaceInDay) else pin
        for pin, each in zip(change.pins, move, strict=True)
    )
    return dataclasses.replace(change, pins=free)


def _first_possible(replanned: Callable[[Change], Replanned], *changes: Change) -> Replanned:
    """The plan after the first of the changes that can be made. Raises Infeasible, telling of the first."""
    refused: Infeasible | None = None
    for change in dict.fromkeys(changes):
        try:
            return replanned(change)
        except Infeasible as error:
            refused = refused or error
    assert refused is not None
    raise refused


def _as_it_stands(
    payload: Mapping[str, Any],
    plan: Itinerary,
    request: PlanRequest,
    id: str,
    brief: TripBrief,
    trip: TripAtHand,
    context: ToolContext,
) -> ToolResult:
    """The itinerary of an artifact once more, in the run's language."""
    unchanged = {
        **payload,
        "assumptions": itinerary_to_wire(plan)["assumptions"],
        "request": request_to_wire(request),
        "difference": {**difference_to_wire(diff(plan, plan)), "of": id},
    }
    return ToolResult(
        compact(unchanged, plan, context.locale),
        shown=(Shown("itinerary", unchanged),),
        sources=cited(context.locale, "curated"),
        events=trip_events(trip, brief, "model", plan=context.artifact_id()),
    )


def _without_count(plan: Itinerary) -> Itinerary:
    """The plan without the assumption of how many people go."""
    kept = (text for text in plan.assumptions if getattr(text, "rule", "") != "counted_party" and text != ONE_TRAVELLER)
    return dataclasses.replace(plan, assumptions=tuple(kept))


def _dropped(text: str, cities: list[str], locale: str) -> str:
    """The id of what is given up; categories, tags and bookings are their own."""
    return text if text in TERMS or text.startswith("fixed/") else sight_in(text, cities, locale)


def _asked(payload: Mapping[str, Any], locale: str) -> tuple[Itinerary, PlanRequest]:
    """The itinerary of an artifact and the request it answers. Raises ToolError when it does not tell."""
    if "request" not in payload:
        message = "这份行程没有记录当初的要求。" if locale == "zh" else "This itinerary does not tell what was asked."
        raise ToolError("invalid_arguments", message, field="itinerary")
    request = request_from_wire(payload["request"])
    return itinerary_from_wire(payload), dataclasses.replace(request, deadline_seconds=SECONDS)
