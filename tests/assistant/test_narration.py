"""The steps in words: which tools with which arguments, without the server's own names of things."""

from collections.abc import Iterator
from typing import Any

import pytest

from agent_core.messages import HumanMessage, ToolCall
from agent_core.state import AgentState, ToolOutcome, ToolStatus
from travelagent.assistant.narration import MACHINE_MADE, TAGS, WHERE, TravelNarrator
from travelagent.assistant.phrases import has_phrase
from travelagent.assistant.tools import TOOLS

STATE = AgentState(run="run_1")


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ({"city": "kyoto", "days": 3}, "(city: Kyoto; days: 3)"),
        ({"title": "Kyoto", "itinerary": "run_b9RgVakEarx_m1_c0_a1"}, "(title: Kyoto)"),
        ({"trip": "trip_4fWqT0bVZ1c8yJ5hK2mN7x"}, ""),
        ({"hotel": {"name": "Gion", "lat": 35.0, "lon": 135.8}}, "(hotel: Gion)"),
        ({"way": "train"}, "(going there by: train)"),
        ({"city": "kyoto", "cities": ["kyoto", "osaka"], "currency": "USD"}, "(cities: Kyoto, Osaka)"),
        (
            {
                "city": "kyoto",
                "brief": {"arrival": {"at": "10:00", "mode": "flight", "port": "KIX"}, "pace": "relaxed"},
            },
            "(city: Kyoto; arriving by plane 10:00; a relaxed pace)",
        ),
        ({"start_date": "2026-05-01"}, "(first day: 1 May 2026)"),
        ({"start_date": "2026-13-45"}, "(first day: 2026-13-45)"),
        ({"days": 3, "brief": {"needs": ["nonsense"]}}, "(days: 3)"),
        ({"days": 3, "brief": {"dates": {"days": 3, "month": 4}}}, "(days: 3; in April)"),
        ({"edits": [{"op": "drop", "terms": ["kyoto/kiyomizu-dera"]}]}, "(edits: drop Kiyomizu-dera)"),
        ({}, ""),
    ],
)
def test_thoughts_show_readable_arguments_only(args: dict[str, object], expected: str) -> None:
    thought = TravelNarrator().choosing(STATE, (ToolCall("c1", "create_trip", args),), "").content
    assert expected in thought
    assert "trip_" not in thought
    assert "_a1" not in thought
    assert "()" not in thought


@pytest.mark.parametrize(("locale", "expected"), [("zh", "第 2 天、到 20:30"), ("en", "day 2, until 20:30")])
def test_hours_of_a_day_are_shown_in_words(locale: str, expected: str) -> None:
    call = ToolCall("c1", "change_route", {"day_windows": [{"day": 2, "end": "20:30"}]})
    assert expected in TravelNarrator().choosing(AgentState(run="run_1", locale=locale), (call,), "").content


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        ([], "without looking anything up"),
        (["failed", "failed"], "brought no result"),
        (["failed", "success"], "from one result"),
        (["success", "success"], "from 2 results"),
    ],
)
def test_the_last_thought_counts_the_results(statuses: list[ToolStatus], expected: str) -> None:
    call = ToolCall("c1", "get_city_info", {"city": "bologna"})
    outcomes = tuple(ToolOutcome(call, status, 1, "") for status in statuses)
    state = AgentState(run="run_1", tool_result_history=outcomes)
    assert expected in TravelNarrator().deciding(state, "").content


@pytest.mark.parametrize(
    ("locale", "stop", "expected"),
    [
        ("en", "cancelled", "Stopped, as you asked."),
        ("zh", "cancelled", "已按你的要求停止。"),
        ("en", "model_failed", "The model gave no reply that could be used."),
        ("zh", "model_failed", "模型没有给出可用的回复。"),
    ],
)
def test_a_run_that_ends_early_tells_why_and_not_what_it_would_answer_from(
    locale: str, stop: Any, expected: str
) -> None:
    state = AgentState(run="run_1", locale=locale, stop=stop)
    assert TravelNarrator().deciding(state, "").content == expected


def test_kinds_of_sights_are_told_in_the_readers_language() -> None:
    state = AgentState(run="run_1", locale="zh")
    call = ToolCall("c1", "change_route", {"drop": ["zoo", "theme_park"]})
    assert "动物园、主题乐园" in TravelNarrator().choosing(state, (call,), "").content


def _values(schema: Any) -> Iterator[str]:
    """The keys and the choices of an argument's schema."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        yield from (choice for choice in schema.get("enum", ()) if isinstance(choice, str))
        yield from (value for part in schema.values() for value in _values(part))
    elif isinstance(schema, list):
        yield from (value for part in schema for value in _values(part))


@pytest.mark.parametrize("tool", list(TOOLS), ids=lambda tool: tool.name)
def test_every_argument_and_every_choice_of_a_tool_has_words(tool: Any) -> None:
    expected = {name: schema for name, schema in tool.parameters["properties"].items() if name not in MACHINE_MADE}
    assert [name for name in expected if not (has_phrase(f"slot.{name}") or has_phrase(f"arg.{name}"))] == []
    choices = {choice for schema in expected.values() for choice in _values(schema)} - WHERE - {"name"} - set(TAGS)
    assert sorted(choice for choice in choices if not has_phrase(f"value.{choice}")) == []


@pytest.mark.parametrize(("style", "expected"), [("", False), ("auto", False), ("playful", True)])
def test_the_tone_is_shown_only_where_the_person_chose_it(style: str, expected: bool) -> None:
    state = AgentState(run="run_1", messages=(HumanMessage("3 days in Kyoto"),), style=style)
    assert ("tone" in TravelNarrator().analysis(state).content) is expected
