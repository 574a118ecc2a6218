"""Three useful next messages, from what was understood and found."""

from agent_core.state import AgentState

BY_INTENT: dict[str, tuple[tuple[str, str], ...]] = {
    "travel_planning": (
        ("Make it more relaxed", "轻松一点"),
        ("Make it cheaper", "便宜一点"),
        ("Add a day", "再加一天"),
    ),
    "city_recommendation": (
        ("Plan 3 days in the first one", "在第一个城市玩三天"),
        ("Which is the cheapest?", "哪个最便宜？"),
        ("Compare the first two", "比较前两个"),
    ),
    "food": (("Plan a food weekend there", "安排一个美食周末"), ("How much does it cost there?", "那里一天花多少钱？")),
    "budget_query": (("Plan that trip", "帮我规划这趟行程"), ("Make it cheaper", "便宜一点")),
    "attraction_query": (("Plan 2 days there", "在那里玩两天"), ("Which are free?", "哪些是免费的？")),
}


def follow_ups(state: AgentState) -> tuple[str, ...]:
    """Up to three messages that would go on from here, in the run's language."""
    intent = str(state.understanding.get("intent", ""))
    rows = BY_INTENT.get(intent, BY_INTENT["travel_planning"] if intent.endswith("_tour") else ())
    return tuple(zh if state.locale == "zh" else en for en, zh in rows)
