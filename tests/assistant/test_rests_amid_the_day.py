"""A rest amid the day that is wished for is in the plan, stays in it, and leaves it when it is no longer wished."""

import re
from typing import Any

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import conversed

pytestmark = pytest.mark.sampled(of=5)

RESTS = {"Rest at the hotel", "回酒店休息"}


def rests(state: AgentState) -> list[list[tuple[str, str]]]:
    """The rests of each day of the newest plan, from when to when."""
    plan: dict[str, Any] = next(
        outcome.result
        for outcome in state.tool_result_history
        if outcome.call.name in ("generate_route", "change_route")
    )
    return [
        [(visit["arrive"], visit["depart"]) for visit in day["visits"] if visit["name"] in RESTS]
        for day in plan["days"]
    ]


@pytest.mark.parametrize(
    "turns",
    [
        ("3 days in Barcelona for 3, the toddler naps from 1 to 3 pm",),
        ("3 days in Barcelona for 3", "back at the hotel every day from 1 to 3 pm"),
        ("巴塞罗那三日游，三个人，孩子下午一点到三点要午睡",),
        ("巴塞罗那三日游，三个人", "每天13–15点回酒店"),
    ],
)
async def test_a_rest_is_kept_at_its_hours(turns: tuple[str, ...]) -> None:
    *_, after = await conversed(turns)
    assert rests(after) == [[("13:00", "15:00")]] * 3
    assert "| 13:00–15:00 | **" in after.messages[-1].text


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        ("3 days in Rome for 3, the toddler naps from 1 to 3 pm", r"(\d+) stops"),
        ("罗马三日游，三个人，孩子下午一点到三点要午睡", r"共 (\d+) 站"),
    ],
)
async def test_a_rest_is_no_stop(turn: str, told: str) -> None:
    (state,) = await conversed((turn,))
    days = state.tool_result_history[0].result["days"]
    sights = sum(visit["sight"] is not None for day in days for visit in day["visits"])
    assert re.findall(told, state.messages[-1].text)[0] == str(sights)
    assert not state.untraced


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("规划上海三日游", "中午要午睡"), "没有安排回酒店休息"),
        (("3 days in Shanghai", "we need a nap after lunch"), "No rest at the hotel on day"),
    ],
)
async def test_the_days_that_cannot_hold_one_are_told(turns: tuple[str, str], told: str) -> None:
    _, after = await conversed(turns)
    assert any(rests(after))
    assert not all(rests(after))
    assert told in after.messages[-1].text


@pytest.mark.parametrize(
    "turns",
    [
        ("3 days in Rome, naps from 1 to 3 pm", "no nap on day 2", "add a day", "forget the naps"),
        ("罗马三日游，下午一点到三点午睡", "第二天不用午睡", "加一天", "不要午睡了"),
    ],
)
async def test_one_that_is_given_up_leaves_its_day_alone(turns: tuple[str, ...]) -> None:
    _, one_less, longer, none = await conversed(turns)
    assert [bool(day) for day in rests(one_less)] == [True, False, True]
    assert [bool(day) for day in rests(longer)][:3] == [True, False, True]
    assert rests(longer)[3] or re.search(r"on day 4: too far|第 4 天离酒店太远", longer.messages[-1].text)
    assert not any(rests(none))
