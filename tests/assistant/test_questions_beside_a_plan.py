"""A question beside a plan is answered in a few words, or it is said what is not known; the plan stays as it is."""

import pytest

from tests.assistant.asking import conversed


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("is that cherry blossom season?", "I have no dates of blossoms"),
        ("why not Cliffs of Moher?", "none of the sights that I know in Kyoto"),
        ("Is it doable with a pram?", "does not say which sights have steps"),
        ("为什么没有峨眉山", "我所知的京都景点里没有它"),
        ("现在几点了", "不掌握实时时间"),
    ],
)
async def test_what_the_plan_does_not_hold_is_said(question: str, told: str) -> None:
    opening = "2 days in Kyoto in April" if question.isascii() else "四月去京都两天"
    _, state = await conversed((opening, question))
    assert told in state.messages[-1].text
    assert state.tool_result_history == ()
    assert state.understanding["entities"]["cities"] == ["kyoto"]


async def test_the_reasons_of_a_day_are_those_of_its_stops() -> None:
    _, state = await conversed(("京都两天", "为什么第一天这么安排"))
    told = state.messages[-1].text
    assert told.count("安排在第 1 天") > 1
    assert "第 2 天" not in told
