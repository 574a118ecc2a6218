"""change_route: one thing of an itinerary changed, everything else kept, with the difference."""

import dataclasses
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from agent_core.tools import Shown, ToolContext, ToolError, ToolResult, tool
from travelagent.assistant.tools.artifacts import ArtifactId, Artifacts, artifact_of
from travelagent.assistant.tools.itineraries import (
    ONE_TRAVELLER,
    SECONDS,
    DayWindowArgument,
    Place,
    compact,
    refusal,
    result_of,
    window_of,
    with_hotel,
)
from travelagent.assistant.tools.places import cited, sight_in
from travelagent.assistant.warm import planner
from travelagent.catalog.adapter import planning_sights
from travelagent.catalog.legs import leg_provider
from travelagent.planning.diff import diff
from travelagent.planning.errors import PlanningError
from travelagent.planning.replan import replan
from travelagent.planning.values import Change, Itinerary, LocalizedText, Pin, PlanRequest, Refusal
from travelagent.planning.variants import CHEAPER, alternatives, saves
from travelagent.planning.wire import (
    difference_to_wire,
    itinerary_from_wire,
    itinerary_to_wire,
    request_from_wire,
    request_to_wire,
)
from travelagent.planning.words import CHINESE

TERMS = frozenset(CHINESE)


class MoveArgument(BaseModel):
    """A sight and the day it is to be visited on."""

    model_config = ConfigDict(extra="forbid")
    sight: str = Field(description="Id city/sight, or name.")
    day: int = Field(ge=1, le=30)


class RefusalArgument(BaseModel):
    """What is not wanted on one day."""

    model_config = ConfigDict(extra="forbid")
    day: int = Field(ge=1, le=30)
    what: str = Field(description="A sight's id or name, a category or a tag.")


def _label(args: Mapping[str, Any], locale: str) -> str:
    return "正在调整行程…" if locale == "zh" else "Changing the itinerary…"


@tool(category="planning", tags=("itinerary",), timeout_s=30, label=_label)
def change_route(
    itinerary: ArtifactId,
    artifacts: Artifacts,
    add: Annotated[list[str], Field(description="Sights that must be in: ids city/sight, or names.")] = [],  # noqa: B006
    drop: Annotated[list[str], Field(description="Sights, bookings (fixed/N), categories or tags to give up.")] = [],  # noqa: B006
    interests: Annotated[list[str] | None, Field(description="All that the trip is for from now on.")] = None,
    move: Annotated[list[MoveArgument], Field(description="Sights to visit on another day.")] = [],  # noqa: B006
    days: Annotated[int | None, Field(ge=1, le=30, description="How many days the trip has from now on.")] = None,
    pace: Annotated[Literal["relaxed", "normal", "packed"] | None, Field(description="How full a day is.")] = None,
    start_date: Annotated[date | None, Field(description="Another first day, ISO.")] = None,
    day_windows: Annotated[list[DayWindowArgument], Field(description="Days that start or end differently.")] = [],  # noqa: B006
    rainy_days: Annotated[list[int], Field(description="Days to be spent indoors as far as possible.")] = [],  # noqa: B006
    avoid_on: Annotated[list[RefusalArgument], Field(description="What is not wanted on one day.")] = [],  # noqa: B006
    cheaper: Annotated[bool, Field(description="Prefer what costs little or nothing.")] = False,
    hotel: Annotated[Place | None, Field(description="Where every day begins and ends from now on.")] = None,
    travellers: Annotated[int | None, Field(ge=1, le=50, description="How many people go from now on.")] = None,
    *,
    context: ToolContext,
) -> ToolResult:
    """Change one thing of an itinerary of this conversation and keep the rest: untouched days stay as they are.

    Without a change the itinerary is told as it stands.
    """
    payload = artifact_of(artifacts, itinerary, "itinerary", context.locale)
    before, request = _asked(payload, context.locale)
    ids = [stay.id for stay in request.cities]
    if travellers is not None:
        request, before = dataclasses.replace(request, travellers=travellers), _without(ONE_TRAVELLER, before)
    change = Change(
        insist=tuple(sight_in(text, ids, context.locale) for text in add),
        drop=tuple(_dropped(text, ids, context.locale) for text in drop),
        interests=None if interests is None else tuple(interests),
        windows=tuple(window_of(window) for window in day_windows),
        pins=tuple(Pin(sight_in(each.sight, ids, context.locale), each.day) for each in move),
        pace=None if pace == request.pace else pace,
        extra_days=(days or request.days) - request.days,
        start_date=start_date,
        rainy_days=tuple(rainy_days),
        avoid_on=tuple(Refusal(each.day, _dropped(each.what, ids, context.locale)) for each in avoid_on),
        thrift=CHEAPER if cheaper else None,
    )
    if change == Change() and hotel is None:
        return _as_it_stands(payload, before, request, itinerary, context.locale)
    if hotel is not None:
        request = dataclasses.replace(request, cities=with_hotel(request.cities, hotel))
    sights, legs = planning_sights(ids), leg_provider()
    planner.wait(context.cancelled)
    try:
        result = replan(
            before,
            request,
            change,
            sights,
            legs,
            days=() if hotel is None else range(1, request.days + 1),
            progress=lambda share: context.progress(share / 2, ""),
            cancelled=context.cancelled,
        )
        if change == Change(thrift=CHEAPER) and not saves(result.difference):
            return _as_it_stands(payload, before, request, itinerary, context.locale)
        others = alternatives(result.itinerary, result.request, sights, legs, cancelled=context.cancelled)
    except PlanningError as error:
        raise refusal(error, context.locale) from error
    difference = {**difference_to_wire(result.difference), "of": itinerary}
    assumed = [text for text in before.assumptions if text == ONE_TRAVELLER]
    return result_of(result.itinerary, result.request, others, context.locale, assumed=assumed, difference=difference)


def _as_it_stands(
    payload: Mapping[str, Any], plan: Itinerary, request: PlanRequest, id: str, locale: str
) -> ToolResult:
    """The itinerary of an artifact once more, in the run's language."""
    unchanged = {
        **payload,
        "assumptions": itinerary_to_wire(plan)["assumptions"],
        "request": request_to_wire(request),
        "difference": {**difference_to_wire(diff(plan, plan)), "of": id},
    }
    return ToolResult(
        compact(unchanged, plan, locale), shown=(Shown("itinerary", unchanged),), sources=cited(locale, "curated")
    )


def _without(assumption: LocalizedText, plan: Itinerary) -> Itinerary:
    return dataclasses.replace(plan, assumptions=tuple(text for text in plan.assumptions if text != assumption))


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
