"""change_route: an itinerary changed by edits, everything else kept, with the difference."""

import dataclasses
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from agent_core.schemas import OFFERED
from agent_core.tools import Shown, ToolContext, ToolError, ToolResult, tool
from travelagent.assistant import clock
from travelagent.assistant.edit_arguments import EDIT_FORMS, EDITS_OFFERED, EditArgument, NameResolver
from travelagent.assistant.ledgers import plan_ledger
from travelagent.assistant.places import cited
from travelagent.assistant.refusals import refusal
from travelagent.assistant.tool_results import PREVIEW
from travelagent.assistant.tools.artifacts import Artifacts, artifact_of
from travelagent.assistant.tools.itineraries import (
    SECONDS,
    DayWindowArgument,
    Place,
    RestArgument,
    RideArgument,
    VisitArgument,
    compact,
    result_of,
    terms_of,
    window_of,
)
from travelagent.assistant.tools.trip_at_hand import (
    CurrentSpeech,
    CurrentTrip,
    check_consent,
    no_speech,
    no_trip,
    patched,
    trip_events,
)
from travelagent.assistant.trip_planner import brief_of_plan, resolved, trip_brief
from travelagent.assistant.views.plan import plan_view
from travelagent.briefs.acts import MergeField, PatchBrief
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.consent import losses, thins, touched_days
from travelagent.briefs.editing import TripPlan, edit_trip_plan
from travelagent.briefs.values import Ride, TripBrief
from travelagent.briefs.wire import (
    NO_PATCH,
    BriefPatch,
    brief_to_wire,
    without_sources,
)
from travelagent.catalog.adapter import planning_sights
from travelagent.catalog.planners import PooledEngine
from travelagent.planning.diff import diff
from travelagent.planning.edits.days import AddDays, EndBy, KeepIndoors, OnlyKinds, SetStartDate, StartAt, Without
from travelagent.planning.edits.sights import Add, Drop, Move, SetMinutes
from travelagent.planning.edits.trip import (
    Cheaper,
    RestAt,
    SetHotel,
    SetInterests,
    SetPace,
    SetTransport,
    SetTravellers,
)
from travelagent.plans.errors import PlanningError
from travelagent.plans.fields import minutes_of
from travelagent.plans.outcomes import AlternativeKind
from travelagent.plans.values import Edit, IntercityMode, Itinerary, Pace, PlanRequest
from travelagent.wire.change import change_from_wire
from travelagent.wire.itinerary import itinerary_from_wire, itinerary_to_wire
from travelagent.wire.outcomes import difference_to_wire
from travelagent.wire.request import request_from_wire, request_to_wire

OFFERS = ("itinerary", "brief", "edits", "alternative", "preview")
"""What a model gives; all else can be expressed by edits."""
SEARCH_SHARE = 0.5
"""Of the work the share that the plan itself is; the rest are its alternatives."""


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


@tool(
    category="planning",
    tags=("itinerary",),
    sequential=True,
    timeout_s=120,
    label=_label,
    view=plan_view,
    offers=OFFERS,
)
def change_route(
    artifacts: Artifacts,
    trip: CurrentTrip = no_trip,
    spoken: CurrentSpeech = no_speech,
    itinerary: Annotated[str, Field(description="Its id; default: the plan that stands.")] = "",
    add: Annotated[list[str], Field(description="Sights that must be in: ids city/sight, or names.")] = [],  # noqa: B006
    drop: Annotated[list[str], Field(description="Sights, bookings (fixed/N), categories or tags to give up.")] = [],  # noqa: B006
    interests: Annotated[list[str] | None, Field(description="All that the trip is for from now on.")] = None,
    move: Annotated[
        list[MoveArgument], Field(description="Sights to visit on another day or hour, or for another time.")
    ] = [],  # noqa: B006
    days: Annotated[int | None, Field(ge=1, le=30, description="How many days the trip has from now on.")] = None,
    city: Annotated[str | None, Field(description="The city that these days are more or fewer in.")] = None,
    pace: Annotated[Pace | None, Field(description="How full a day is.")] = None,
    start_date: Annotated[date | None, Field(description="Another first day, ISO.")] = None,
    day_windows: Annotated[list[DayWindowArgument], Field(description="Days that start or end differently.")] = [],  # noqa: B006
    rainy_days: Annotated[list[int], Field(description="Days to be spent indoors as far as possible.")] = [],  # noqa: B006
    avoid_on: Annotated[list[RefusalArgument], Field(description="What is not wanted on one day.")] = [],  # noqa: B006
    only_on: Annotated[list[KindsArgument], Field(description="Days with certain kinds of sight alone.")] = [],  # noqa: B006
    cheaper: Annotated[bool, Field(description="Prefer what costs little or nothing.")] = False,
    hotel: Annotated[
        Place | str | None,
        Field(
            description="Where every day begins and ends from now on: a point, or a quarter or sight by name.",
            json_schema_extra={OFFERED: {"type": "string", "description": "A hotel, quarter or sight by name."}},
        ),
    ] = None,
    travellers: Annotated[int | None, Field(ge=1, le=50, description="How many people go from now on.")] = None,
    way: Annotated[IntercityMode | None, Field(description="How one travels between the cities from now on.")] = None,
    rest: Annotated[RestArgument | None, Field(description="A rest at the hotel in the middle of the days.")] = None,
    arrival: Annotated[RideArgument | None, Field(description="Another arrival on the first day.")] = None,
    departure: Annotated[RideArgument | None, Field(description="Another departure on the last day.")] = None,
    alternative: Annotated[AlternativeKind | None, Field(description="Take this alternative.")] = None,
    brief: Annotated[
        BriefPatch,
        Field(
            description="Fields of the brief to change, as set_brief takes them.",
            json_schema_extra={
                OFFERED: {"type": "object", "description": "Fields to change, as set_brief takes them."}
            },
        ),
    ] = NO_PATCH,
    preview: Annotated[bool, Field(description="Changes nothing.")] = False,
    edits: Annotated[
        list[EditArgument], Field(description=EDIT_FORMS, json_schema_extra={OFFERED: EDITS_OFFERED})
    ] = [],  # noqa: B006
    *,
    context: ToolContext,
) -> ToolResult:
    """Change a plan of this conversation and keep the rest as it is: all edits of one wish in one call. Example: edits
    [{"op": "remove", "visit": "rome/pantheon"}, {"op": "pace", "pace": "relaxed"}]. The plan then follows the
    brief at hand, too.

    Without a change the itinerary is returned as it stands; with `preview` nothing is changed.
    """
    at_hand = trip()
    itinerary = itinerary or at_hand.plan
    payload = artifact_of(artifacts, itinerary, "itinerary", context.locale)
    before, request = _plan_and_request(payload, context.locale)
    made_of = brief_of_plan(payload, request)
    held = trip_brief(at_hand, itinerary, made_of)
    wishes = PatchBrief((*brief.ops, *_merged("arrival", arrival), *_merged("departure", departure)))
    now = resolved(patched(held, wishes, "model", context.locale), context.locale) if wishes.ops else held
    trips = (trip.city.id for trip in request.day_trips)
    ids = list(dict.fromkeys([*(stay.id for stay in request.cities), *now.places, *trips]))
    resolver = NameResolver(ids, context.locale)
    wanted = [
        *_days_and_pace(resolver, request, days, city, pace),
        *([SetStartDate(start_date)] if start_date else []),
        *([SetInterests(tuple(interests))] if interests is not None else []),
        *([Drop(tuple(map(resolver.term, drop)))] if drop else []),
        *(Add(resolver.sight(text)) for text in add),
        *(edit for window in day_windows for edit in _hours(window)),
        *(edit for each in move for edit in _moved(resolver.sight(each.sight), each)),
        *(SetMinutes(resolver.sight(each.sight), each.minutes) for each in move if each.minutes),
        *(KeepIndoors(day) for day in rainy_days),
        *(Without(each.day, resolver.term(each.what)) for each in avoid_on),
        *(OnlyKinds(each.day, tuple(each.kinds)) for each in only_on),
        *([Cheaper()] if cheaper else []),
        *([SetTransport(way)] if way else []),
        *([SetHotel(hotel=hotel.point() if isinstance(hotel, Place) else hotel)] if hotel else []),
        *([SetTravellers(travellers)] if travellers is not None else []),
        *_taken(payload, alternative, context.locale),
        *resolver.edits(edits),
        *([_rest(rest)] if rest is not None else []),
    ]
    if not wanted and without_sources(now) == without_sources(made_of):
        return _as_it_stands(payload, before, request, itinerary, now, at_hand, context)
    sights, terms = planning_sights(ids), terms_of(context, SEARCH_SHARE)
    try:
        changed = edit_trip_plan(
            TripPlan(made_of, request, before),
            wanted,
            sights,
            PooledEngine(terms),
            "model",
            brief=now,
            today=clock.today(),
        )
        after = changed.plan
        if changed.edited.is_unchanged:
            return _as_it_stands(payload, before, after.request, itinerary, after.brief, at_hand, context)
    except PlanningError as error:
        raise refusal(error, context.locale) from error
    if itinerary == at_hand.plan and not preview:
        is_read = not brief.rejected  # else what was read of it may be wrong, too
        mentioned = dataclasses.replace(spoken(), emptier=True) if is_read and thins(wanted, made_of, now) else spoken()
        about = touched_days(wanted, before) if without_sources(now) == without_sources(made_of) else ()
        lost = losses(TripPlan(made_of, request, before), after, changed.named, sights, mentioned, about)
        check_consent(lost, changed.edited.done, context)
    difference = {**difference_to_wire(changed.edited.difference), "of": itinerary}
    made = result_of(
        after.itinerary,
        after.request,
        after.brief,
        changed.alternatives,
        context.locale,
        events=trip_events(at_hand, after.brief, "model", plan=context.artifact_id(), difference=difference),
        difference=difference,
    )
    return ToolResult({**made.value, PREVIEW: True}, sources=made.sources) if preview else made


def _taken(payload: Mapping[str, Any], kind: AlternativeKind | None, locale: str) -> tuple[Edit, ...]:
    """The edits that lead to the alternative of that kind. Raises ToolError `unknown_alternative`."""
    if kind is None:
        return ()
    offered = {other["kind"]: other["change"] for other in payload.get("alternatives", ())}
    if kind not in offered:
        message = "这份行程没有这种备选方案。" if locale == "zh" else "This plan has no alternative of that kind."
        raise ToolError("unknown_alternative", message, kinds=sorted(offered))
    return change_from_wire(offered[kind])


def _days_and_pace(
    resolver: NameResolver, request: PlanRequest, days: int | None, city: str | None, pace: Pace | None
) -> Iterator[Edit]:
    where = None if city is None else resolver.city(city)
    if days not in (None, request.days):
        yield AddDays((days or 0) - request.days, where)
    if pace not in (None, request.pace):
        yield SetPace(pace or request.pace)


def _hours(window: DayWindowArgument) -> Iterator[Edit]:
    value = window_of(window)
    if value.start is not None or value.origin is not None:
        yield StartAt(value.day, value.start, value.origin)
    if value.end is not None or value.destination is not None:
        yield EndBy(value.day, value.end, value.destination)


def _moved(sight: str, move: MoveArgument) -> Iterator[Edit]:
    start = None if move.start is None else minutes_of(move.start)
    if move.day is not None or start is not None or move.when is not None:
        yield Move(sight, move.day, start=start, when=move.when)


def _rest(rest: RestArgument) -> RestAt:
    return RestAt(None if rest.start is None else minutes_of(rest.start), rest.minutes, tuple(rest.days))


def _merged(field: str, ride: Ride | None) -> Iterator[MergeField]:
    """The change of a ride: the parts of it that are given."""
    if ride is not None:
        yield MergeField(field, {name: value for name, value in vars(ride).items() if value not in (None, "")})


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
        "ledger": plan_ledger(brief, request, plan, payload),
        "request": request_to_wire(request),
        "brief": brief_to_wire(without_sources(brief)),
        "difference": {**difference_to_wire(diff(plan, plan)), "of": id},
    }
    return ToolResult(
        compact(unchanged, plan, context.locale),
        shown=(Shown("itinerary", unchanged),),
        sources=cited(context.locale, "curated", places=plan.cities),
        events=trip_events(trip, brief, "model", plan=context.artifact_id()),
    )


def _plan_and_request(payload: Mapping[str, Any], locale: str) -> tuple[Itinerary, PlanRequest]:
    """The itinerary of an artifact and the request it answers. Raises ToolError when it does not tell."""
    if "request" not in payload:
        message = "这份行程没有记录当初的要求。" if locale == "zh" else "This itinerary does not tell what was asked."
        raise ToolError("invalid_arguments", message, field="itinerary")
    request = request_from_wire(payload["request"])
    return itinerary_from_wire(payload), dataclasses.replace(request, deadline_seconds=SECONDS)
