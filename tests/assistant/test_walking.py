"""How far one walks on each day is told from the plan's ways on foot."""

import pytest

from tests.assistant.asking import conversed
from tests.assistant.plans_told import plan_of
from travelagent.assistant.offline.answers.walking import GENTLE_HOURS, GENTLE_KM, HOURS, KM
from travelagent.plans.wire_fields import minutes_of

pytestmark = pytest.mark.sampled(of=5)


@pytest.mark.parametrize(
    ("turns", "day", "hint"),
    [
        (("伊斯坦布尔四日游", "每天要走很多路吗"), "第 2 天", "轻松一点"),
        (("4 days in Istanbul", "how far do we have to walk each day?"), "Day 2", "slower"),
    ],
)
async def test_the_ways_on_foot_are_told_day_by_day(turns: tuple[str, str], day: str, hint: str) -> None:
    before, after = await conversed(turns)
    plan = next(o.result for o in before.tool_result_history if o.call.name == "generate_route")
    walked = plan["days"][1]["walked"]
    legs = [leg for leg in plan["days"][1]["legs"] if leg["mode"] == "walk"]
    assert walked["minutes"] == sum(leg["minutes"] for leg in legs)
    text = str(after.messages[-1].text)
    line = next(line for line in text.splitlines() if line.startswith(f"- {day}"))
    assert f"{walked['km']:.1f}" in line
    assert str(walked["minutes"]) in line
    assert hint in text


@pytest.mark.parametrize(
    ("turns", "stops"), [(("成都三日游", "太赶了吗"), "站"), (("3 days in Chengdu", "is it too rushed?"), "stops")]
)
async def test_whether_it_is_too_much_is_answered_and_changes_nothing(turns: tuple[str, str], stops: str) -> None:
    _, after = await conversed(turns)
    assert not after.tool_result_history
    assert stops in str(after.messages[-1].text)


@pytest.mark.parametrize(
    ("turns", "days", "yes", "no"),
    [
        (("3 days in Chengdu, packed", "is day one too much?"), (1,), "**Yes, rather**", "**No**"),
        (("3 days in Chengdu, slowly", "isn't the second day exhausting?"), (2,), "**Yes, rather**", "**No**"),
        (("带爸妈去成都三天", "第一天会不会太累？"), (1,), "**是的，偏满**", "**不会**"),
        (("成都三天，轻松一点", "行程会不会太赶"), (1, 2, 3), "**是的，偏满**", "**不会**"),
        (
            ("3 days in Barcelona with a 5 year old", "Too much walking for the little one on day 2, what can go?"),
            (2,),
            "**Yes, rather**",
            "**No**",
        ),
        (("成都三日游，带5岁孩子", "第二天走路太多了，可以去掉什么？"), (2,), "**是的，偏满**", "**不会**"),
    ],
)
async def test_whether_a_day_is_too_much_begins_with_yes_or_no_by_its_measure(
    turns: tuple[str, str], days: tuple[int, ...], yes: str, no: str
) -> None:
    before, after = await conversed(turns)
    text = str(after.messages[-1].text)
    gently = "packed" not in turns[0]
    hours, km = (GENTLE_HOURS, GENTLE_KM) if gently else (HOURS, KM)
    meant = [day for day in plan_of(before)["days"] if day["day"] in days]
    full = [
        day["day"]
        for day in meant
        if minutes_of(day["end"]) - minutes_of(day["start"]) >= hours * 60 or day["walked"]["km"] >= km
    ]
    assert not after.tool_result_history
    assert text.startswith(yes if full else no)
    assert f"{hours} " in text.splitlines()[0]
    assert text.count("\n- ") == len(days)


async def test_a_single_stop_is_one_stop() -> None:
    before, after = await conversed(("1 day in Orlando, relaxed, Magic Kingdom", "is that too much walking?"))
    assert "1 day in Orlando: 1 stop**" in before.messages[-1].text
    assert ": 1 stop, " in after.messages[-1].text
