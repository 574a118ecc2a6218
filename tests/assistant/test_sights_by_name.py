"""Sights are found by a part of their name where no other one has it, and the choices are named where several do."""

import pytest

from agent_core.tools import ToolError
from travelagent.assistant.places import sight_in


@pytest.mark.parametrize(
    ("text", "city", "id"),
    [
        ("ginza", "tokyo", "tokyo/ginza"),
        ("Golden Gai", "tokyo", "tokyo/golden-gai-omoide-yokocho"),
        ("via condotti", "rome", "rome/spanish-steps-and-via-condotti"),
        ("rome/colosseum", "rome", "rome/colosseum"),
    ],
)
def test_a_part_of_a_name_is_enough(text: str, city: str, id: str) -> None:
    assert sight_in(text, [city], "en") == id


def test_several_of_that_name_are_a_choice() -> None:
    with pytest.raises(ToolError, match="Several sights go by museum") as refusal:
        sight_in("museum", ["tokyo"], "en")
    assert len(refusal.value.data["candidates"]) > 1
    with pytest.raises(ToolError, match="No sight called") as refusal:
        sight_in("xyzzy", ["tokyo"], "en")
    assert "candidates" not in refusal.value.data
