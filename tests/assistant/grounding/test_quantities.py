"""Quantities are read as they are written in either language, with the leeway that their wording gives."""

import pytest

from travelagent.assistant.grounding.arithmetic import agrees
from travelagent.assistant.quantities.read import quantities


def read(text: str) -> list[tuple[str, float]]:
    return [(quantity.kind, round(quantity.value, 2)) for quantity in quantities(text)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("9:30 am to 5 pm", [570, 1020]),
        ("上午九点半到下午4点", [570, 960]),
        ("9–19h", [540, 1140]),
        ("8 in the morning", [480]),
        ("from noon till midnight", [720, 1440]),
        ("晚上八点", [1200]),
        ("17:30止", [1050]),
    ],
)
def test_times_of_day(text: str, values: list[float]) -> None:
    assert read(text) == [("clock", value) for value in values]


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("about 3 hours", 180),
        ("half an hour", 30),
        ("an hour and a half", 90),
        ("two and a half hours", 150),
        ("three and a quarter hours", 195),
        ("an hour and a quarter", 75),
        ("two hours and three quarters", 165),
        ("两个半小时", 150),
        ("半小时", 30),
        ("90分钟", 90),
        ("four hours and twenty minutes", 260),
        ("three quarters of an hour", 45),
    ],
)
def test_durations(text: str, minutes: float) -> None:
    assert read(text) == [("minutes", minutes)]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("¥1,300", [1300]),
        ("AU$25", [25]),
        ("€10–15", [10, 15]),
        ("100到200元", [100, 200]),
        ("5.5k USD", [5500]),
        ("1.2万元", [12000]),
        ("一千二百多元", [1200]),
        ("32,000 ISK", [32000]),
        ("每天325块一天", [325]),
    ],
)
def test_money(text: str, amounts: list[float]) -> None:
    assert [value for kind, value in read(text) if kind == "money"] == amounts


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("-5～4 °C", [("celsius", -5), ("celsius", 4)]),
        ("零下5℃", [("celsius", -5)]),
        ("59 °F", [("celsius", 15)]),
        ("11.6 km", [("metres", 11600)]),
        ("3–5 days", [("days", 3), ("days", 5)]),
        ("12月8日", [("date", 1208)]),
        ("March 9–10", [("date", 309), ("date", 310)]),
        ("11月到次年2月", [("month", 11), ("month", 12), ("month", 1), ("month", 2)]),
        ("9/10", [("score", 9)]),
        ("近三成", [("percent", 30)]),
        ("周一闭馆", [("weekday", 0)]),
        ("closed on Sundays", [("weekday", 6)]),
        ("人民公园9分，步行可到", [("score", 9)]),
    ],
)
def test_other_quantities(text: str, found: list[tuple[str, float]]) -> None:
    assert read(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "Day 2",
        "第二天",
        "第1站",
        "1. Go early",
        "坐2号线",
        "一起去吧",
        "便宜一点",
        "早一点到",
        "提醒两点：",
        "bus 38A",
        "24/7",
        "you may go",
        "the sun sat low",
    ],
)
def test_what_counts_nothing_is_no_quantity(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "value", "follows"),
    [
        ("about 3 hours", 170, True),
        ("about 3 hours", 150, False),
        ("3 hours", 165, False),
        ("about $420", 418.67, True),
        ("about $420", 400, False),
        ("$105", 104.67, True),
        ("不到7000元", 6825.2, True),
        ("不到7000元", 5000, False),
        ("3600多元", 3621.75, True),
        ("3600多元", 3720, False),
        ("just under $195", 194.7, True),
        ("20 °C", 20.3, True),
        ("20 °C", 22.0, False),
    ],
)
def test_the_wording_says_how_near_is_near_enough(text: str, value: float, follows: bool) -> None:
    (claim,) = quantities(text)

    assert agrees(claim, value) is follows
