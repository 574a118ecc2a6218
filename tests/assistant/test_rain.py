"""What is asked about rain binds no plan."""

import pytest

from tests.assistant.asking import conversed
from tests.assistant.plan_states import assumed

pytestmark = pytest.mark.sampled(of=5)


@pytest.mark.parametrize(
    "wish", ["哈尔滨三日游，看下雪", "西双版纳雨季四日游", "3 days in Cairns, we love the rainforest"]
)
async def test_snow_a_season_and_a_forest_are_no_rainy_days(wish: str) -> None:
    (state,) = await conversed([wish])
    (route,) = [o for o in state.tool_result_history if o.call.name == "generate_route"]
    assert not route.result["asked"].get("rainy_days")


@pytest.mark.parametrize(
    ("wish", "question", "more"),
    [
        ("规划厦门四日游，2027年5月11日出发，爱拍照爱吃海鲜", "第三天下雨怎么办？", "轻松一点"),
        (
            "4 days in Xiamen from 11 May 2027, we love photography and food",
            "What if it rains on day 3?",
            "make it more relaxed",
        ),
    ],
)
async def test_a_question_about_rain_changes_nothing_and_binds_no_later_change(
    wish: str, question: str, more: str
) -> None:
    _, answered, later = await conversed([wish, question, more])
    assert [o.call.name for o in answered.tool_result_history] == ["ask_plan"]
    assert "change_route" in {o.call.name for o in later.tool_result_history}
    assert not any("雨" in line or "rain" in line for line in assumed(later))
