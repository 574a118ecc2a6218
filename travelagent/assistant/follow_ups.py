"""Useful next messages, from what was understood and found: each can be sent as it stands."""

from calendar import month_name
from collections.abc import Mapping
from string import Template
from typing import Final

from agent_core.messages import ToolMessage
from agent_core.state import AgentState
from travelagent.assistant.tool_results import ROUTES

USUAL_DAYS: Final = 3
MOST: Final = 3
UPDATE: Final = ("Update the saved trip", "更新已保存的行程")
CHANGES: Final[Mapping[tuple[str, str], tuple[str, str]]] = {
    ("pace", "relaxed"): ("Make it more relaxed", "轻松一点"),
    ("tier", "budget"): ("Make it cheaper", "便宜一点"),
}
"""What may be changed of a plan, by the wish that it makes: what was requested already is not offered."""
FRUGAL: Final = ("tier", "budget")
"""Offered once more where a limit was named, which even a frugal plan may not keep."""
QUESTIONS: Final = (("What if it rains?", "下雨怎么办？"), ("What should I book ahead?", "哪些要提前预订？"))
"""What may be asked of any plan. A plan is saved on its own card."""
PLANNING: Final = ("travel_planning", "route_planning")
BY_INTENT: dict[str, tuple[tuple[str, str], ...]] = {
    "city_recommendation": (
        ("Plan $length in $first", "规划${first}${length}游"),
        ("What is there to eat in $first?", "${first}有什么好吃的"),
        ("$first or $second?", "${first}和${second}哪个更好"),
    ),
    "food": (("Plan a weekend there", "在那里玩两天"), ("How much is a day there?", "那里一天要花多少钱")),
    "budget_query": (("Plan that trip", "帮我规划这趟行程"), ("What is there to see?", "那里有什么好玩的")),
    "attraction_query": (("Plan 2 days there", "在那里玩两天"), ("What is the best month?", "几月去最好")),
    "comparison": (
        ("Plan $length in $first", "规划${first}${length}游"),
        ("Plan $length in $second", "规划${second}${length}游"),
    ),
    "data_question": (
        ("Which cities are cheapest?", "哪些城市最便宜"),
        ("Which cities are warmest in January?", "一月最暖和的城市有哪些"),
    ),
    "season_query": (("Plan 3 days there", "在那里玩三天"), ("What is there to see?", "那里有什么好玩的")),
}

BESIDE_A_PLAN = frozenset({"food", "budget_query", "attraction_query", "season_query", "itinerary_query"})
"""What is asked, beside a plan, of its own cities."""

NEARBY = ("Plan $length in $city$month", "规划${month}${city}${length}游")
CHINESE_DAYS = "一两三四五六七八九十"
NEAREST = 2


def follow_ups(state: AgentState) -> tuple[str, ...]:
    """Return at most three messages that could follow, in the run's language.

    After a place without sights they ask for the same days in the cities nearest to it; after any other run that found
    nothing there are none.
    """
    if choices := state.understanding.get("choices"):
        return tuple(map(str, choices))[:MOST]
    if near := _nearest(state):
        words, month = Template(NEARBY[state.locale == "zh"]), _month(state)
        return tuple(words.substitute(length=_length(state), city=city, month=month) for city in near)
    if not any(o.status == "success" for o in state.tool_result_history):
        return ()
    intent = str(state.understanding.get("intent", ""))
    planned = {message.name for message in state.messages if isinstance(message, ToolMessage)} & set(ROUTES)
    of_plan = intent in PLANNING or intent.endswith("_tour") or bool(planned and intent in BESIDE_A_PLAN)
    rows = _of_plan(state) if of_plan else BY_INTENT.get(intent, ())
    names = {**_found_cities(state), "length": _length(state)}
    texts = [Template(zh if state.locale == "zh" else en).safe_substitute(names) for en, zh in rows]
    return tuple(text for text in texts if "$" not in text)


def _of_plan(state: AgentState) -> tuple[tuple[str, str], ...]:
    """What goes on from a plan: to update the trip that it was saved as, to change it, to ask about it."""
    entities = state.understanding.get("entities", {})
    changes = tuple(
        row
        for wish, row in CHANGES.items()
        if entities.get(wish[0]) != wish[1] or (wish == FRUGAL and "budget" in entities)
    )
    return (*((UPDATE,) if _is_saved(state) else ()), *changes, *QUESTIONS)[:MOST]


def _is_saved(state: AgentState) -> bool:
    """Whether a plan of this conversation was saved as a trip."""
    saves = (
        message for message in state.messages if isinstance(message, ToolMessage) and message.name == "create_trip"
    )
    return any(message.status == "success" for message in saves)


def _length(state: AgentState) -> str:
    """Return the days of the trip as they are worded in such a message; the usual number where none is stated."""
    days = int(state.understanding.get("entities", {}).get("days") or USUAL_DAYS)
    if state.locale == "zh":
        return f"{CHINESE_DAYS[days - 1] if days <= len(CHINESE_DAYS) else days}日"
    return "1 day" if days == 1 else f"{days} days"


def _month(state: AgentState) -> str:
    """Return the month of the trip as it is worded in such a message; empty where none is stated."""
    month = state.understanding.get("entities", {}).get("month")
    if not month:
        return ""
    return f"{month}月" if state.locale == "zh" else f" in {month_name[month]}"


def _nearest(state: AgentState) -> tuple[str, ...]:
    """The covered cities that the newest answer names as nearest to a place without any; none beside a plan."""
    if any(o.call.name == "generate_route" and o.status == "success" for o in state.tool_result_history):
        return ()
    answers = (o.error or o.result for o in reversed(state.tool_result_history))
    near = next((answer["near"] for answer in answers if isinstance(answer, Mapping) and answer.get("near")), ())
    return tuple(str(city["name"]) for city in near[:NEAREST])


def _found_cities(state: AgentState) -> dict[str, str]:
    """The first two cities of the newest search or comparison."""
    for outcome in reversed(state.tool_result_history):
        if outcome.call.name in ("search_cities", "compare_cities") and outcome.status == "success":
            cities = [c["name"] for c in outcome.result["cities"][:2]]
            return dict(zip(("first", "second"), cities, strict=False))
    return {}
