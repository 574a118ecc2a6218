"""Who goes on in the other language is answered wholly in it, also where the plan was told in the first one."""

import re

import pytest

from tests.assistant.asking import conversed
from tests.assistant.plans_told import plan_of, said
from travelagent.assistant.language import language_of

pytestmark = pytest.mark.sampled(of=5)

CHINESE = re.compile(r"[\u4e00-\u9fff]")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("in Chinese please", "zh"), ("can you say it in Chinese?", "zh"), ("English please", "en"),
        ("show me the plan in English", "en"), ("用英文说", "en"), ("把行程换成英文", "en"), ("请用中文回答", "zh"),
        ("Chinese food please", "en"), ("English breakfast", "en"), ("我想学英文", "zh"),
    ],
)  # fmt: skip
def test_a_message_that_asks_for_a_language_alone_is_in_that(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("opening", "switch", "told"),
    [
        ("北京三日游", "in English please", "**3 days in Beijing"),
        ("北京三日游", "用英文说", "**3 days in Beijing"),
        ("3 days in Beijing", "用中文说", "**北京 3 天"),
        ("3 days in Beijing", "换成中文", "**北京 3 天"),
        ("3 days in Beijing", "in Chinese please", "**北京 3 天"),
    ],
)
async def test_a_plan_is_told_again_in_the_language_that_is_asked_for(opening: str, switch: str, told: str) -> None:
    before, after = await conversed((opening, switch))
    days = [[visit["sight"] for visit in day["visits"]] for day in plan_of(before)["days"]]
    assert [[visit["sight"] for visit in day["visits"]] for day in plan_of(after)["days"]] == days
    assert told in said(after)
    assert (CHINESE.search(said(after)) is None) == ("Beijing" in told)


@pytest.mark.parametrize(
    ("opening", "question"),
    [
        ("从上海去北京三日游", "which tickets cost the most?"),
        ("从上海去北京三日游", "how much are the meals?"),
        ("从上海去北京三日游", "what does the train cost?"),
        ("从上海去北京三日游", "when do we have to leave the hotel?"),
        ("从上海去北京三日游", "why is the Forbidden City on day 3?"),
        ("从上海去北京三日游", "what can we do in the evening?"),
        ("3 days in Beijing from Shanghai", "哪张门票最贵"),
        ("3 days in Beijing from Shanghai", "吃饭一共多少钱"),
        ("3 days in Beijing from Shanghai", "高铁多少钱"),
        ("3 days in Beijing from Shanghai", "每天几点出门"),
    ],
)
async def test_a_question_in_the_other_language_is_answered_wholly_in_it(opening: str, question: str) -> None:
    before, after = await conversed((opening, question))
    answer = said(after)
    if question.isascii():
        assert CHINESE.search(answer) is None
    else:
        named = {visit["name"] for day in plan_of(before)["days"] for visit in day["visits"]}
        assert [name for name in (*named, "Beijing", "Shanghai") if name in answer] == []
