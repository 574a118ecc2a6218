"""A trip that is to be one for rainy days is spent under a roof as far as there is one."""

import asyncio
from typing import Any

import pytest

from tests.assistant.asking import conversed
from tests.assistant.plans_told import assumed

pytestmark = pytest.mark.sampled(of=5)


def planned(wish: str) -> tuple[dict[str, Any], str]:
    (state,) = asyncio.run(conversed([wish]))
    route = next(o for o in state.tool_result_history if o.call.name == "generate_route")
    return dict(route.call.args), state.messages[-1].text


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("2 days in Bergen, rainy day things", "Every day is planned for rain"),
        ("Plan 2 days in Bergen for rainy days", "Every day is planned for rain"),
        ("卑尔根两天，找些下雨天适合的", "每一天都按雨天安排"),
        ("规划卑尔根两日游，天天下雨", "每一天都按雨天安排"),
    ],
)
def test_what_is_for_the_rain_has_a_roof(wish: str, told: str) -> None:
    args, answer = planned(wish)
    assert [(wish["day"], wish["kind"]) for wish in args["brief"]["day_wishes"]] == [(1, "indoors"), (2, "indoors")]
    assert told in answer


@pytest.mark.parametrize(
    "wish", ["哈尔滨三日游，看下雪", "西双版纳雨季四日游", "3 days in Cairns, we love the rainforest"]
)
def test_snow_a_season_and_a_forest_are_no_rainy_days(wish: str) -> None:
    assert not planned(wish)[0].get("rainy_days")


@pytest.mark.parametrize(
    ("wish", "question", "told"),
    [
        ("规划厦门四日游，2027年5月11日出发，爱拍照爱吃海鲜", "第三天下雨怎么办？", "行程保持不变"),
        (
            "4 days in Xiamen from 11 May 2027, we love photography and food",
            "What if it rains on day 3?",
            "The plan stays as it is",
        ),
    ],
)
async def test_rain_that_changes_nothing_binds_no_later_change(wish: str, question: str, told: str) -> None:
    _, asked, later = await conversed([wish, question, "轻松一点" if "日游" in wish else "make it more relaxed"])
    assert told in asked.messages[-1].text
    assert not any("雨" in line or "rain" in line for line in assumed(later))
