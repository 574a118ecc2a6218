"""A trip that is to be one for rainy days is spent under a roof as far as there is one."""

import asyncio
from typing import Any

import pytest

from tests.assistant.asking import conversed


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
    assert args["rainy_days"] == [1, 2]
    assert told in answer


@pytest.mark.parametrize(
    "wish", ["哈尔滨三日游，看下雪", "西双版纳雨季四日游", "3 days in Cairns, we love the rainforest"]
)
def test_snow_a_season_and_a_forest_are_no_rainy_days(wish: str) -> None:
    assert not planned(wish)[0].get("rainy_days")
