"""Readers of the state at the end of a turn: the plan, its days and sights, the budget, and the last message."""

from collections import Counter
from typing import Any

from agent_core.state import AgentState, ToolOutcome


def plan_of(state: AgentState) -> dict[str, Any]:
    return next(o.result for o in state.tool_result_history if o.call.name in ("generate_route", "change_route"))


def route_of(state: AgentState) -> ToolOutcome:
    return next(o for o in state.tool_result_history if o.call.name in ("generate_route", "change_route"))


def sights_of(state: AgentState) -> set[str]:
    return {visit["sight"] for day in plan_of(state)["days"] for visit in day["visits"]}


def days_by_city(state: AgentState) -> dict[str, int]:
    return dict(Counter(day["city"] for day in plan_of(state)["days"]))


def last_text(state: AgentState) -> str:
    """Return the text of the last message."""
    return str(state.messages[-1].text)


def assumed(state: AgentState) -> list[str]:
    plan = plan_of(state)
    return [*plan["assumptions"], *(rule["text"] for rule in plan["rules"])]


def hours_of(state: AgentState, *days: int) -> list[tuple[str, str]]:
    rows = (day for day in plan_of(state)["days"] if day["day"] in days)
    return [(visit["sight"], visit["arrive"]) for day in rows for visit in day["visits"]]


def budget_of(state: AgentState) -> dict[str, Any]:
    return next(o.result for o in reversed(state.tool_result_history) if o.call.name == "calculate_budget")
