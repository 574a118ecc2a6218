"""The messages offered as follow-ups can be sent as they stand and continue from the answer."""

from string import Template

import pytest

from tests.assistant.asking import conversed
from travelagent.assistant.follow_ups import follow_ups

pytestmark = pytest.mark.sampled(of=4)


@pytest.mark.parametrize(
    ("message", "offered"),
    [
        (
            "3 days in Valletta in May for two",
            ("Plan 3 days in Syracuse & Noto in May", "Plan 3 days in Agrigento in May"),
        ),
        ("想去瓦莱塔玩五天", ("规划锡拉库萨与诺托五日游", "规划阿格里真托五日游")),
        (
            "a day trip for four women, somewhere with gardens in June, where to?",
            ("Plan 1 day in $first", "What is there to eat in $first?", "$first or $second?"),
        ),
        (
            "想找个地方过周末看园林，有什么推荐",
            ("规划$first两日游", "$first有什么好吃的", "$first和$second哪个更好"),
        ),
        ("2 days in Rome", ("Make it more relaxed", "Make it cheaper", "What if it rains?")),
        ("两天罗马，轻松一点，住便宜的", ("下雨怎么办？", "哪些要提前预订？")),
        ("两天罗马，穷游，总预算 800 以内", ("轻松一点", "便宜一点", "下雨怎么办？")),
    ],
)
async def test_what_is_offered_goes_on_from_the_answer(message: str, offered: tuple[str, ...]) -> None:
    (state,) = await conversed([message])
    found = next((o.result["cities"] for o in state.tool_result_history if o.call.name == "search_cities"), [])
    names = dict(zip(("first", "second"), (city["name"] for city in found), strict=False))
    wanted = tuple(Template(text).substitute(names) for text in offered)
    assert follow_ups(state) == wanted
    if wanted[0].startswith(("Plan", "规划")):
        (_, after) = await conversed([message, wanted[0]])
        assert any(o.call.name == "generate_route" and o.status == "success" for o in after.tool_result_history)


@pytest.mark.parametrize(
    ("turns", "first"),
    [
        (("3 days in Rome", "what is there to eat in Rome?"), "Make it more relaxed"),
        (("北京三日游", "一共要多少钱"), "轻松一点"),
    ],
)
@pytest.mark.django_db(transaction=True)
async def test_beside_a_plan_of_the_city_no_further_plan_of_it_is_offered(turns: tuple[str, str], first: str) -> None:
    *_, state = await conversed(turns)
    assert follow_ups(state)[0] == first
