"""A wish that cannot be met changes nothing: neither its own turn's plan nor that of a later one."""

import asyncio
from typing import Any

import pytest

from tests.assistant.asking import conversed
from tests.assistant.plans_told import plan_of
from tests.assistant.test_tour import plans

pytestmark = pytest.mark.sampled(of=5)


@pytest.mark.parametrize(
    ("trip", "wish", "told", "then"),
    [
        ("去哈尔滨玩四天", "能不能加一天去雪乡", "雪乡", "第三天下午休息"),
        ("4 days in Harbin", "can we add a day in Xuexiang", "Xuexiang", "a free afternoon on day 3"),
        ("3 days in Rome", "add a day for the Blue Lagoon", "Reykjavik", "slower pace please"),
        ("罗马三日游", "加一天去蓝湖温泉", "雷克雅未克", "节奏慢一点"),
        ("3 days in Rome", "add a day to go skiing", "no day is added", "slower pace please"),
        ("罗马三日游", "再加一天去滑雪", "没有加这一天", "节奏慢一点"),
    ],
)
def test_a_day_for_what_is_not_there_is_not_added_then_or_later(trip: str, wish: str, told: str, then: str) -> None:
    states = asyncio.run(conversed([trip, wish, then]))
    first, _, last = ([o.result for o in s.tool_result_history if _made_a_plan(o)] for s in states)

    assert told in states[1].messages[-1].text
    assert not [o for o in states[1].tool_result_history if _made_a_plan(o)]
    assert len(last[-1]["days"]) == len(first[-1]["days"])


def _made_a_plan(output: Any) -> bool:
    return output.call.name.endswith("_route") and output.status == "success"


@pytest.mark.parametrize(
    ("trip", "wish"),
    [("去上海玩两天", "要不要加一天去科技馆"), ("2 days in Shanghai", "add a day for a science museum")],
)
def test_a_day_for_a_kind_of_sight_brings_one(trip: str, wish: str) -> None:
    _, plan = plans([trip, wish])

    assert plan is not None
    assert len(plan["days"]) == 3
    assert "shanghai/natural-history-museum" in {visit["sight"] for day in plan["days"] for visit in day["visits"]}


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            ("4 days in London for two", "add a day and Buckingham Palace"),
            "It opens next on",
        ),
        (("伦敦4天，两个人", "多加一天，再加上白金汉宫"), "它下次开放是"),
    ],
)
async def test_a_sight_that_is_shut_in_the_season_of_a_plan_moves_no_dates(turns: tuple[str, str], told: str) -> None:
    before, after = await conversed(turns)
    palace = next(left for left in plan_of(before)["left_out"] if left["sight"] == "london/buckingham-palace")
    assert "add a day" not in palace["relaxation"]
    assert "增加" not in palace["relaxation"]
    assert told in after.messages[-1].text
    assert not [o for o in after.tool_result_history if o.call.name == "change_route" and o.status == "success"]


@pytest.mark.parametrize(
    ("turns", "sight"),
    [
        (
            ("Five days in Paris, two adults and two children aged 6 and 9", "add a day for Disneyland Paris"),
            "paris/disneyland-paris",
        ),
        (("一家三口去大阪四天，孩子五岁", "加上日本环球影城"), "osaka/universal-studios-japan"),
    ],
)
async def test_a_day_in_a_park_may_end_after_the_childrens_bedtime(turns: tuple[str, str], sight: str) -> None:
    *_, changed = await conversed(turns)
    route = next(o.result for o in reversed(changed.tool_result_history) if o.call.name == "change_route" and o.result)
    late = {window["day"] for window in route["asked"]["day_windows"] if window["end"] > "20:30"}
    assert late == {day["day"] for day in route["days"] if sight in [visit["sight"] for visit in day["visits"]]}
    assert any(told in changed.messages[-1].text for told in ("may end later", "可以晚一些结束"))
