"""generate_route_plan: a route written out as a plan, by the same planner as generate_route; ends the run."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Annotated, Any

from pydantic import Field

from agent_core.messages import ToolCall
from agent_core.tools import ToolContext, ToolResult, tool
from travelagent.assistant import clock
from travelagent.assistant.embedded.answers.plan import detail_lines, plan_lines
from travelagent.assistant.embedded.turn import Turn
from travelagent.assistant.embedded.understanding import Understood, understand
from travelagent.assistant.language import language_of
from travelagent.assistant.places import called, covered_city
from travelagent.assistant.tool_results import Found
from travelagent.assistant.tools.generate_route import generate_route
from travelagent.assistant.trip_view import NO_TRIP
from travelagent.briefs.values import EMPTY, FIELDS, Stay
from travelagent.briefs.wire import patch_to_wire
from travelagent.catalog.values import City


def _label(args: Mapping[str, Any], locale: str) -> str:
    city, days = called(args.get("city", ""), locale), args.get("days", "")
    return f"正在撰写{city} {days} 天行程…" if locale == "zh" else f"Writing up {days} days in {city}…"


@tool(category="planning", tags=("itinerary",), final=True, timeout_s=30, label=_label, offered=False)
def generate_route_plan(
    city: Annotated[str, Field(description="By any name in Chinese or English.")],
    days: Annotated[int, Field(ge=1, le=30, description="Whole days of the trip.")],
    preferences: Annotated[
        str, Field(max_length=1000, description="What the trip should be like, in one's words.")
    ] = "",
    *,
    context: ToolContext,
) -> ToolResult:
    """Write a route out as a plan, day by day, with what was assumed and what was left out. This answers the user."""
    place, today = covered_city(city, context.locale), clock.today()
    understood = _understood(place, days, preferences, context.locale, today)
    stated_fields = frozenset(name for name in FIELDS if getattr(understood.brief, name) != getattr(EMPTY, name))
    arguments = {
        "city": place.id,
        "days": days,
        "fresh": True,
        "brief": patch_to_wire(EMPTY, understood.brief, stated_fields),
    }
    result: ToolResult = generate_route.function(**generate_route.validated(arguments, {}), context=context)
    found = Found(ToolCall(context.call_id, generate_route.name, arguments), result.value, None)
    turn = Turn(understood=understood, trip=NO_TRIP, today=today, found=(found,))
    route = found.itinerary
    day_lines = "\n".join(f"- {line}" for line in detail_lines(route, turn.language))
    return replace(result, reply="\n\n".join([*plan_lines(turn, route), day_lines]))


def _understood(city: City, days: int, preferences: str, locale: str, today: date) -> Understood:
    """The preferences as understood of a plan, of this city and length."""
    wish = f"规划{days}日游，{preferences}" if language_of(preferences) == "zh" else f"Plan {days} days: {preferences}"
    found = understand(wish, NO_TRIP, today)
    dates = replace(found.brief.dates, days=days, end=None)
    brief = replace(found.brief, stays=(Stay(city.id, days),), dates=dates)
    return replace(found, language="zh" if locale == "zh" else "en", brief=brief)
