"""When something of the plan is: answered from the plan at hand, which stays as it is."""

import asyncio

import pytest

from tests.assistant.asking import TODAY, conversed
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.values import Understood
from travelagent.catalog import source

pytestmark = pytest.mark.sampled(of=5)


@pytest.mark.parametrize(
    ("wish", "question", "words"),
    [
        ("杭州和苏州玩4天", "几点从杭州出发去苏州", "第 {day} 天（{at}从杭州出发去苏州**"),
        ("4 days in Hangzhou and Suzhou", "What time do we leave for Suzhou?", "From Hangzhou to Suzhou: day {day} ("),
    ],
)
def test_the_way_to_the_next_city_is_told_with_its_day_and_hour(wish: str, question: str, words: str) -> None:
    planned, asked = asyncio.run(conversed([wish, question]))
    route = next(o.result for o in planned.tool_result_history if o.call.name == "generate_route")
    day, leg = next((d, leg) for d in route["days"] for leg in d["legs"] if leg["to"] == "city:suzhou")
    answer = asked.messages[-1].text
    assert asked.tool_result_history == ()
    assert words.partition("{at}")[0].format(day=day["day"]) in answer
    assert words.partition("{at}")[2] in answer
    assert leg["depart"] in answer


def test_a_sight_is_told_with_its_day_and_hours() -> None:
    planned, asked = asyncio.run(conversed(["3 days in Kyoto", "When do we go to Nijo Castle?"]))
    route = next(o.result for o in planned.tool_result_history if o.call.name == "generate_route")
    day, visit = next((d, v) for d in route["days"] for v in d["visits"] if v["sight"] == "kyoto/nijo-castle")
    answer = asked.messages[-1].text
    assert f"day {day['day']} (" in answer
    assert f"{visit['arrive']}–{visit['depart']}" in answer


@pytest.mark.parametrize(
    ("turns", "day", "booking"),
    [
        (("西安三日游", "兵马俑是哪天？要提前买票吗？"), "安排在第", "**要提前预约。**"),
        (("西安三日游", "兵马俑在第几天"), "安排在第", None),
        (
            ("3 days in Xi'an", "which day is the Terracotta Army, and do we need to book?"),
            "is on day",
            "book it ahead",
        ),
    ],
)
def test_the_day_of_a_sight_is_told_with_its_booking_where_that_is_asked(
    turns: tuple[str, str], day: str, booking: str | None
) -> None:
    _, asked = asyncio.run(conversed(turns))
    army, text = source.sights()["xian/terracotta-army"], asked.messages[-1].text
    assert asked.tool_result_history == ()
    assert day in text
    assert (army.note_en in text or army.note_zh in text) == bool(booking)
    assert booking is None or booking in text


def read(*turns: str) -> Understood:
    return understand_turns(turns, TODAY)


@pytest.mark.parametrize(
    "question", ["几点从杭州出发去苏州", "哪天去苏州", "第几天去拙政园？", "when do we go to Suzhou?"]
)
def test_asking_for_the_hour_changes_nothing_that_holds(question: str) -> None:
    before, after = read("杭州和苏州玩4天"), read("杭州和苏州玩4天", question)
    assert after.when
    assert after.entities == before.entities


@pytest.mark.parametrize("other", ["什么时候去苏州最好", "拙政园几点开门", "几点从上海出发去苏州", "when do we open?"])
def test_the_best_time_opening_hours_and_other_cities_are_other_questions(other: str) -> None:
    assert not read("杭州和苏州玩4天", other).when


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (("when is the Edinburgh festival?",), " Aug "),
        (("爱丁堡艺术节是什么时候",), "年8月"),
        (("3 days in Kyoto", "when is the Gion festival?"), " Jul "),
        (("京都三天", "祇园祭是哪天"), "年7月17日"),
        (("那达慕几号",), "我没有这个节日的日期资料"),
        (("what dates is the Albuquerque balloon festival?",), "I have no dates of that festival"),
    ],
)
def test_when_a_festival_is_asked_for_is_told_or_said_not_to_be_known(turns: tuple[str, ...], told: str) -> None:
    after = asyncio.run(conversed(turns))[-1]

    assert after.tool_result_history == ()
    assert told in after.messages[-1].text
    assert len(turns) == 1 or understand_turns(turns, TODAY).entities == understand_turns(turns[:1], TODAY).entities
