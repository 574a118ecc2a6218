"""The steps in words: which tools with which arguments, without the server's own names of things."""

import pytest

from agent_core.messages import ToolCall
from agent_core.state import AgentState
from travelagent.assistant.narration import TravelNarrator

STATE = AgentState(run="run_1")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"city": "kyoto", "days": 3}, "(city: Kyoto; days: 3)"),
        ({"title": "Kyoto", "itinerary": "run_b9RgVakEarx_m1_c0_a1"}, "(title: Kyoto)"),
        ({"trip": "trip_4fWqT0bVZ1c8yJ5hK2mN7x"}, ""),
        ({}, ""),
    ],
)
def test_what_a_reader_understands_is_told(args: dict[str, object], said: str) -> None:
    thought = TravelNarrator().choosing(STATE, (ToolCall("c1", "create_trip", args),), "").content
    assert said in thought
    assert "trip_" not in thought
    assert "_a1" not in thought
    assert "()" not in thought
