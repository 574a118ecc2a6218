"""A sight or a city that a new plan is to have on a day is there on that day, or it is said why not."""

import asyncio
from typing import Any

import pytest

from tests.assistant.asking import conversed

pytestmark = pytest.mark.sampled(of=5)


def told(turns: list[str]) -> tuple[dict[str, Any], str]:
    """The plan after the last turn, as the tool told it, and the answer."""
    state = asyncio.run(conversed(turns))[-1]
    done = [o for o in state.tool_result_history if o.status == "success"]
    return next(o.result for o in reversed(done) if o.call.name.endswith("_route")), state.messages[-1].text


@pytest.mark.parametrize(
    ("turns", "day", "sight"),
    [
        (["5 days in Lisbon, Sintra on day 3"], 3, "lisbon/sintra-pena-palace"),
        (["西安五日游，第二天去兵马俑"], 2, "xian/terracotta-army"),
        (["贵阳五日游，第三天去黄果树"], 3, "anshun/huangguoshu-falls"),
        (["5 days in Guiyang, Huangguoshu Waterfall on day 4"], 4, "anshun/huangguoshu-falls"),
        (["规划贵阳五日游", "第三天去黄果树瀑布"], 3, "anshun/huangguoshu-falls"),
    ],
)
def test_a_sight_is_visited_on_the_day_that_was_said_also_where_it_needs_a_night_elsewhere(
    turns: list[str], day: int, sight: str
) -> None:
    plan, _ = told(turns)
    assert sight in [visit["sight"] for visit in plan["days"][day - 1]["visits"]]
    assert len(plan["days"]) == 5


@pytest.mark.parametrize(
    ("wish", "days"),
    [("上海五日游，第三天去苏州", [2, 3]), ("5 days in Shanghai, Suzhou on day 4, Hangzhou on day 5", [3, 1, 1])],
)
def test_a_city_is_reached_on_the_day_that_was_said(wish: str, days: list[int]) -> None:
    plan, _ = told([wish])
    assert [sum(day["city"] == city["id"] for day in plan["days"]) for city in plan["cities"]] == days


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ("5 days in Guiyang, Huangguoshu on day 1", "On day 1 you are in Guiyang. Visit Huangguoshu Waterfall on"),
        ("贵阳五日游，第一天去黄果树", "第 1 天你在贵阳。可以把黄果树大瀑布安排在其他日子。"),
    ],
)
def test_what_cannot_be_on_its_day_is_said_and_visited_on_another(wish: str, why: str) -> None:
    plan, answer = told([wish])
    assert why in answer
    assert "anshun/huangguoshu-falls" in [visit["sight"] for day in plan["days"] for visit in day["visits"]]
