"""On which day a plan begins, where a month, a season, a weekend or a week was said instead of a date."""

import asyncio
from datetime import date, timedelta

import pytest

from agent_core.state import AgentState
from tests.assistant.asking import TODAY, asked, conversed
from travelagent.assistant.offline.brief import first_day
from travelagent.assistant.offline.understanding import understand_turns

pytestmark = pytest.mark.sampled(of=5)

NOVEMBER = date(2026, 11, 21)
SATURDAY = 5


def begins(*turns: str, today: date = NOVEMBER) -> date | None:
    return first_day(understand_turns(turns, today), today)


@pytest.mark.parametrize(
    ("said", "months"),
    [
        ("暑假去三亚五天", {6, 7, 8}), ("summer holidays in Sanya for five days", {6, 7, 8}),
        ("秋天去京都三天", {9, 10, 11}), ("three days in Kyoto in spring", {3, 4, 5}),
        ("冬天去哈尔滨四天", {12, 1, 2}), ("国庆去三亚五天", {10}), ("three days in Kyoto in May", {5}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("today", [date(2026, 1, 31), date(2026, 7, 20), NOVEMBER, date(2026, 12, 30)])
def test_the_first_day_lies_in_the_time_that_was_said(said: str, months: set[int], today: date) -> None:
    start = begins(said, today=today)
    assert start is not None
    assert start.month in months
    assert today < start < today + timedelta(days=370)


def test_in_the_season_itself_its_next_month_is_taken() -> None:
    assert begins("three days in Kyoto in summer", today=date(2026, 6, 20)) == date(2026, 7, 14)


@pytest.mark.parametrize("said", ["weekend in Rome", "周末去重庆两天", "a long weekend in Rome", "去重庆过周末"])
@pytest.mark.parametrize("day", range(16, 23))
def test_a_weekend_begins_on_the_coming_saturday(said: str, day: int) -> None:
    today = date(2026, 11, day)
    start = begins(said, today=today)
    assert start is not None
    assert start.weekday() == SATURDAY
    assert 0 < (start - today).days <= 7


@pytest.mark.parametrize("said", ["Weekend in Rome for two in May", "五月找个周末去重庆"])
def test_a_weekend_of_a_month_is_one_in_it(said: str) -> None:
    start = begins(said)
    assert start is not None
    assert (start.month, start.weekday()) == (5, SATURDAY)


def test_a_length_that_is_said_later_makes_it_no_weekend() -> None:
    assert begins("weekend in Rome", "make it five days") is None
    assert begins("weekend in Rome", "two of us, please") == date(2026, 11, 28)


@pytest.mark.parametrize("question", ["what is there to do on a weekend?", "周末人多吗？"])
def test_a_weekend_that_is_asked_about_moves_no_plan(question: str) -> None:
    assert begins("three days in Rome", question) is None


@pytest.mark.parametrize(
    ("said", "start"),
    [
        ("next week in Rome for three days", "2026-11-23"), ("5 days in Rome starting next week", "2026-11-23"),
        ("下周去重庆玩三天", "2026-11-23"), ("下个星期去重庆玩三天", "2026-11-23"),
        ("下下周去重庆玩三天", "2026-11-30"),
        ("下周三去重庆玩三天", "2026-11-25"), ("next weekend in Rome", "2026-11-28"),
    ],
)  # fmt: skip
def test_a_week_without_a_day_begins_on_its_monday(said: str, start: str) -> None:
    assert understand_turns((said,), NOVEMBER).entities.start_date == date.fromisoformat(start)


async def test_the_plan_begins_on_that_day_and_says_what_was_assumed() -> None:
    result, sink = await asked("weekend in Rome")
    itinerary = next(dict(e.payload) for e in sink.of("artifact") if e.kind == "itinerary")

    assert date.fromisoformat(itinerary["days"][0]["date"]).weekday() == SATURDAY
    assert "the coming weekend" in result.final_reply


@pytest.mark.parametrize(
    ("said", "earliest", "latest"),
    [
        ("Two weeks in Japan at the end of March", "2027-03-21", "2027-03-31"),
        ("4 days in Rome in late April", "2027-04-21", "2027-04-30"),
        ("mid-May, 3 days in Paris", "2027-05-11", "2027-05-20"),
        ("3 days in Paris at the beginning of June", "2027-06-01", "2027-06-10"),
        ("日本两周，三月底出发", "2027-03-21", "2027-03-31"),
        ("四月下旬去成都三天", "2027-04-21", "2027-04-30"),
        ("5月中旬去杭州三天", "2027-05-11", "2027-05-20"),
        ("下个月初去西安三天", "2026-12-01", "2026-12-10"),
    ],
)
def test_the_part_of_a_month_that_is_said_holds_the_first_day(said: str, earliest: str, latest: str) -> None:
    first = first_day(understand_turns((said,), date(2026, 11, 22)), date(2026, 11, 22))
    assert first is not None
    assert earliest <= first.isoformat() <= latest


@pytest.mark.parametrize(("wish", "weekday"), [("3 days in Kyoto", "start on {0:%A}"), ("规划北京三日游", "周{1}出发")])
def test_the_day_that_is_told_as_understood_is_the_day_on_which_the_plan_begins(wish: str, weekday: str) -> None:
    planned = asyncio.run(conversed([wish]))[0]
    day = date.fromisoformat(_first_of(planned))
    said = weekday.format(day, "一二三四五六日"[day.weekday()])
    _, kept = asyncio.run(conversed([wish, said]))
    assert kept.understanding is not None
    assert kept.understanding["entities"]["start_date"] == _first_of(kept) == day.isoformat()


def _first_of(state: AgentState) -> str:
    made = [o.result for o in state.tool_result_history if o.call.name in ("generate_route", "change_route")]
    return str(made[-1]["days"][0]["date"])


@pytest.mark.parametrize(
    ("wish", "question", "more"),
    [
        ("weekend in London", "what is the weather tomorrow?", "add Paris"),
        ("weekend in London", "will it rain tomorrow?", "add Paris"),
        ("周末去杭州", "明天天气怎么样", "再加上苏州"),
        ("周末去杭州", "明天会下雨吗", "再加上苏州"),
    ],
)
def test_the_day_of_a_question_never_becomes_the_trips(wish: str, question: str, more: str) -> None:
    turns = (wish, question, more)
    assert [understand_turns(turns[:n], NOVEMBER).entities.start_date for n in (1, 3)] == [None, None]
    assert begins(*turns) == begins(wish)


async def test_the_year_is_told_where_it_is_not_this_one() -> None:
    (state,) = await conversed(["3 days in Beijing from 30 December 2027"])
    days = [line for line in str(state.messages[-1].text).splitlines() if line.startswith("### Day")]
    assert days == ["### Day 1 · Thu 30 Dec 2027", "### Day 2 · Fri 31 Dec", "### Day 3 · Sat 1 Jan 2028"]


@pytest.mark.parametrize(
    ("said", "start", "days"),
    [
        ("fancy a long weekend in Edinburgh, two nights", None, 3), ("周末去苏州，住两晚", None, 3),
        ("A weekend in Copenhagen, second weekend of march", date(2027, 3, 13), 2),
        ("a weekend in Rome, the last weekend in May", date(2027, 5, 29), 2),
        ("三月第二个周末去哥本哈根", date(2027, 3, 13), 2), ("5月最后一个周末去杭州", date(2027, 5, 29), 2),
    ],
)  # fmt: skip
def test_what_is_said_beside_a_weekend_is_of_the_same_weekend(said: str, start: date | None, days: int) -> None:
    found = understand_turns([said], NOVEMBER).entities
    assert (found.start_date, found.days) == (start, days)


@pytest.mark.parametrize(
    ("said", "start"),
    [
        ("这周五去杭州3天", "2026-11-27"), ("下周五去杭州3天", "2026-12-04"),
        ("3 days in Rome this Friday", "2026-11-27"),
        ("3 days in Rome next Friday", "2026-12-04"), ("Rome next Friday to Monday", "2026-12-04"),
        ("flying next Tuesday evening, 3 days in Rome", "2026-12-01"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("today", [date(2026, 11, 23), date(2026, 11, 25)])
def test_a_weekday_of_the_next_week_is_in_the_next_week(said: str, start: str, today: date) -> None:
    assert understand_turns([said], today).entities.start_date == date.fromisoformat(start)


@pytest.mark.parametrize(
    ("turns", "start"),
    [
        (("3 days in Rome in May", "start on Tuesday"), "2027-05-11"), (("五月去罗马三天", "周二出发"), "2027-05-11"),
        (("3 days in Rome from 12 May", "start on Thursday"), "2027-05-13"),
        (("5月12号去罗马三天", "周四出发"), "2027-05-13"), (("五月去罗马三天", "周五到周日"), "2027-05-14"),
        (("a weekend in Rome in May", "start on Friday"), "2027-05-07"),
        (("5月12号去罗马三天", "下周五出发"), "2026-11-27"), (("3 days in Rome", "start on Tuesday"), "2026-11-24"),
    ],
)  # fmt: skip
def test_a_mere_weekday_stays_near_the_trip_that_has_a_time(turns: tuple[str, str], start: str) -> None:
    assert understand_turns(turns, NOVEMBER).entities.start_date == date.fromisoformat(start)


@pytest.mark.parametrize(
    ("said", "start", "days"),
    [
        ("5月去罗马，周五出发", "2027-05-14", None), ("Rome in May, leaving on a Friday", "2027-05-14", None),
        ("leaving on a Monday, 3 days in Rome in May", "2027-05-10", 3), ("六月去罗马三天，周一出发", "2027-06-14", 3),
        ("a weekend in Rome in May, leaving on Friday", "2027-05-14", 3), ("五月去罗马过周末，周五走", "2027-05-14", 3),
        ("early May in Rome, from Friday to Monday", "2027-05-07", 4), ("五月初去罗马，周五到周一", "2027-05-07", 4),
    ],
)  # fmt: skip
def test_a_weekday_beside_a_month_is_the_first_day_in_it(said: str, start: str, days: int | None) -> None:
    understood = understand_turns([said], NOVEMBER)
    assert (first_day(understood, NOVEMBER), understood.entities.days) == (date.fromisoformat(start), days)


@pytest.mark.parametrize(
    ("turns", "start"),
    [
        (("Rome in May, leaving on a Friday", "in June instead"), "2027-06-11"),
        (("5月去罗马，周五出发", "改成周日出发"), "2027-05-16"),
        (("a weekend in Rome in May, leaving on Friday", "start on Thursday"), "2027-05-13"),
        (("a weekend in Rome in May, leaving on Friday", "start on Friday"), "2027-05-14"),
    ],
)
def test_the_weekday_of_a_month_holds_until_another_one_is_said(turns: tuple[str, str], start: str) -> None:
    assert first_day(understand_turns(turns, NOVEMBER), NOVEMBER) == date.fromisoformat(start)


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (["two days in Vienna in May", "start on Tuesday"], "The trip begins on Tue 11 May already"),
        (["五月去维也纳两天", "周二出发"], "行程本来就从5月11日 周二开始"),
    ],
)
def test_a_trip_that_begins_on_the_wished_weekday_already_is_told_so(turns: list[str], told: str) -> None:
    *_, state = asyncio.run(conversed(turns))
    assert told in state.messages[-1].text


@pytest.mark.parametrize(
    ("said", "start"),
    [
        ("我下周四在深圳开会，周五有一天空闲，怎么玩比较好", "2026-11-27"),
        ("下周五在北京出差，周六空出一天，周日回家", "2026-11-28"),
        ("I have a conference in Berlin on Thursday and one free day on Friday", "2026-11-27"),
        ("meetings in Berlin on Thursday, then a free day there on Friday", "2026-11-27"),
        ("下周三到北京出差，周六想留一天逛逛，住国贸，晚上八点的飞机", "2026-11-28"),
        ("下周一到周五在上海出差，周日想玩一天，晚上九点的高铁", "2026-11-29"),
        ("I'm in Berlin for work from next Wednesday, want to keep the Saturday free to see the city", "2026-11-28"),
        ("I'm in Rome on business next week, Saturday is free for sightseeing, flight home at 7pm", "2026-11-28"),
    ],
)
def test_a_free_day_beside_others_is_the_whole_trip(said: str, start: str) -> None:
    entities = understand_turns((said,), NOVEMBER).entities
    assert (entities.start_date, entities.days) == (date.fromisoformat(start), 1)


@pytest.mark.parametrize(
    ("turns", "start"),
    [
        (("我在武汉，想周末去个不远的地方散散心，有什么推荐？", "就去第一个吧，安排两天"), "2026-11-28"),
        (("Where could I go for a relaxing weekend near London?", "let's do the first one, two days"), "2026-11-28"),
        (("周末去北京玩", "改成五天"), None),
        (("a weekend in Rome", "make it five days"), None),
    ],
)
def test_a_weekend_stays_one_while_no_longer_trip_is_said(turns: tuple[str, ...], start: str | None) -> None:
    assert begins(*turns) == (date.fromisoformat(start) if start else None)


@pytest.mark.parametrize(
    "said",
    ["one free day in Munich, 9am to 5pm", "周六在苏州有一天时间，上午九点到下午五点", "在西安有一天，10点到16点"],
)
def test_a_single_day_keeps_to_the_hours_that_are_said(said: str) -> None:
    [state] = asyncio.run(conversed([said]))
    (plan,) = (o.result for o in state.tool_result_history if o.call.name == "generate_route")
    (day,) = plan["days"]
    assert (day["start"], day["end"]) >= ("09:00", "15:00")
    assert day["end"] <= "17:00"


@pytest.mark.parametrize(
    ("turns", "start", "days"),
    [
        (("3 days in Rome, no wait, make it 4 days",), None, 4),
        (("北京玩三天，不对，四天",), None, 4),
        (("3 days in Rome", "make it 5 days, no wait, 4 days"), None, 4),
        (("3 days in Rome starting Friday, actually Saturday not Friday",), "2026-11-28", 3),
        (("3 days in Rome from Friday, no wait, Saturday",), "2026-11-28", 3),
        (("周五去北京玩三天，不对是周六",), "2026-11-28", 3),
        (("不是周五，是周六去北京，三天",), "2026-11-28", 3),
        (("3 days in Rome", "actually Friday not Saturday"), "2026-11-27", 3),
        (("three days in Rome and then 2 days in Naples",), None, 5),
    ],
)
def test_what_a_message_puts_right_itself_holds(turns: tuple[str, ...], start: str | None, days: int) -> None:
    entities = understand_turns(turns, NOVEMBER + timedelta(days=1)).entities
    assert entities.days == days
    assert entities.start_date == (date.fromisoformat(start) if start else None)


@pytest.mark.parametrize("said", ["3 days in Rome in May, sorry, June", "五月去罗马三天，不对，六月"])
def test_a_month_that_is_put_right_is_the_last_one(said: str) -> None:
    assert understand_turns((said,), NOVEMBER).entities.month == 6


@pytest.mark.parametrize(
    ("said", "evening"),
    [
        ("what can we do in Vienna tonight and tomorrow?", True),
        ("Vienna, today and tomorrow", False),
        ("今晚和明天在维也纳能玩什么", True),
        ("维也纳，今天明天怎么玩", False),
    ],
)
def test_tonight_and_tomorrow_are_a_plan_from_this_evening_on(said: str, evening: bool) -> None:
    (state,) = asyncio.run(conversed([said]))
    (args,) = (o.call.args for o in state.tool_result_history if o.call.name == "generate_route")

    assert (args["days"], args["start_date"]) == (2, TODAY.isoformat())
    hours = [wish["start"] for wish in args["brief"].get("day_wishes", []) if wish["kind"] == "hours"]
    assert hours == (["18:00"] if evening else [])
