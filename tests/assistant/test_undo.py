"""The last change of the plan at hand is taken back: the plan before it stands again, and what was said holds again."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import TODAY, conversed
from travelagent.assistant.offline.understanding import understand_turns

pytestmark = pytest.mark.sampled(of=5)


def said(*turns: str) -> Sequence[AgentState]:
    return asyncio.run(conversed(turns))


def plan_of(state: AgentState) -> dict[str, Any]:
    """The itinerary that a turn ended with."""
    made = (o.result for o in state.tool_result_history if o.call.name in ("generate_route", "change_route"))
    found: dict[str, Any] = list(made)[-1]
    return found


def visits(state: AgentState) -> list[list[str]]:
    return [[visit["id"] for visit in day["visits"]] for day in plan_of(state)["days"]]


@pytest.mark.parametrize(
    ("wish", "change", "back", "told"),
    [
        ("规划北京三日游", "改成四天", "撤销", "已撤销上一次改动。"),
        ("规划北京三日游", "换成成都", "改回去吧", "已撤销上一次改动。"),
        ("规划北京三日游", "不去故宫了", "嗯，还是放回去吧", "已撤销上一次改动。"),
        ("规划北京三日游", "改成四天", "算了，不改了", "已撤销上一次改动。"),
        ("3 days in Kyoto", "make it four days", "actually, don't change it", "The last change is taken back."),
        ("3 days in Kyoto", "make it four days", "undo that", "The last change is taken back."),
        ("3 days in Kyoto", "skip Kinkaku-ji", "hmm, put it back in", "The last change is taken back."),
        ("3 days in Kyoto", "skip Kinkaku-ji", "ok, add it back", "The last change is taken back."),
    ],
)
def test_the_plan_before_the_last_change_stands_again(wish: str, change: str, back: str, told: str) -> None:
    first, changed, undone = said(wish, change, back)
    assert visits(changed) != visits(first) == visits(undone)
    assert told in undone.messages[-1].text
    assert first.understanding is not None
    assert undone.understanding is not None
    assert undone.understanding["entities"] == first.understanding["entities"]


def test_each_undo_goes_one_change_further_back_and_no_further_than_the_first_plan() -> None:
    first, longer, _, once, twice, thrice = said(
        "3 days in Kyoto", "make it four days", "make it relaxed", "undo", "take it back", "undo"
    )
    assert visits(once) == visits(longer)
    assert visits(twice) == visits(first)
    assert thrice.tool_result_history == ()
    assert "no earlier plan" in thrice.messages[-1].text


@pytest.mark.parametrize("message", ["撤销", "undo that"])
def test_nothing_is_taken_back_where_there_is_no_plan(message: str) -> None:
    assert not understand_turns((message,), TODAY).undo
    assert not understand_turns(("规划北京三日游", "保存这个行程", message), TODAY).undo


@pytest.mark.parametrize(
    ("wish", "change", "refused", "back", "told"),
    [
        (
            "Three days in Rome", "make it relaxed", "put Colosseum, Vatican Museums, Ostia Antica and Tivoli on day 1",
            "undo", "The last change was not made",
        ),
        (
            "西安三日游", "轻松一点", "兵马俑、华山、陕西历史博物馆和大唐不夜城都放到第一天",
            "撤销", "上一次改动没有执行",
        ),
        ("3 days in Kyoto", "make it four days", "add the Eiffel Tower", "undo", "The last change was not made"),
        ("规划北京三日游", "改成四天", "加上埃菲尔铁塔", "撤销", "上一次改动没有执行"),
    ],
)  # fmt: skip
def test_a_change_that_was_not_made_is_none_to_take_back(
    wish: str, change: str, refused: str, back: str, told: str
) -> None:
    first, changed, _, once, twice = said(wish, change, refused, back, back)
    assert once.tool_result_history == ()
    assert told in once.messages[-1].text
    assert visits(changed) != visits(first) == visits(twice)
    assert first.understanding is not None
    assert twice.understanding is not None
    assert twice.understanding["entities"] == first.understanding["entities"]
