"""A model that repeats itself is left, and another one answers; what only looks alike is let through."""

import pytest

from agent_core.agent import Agent
from agent_core.messages import TextDelta
from agent_core.repetition import Repetition
from agent_core.runtime import Parts
from agent_core.testing import ScriptedModel, text
from tests.agent_core.cast import NO_WAIT, Recorder, task


def ends_in_circles(whole: str, size: int = 7) -> bool:
    repetition = Repetition()
    return any(repetition.grows(whole[at : at + size]) for at in range(0, len(whole), size))


@pytest.mark.parametrize(
    "passage", ["the Colosseum, ", "清水寺很美，", "- Visit the temple and eat at the market in the morning.\n", "a"]
)
def test_circles_are_noticed(passage: str) -> None:
    assert ends_in_circles("Here is the plan: " + passage * 400)


@pytest.mark.parametrize(
    "whole",
    [
        "| Day | Sight |\n|" + "-" * 400 + "|\n",
        "\n".join(f"- Day {day}: museum, lunch, a walk and dinner" for day in range(1, 31)),
        "\n".join(f"{hour:02d}:00 走路 {hour * 7 % 13} 分钟" for hour in range(24)),
        "ha " * 60,
        "=" * 500,
    ],
)
def test_lists_and_rules_are_not(whole: str) -> None:
    assert not ends_in_circles(whole)


async def test_the_next_model_answers() -> None:
    sink = Recorder()
    circling = ScriptedModel([TextDelta("eat with your feet, ")] * 500, name="far")
    parts = Parts(circling, stand_ins=(ScriptedModel(text("Chopsticks."), name="near"),), retries=NO_WAIT)

    result = await Agent(parts).run(task(), sink=sink)

    assert result.final_reply == "Chopsticks.\n\n(near answered in place of far.)"
    assert [notice.code for notice in sink.of("notice")] == ["fallback_model"]
    assert len(sink.of("llm_token")) < 100
