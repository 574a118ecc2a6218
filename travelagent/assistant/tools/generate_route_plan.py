"""generate_route_plan: a route written out as a plan, by the same planner as generate_route; ends the run."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Annotated, Any

from pydantic import Field

from agent_core.messages import ToolCall
from agent_core.tools import ToolContext, ToolResult, tool
from travelagent.assistant import clock
from travelagent.assistant.language import language_of
from travelagent.assistant.offline import limits
from travelagent.assistant.offline.answers.plan import plan_answer
from travelagent.assistant.offline.brief import first_day
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.values import Understood
from travelagent.assistant.places import called, covered_city
from travelagent.assistant.tool_results import Found
from travelagent.assistant.tools.generate_route import generate_route
from travelagent.catalog.values import City


def _label(args: Mapping[str, Any], locale: str) -> str:
    city, days = called(args.get("city", ""), locale), args.get("days", "")
    return f"正在撰写{city} {days} 天行程…" if locale == "zh" else f"Writing up {days} days in {city}…"


@tool(category="planning", tags=("itinerary",), final=True, timeout_s=30, label=_label)
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
    place = covered_city(city, context.locale)
    today = clock.today()
    understood = _understood(place, days, preferences, context.locale, today)
    arguments = _arguments(understood, today)
    result: ToolResult = generate_route.function(**generate_route.validated(arguments, {}), context=context)
    found = Found(ToolCall(context.call_id, generate_route.name, arguments), result.value, None)
    return replace(result, reply=plan_answer(understood, Turn((preferences,), (found,), today=today)))


def _understood(city: City, days: int, preferences: str, locale: str, today: date) -> Understood:
    """The preferences as understood of a plan, of this city and length."""
    wish = f"规划{days}日游，{preferences}" if language_of(preferences) == "zh" else f"Plan {days} days: {preferences}"
    understood = understand_turns((wish,), today)
    entities = replace(understood.entities, cities=(city.id,), regions=(), countries=(), days=days)
    return replace(understood, language="zh" if locale == "zh" else "en", intent="route_planning", entities=entities)


def _arguments(understood: Understood, today: date) -> dict[str, Any]:
    """The route's arguments: what the preferences say, nothing else."""
    e = understood.entities
    start = first_day(understood, today)
    said = {
        "city": e.cities[0],
        "days": e.days,
        "start_date": start.isoformat() if start else None,
        "interests": list(e.interests),
        "pace": e.pace,
        "must_see": list(e.must_see),
        "avoid": list(e.avoid),
        "travellers": limits.people(understood) if e.travellers else None,
    }
    return {name: value for name, value in said.items() if value not in (None, [])}
