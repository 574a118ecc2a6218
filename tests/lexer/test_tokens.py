"""Texts and the typed tokens that they consist of, in both languages."""

from datetime import date

import pytest

from travelagent.assistant.lexer.lexer import lexed
from travelagent.assistant.lexer.tokens import SpanValue, Token

TODAY = date(2026, 11, 21)


def typed(text: str) -> list[Token]:
    return [token for token in lexed(text, TODAY).tokens if token.type not in ("word", "han", "mark", "number")]


def shown(text: str) -> list[tuple[str, str]]:
    return [(token.type, token.text) for token in typed(text)]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("11月12号到16号", [(11, 12), (11, 16)]),
        ("3月14号比赛，12号到，16号走", [(3, 14), (3, 12), (3, 16)]),
        ("3月19-21去香港", [(3, 19), (3, 21)]),
        ("2026年12月1日~12月5日", [(12, 1), (12, 5)]),
        ("2026-12-01至2026-12-05", [(12, 1), (12, 5)]),
        ("Nov 12-16, 2026", [(11, 12), (11, 16)]),
        ("from 12 to 16 November", [(11, 12), (11, 16)]),
        ("the 3rd to the 8th of May", [(5, 3), (5, 8)]),
        ("Mon 5 April to Fri 9 April 2027", [(4, 5), (4, 9)]),
        ("5月1日（周六）出发", [(5, 1)]),
        ("10/3 to 10/9", [(10, 3), (10, 9)]),
    ],
)
def test_a_date_is_read_with_the_month_that_is_written_once(text: str, days: list[tuple[int, int]]) -> None:
    dates = [token for token in typed(text) if token.type == "date"]
    assert [(token.value.month, token.value.day) for token in dates] == days


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("元旦去曼谷，1号到5号", [(1, 1), (1, 5)]),
        ("国庆去西安，30号到3号", [(9, 30), (10, 3)]),
        ("Christmas, 27th to 2nd", [(12, 27), (1, 2)]),
    ],
)
def test_days_near_a_festival_take_its_month(text: str, days: list[tuple[int, int]]) -> None:
    dates = [token for token in typed(text) if token.form == "day"]
    assert [(token.value.month, token.value.day) for token in dates] == days


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("下周五", "weekday"),
        ("next Friday", "weekday"),
        ("周末", "weekend"),
        ("this weekend", "weekend"),
        ("国庆", "festival"),
        ("over Easter", "festival"),
        ("四月中旬", "month"),
        ("early June", "month"),
        ("明年三月", "month"),
        ("暑假", "season"),
        ("in the spring", "season"),
        ("后天", "relative"),
        ("tomorrow", "relative"),
        ("8号走", "day_of_month"),
    ],
)
def test_what_is_no_full_date_has_its_form(text: str, form: str) -> None:
    assert [token.form for token in typed(text) if token.type == "date"] == [form]


@pytest.mark.parametrize(
    ("text", "value", "days"),
    [
        ("三天", SpanValue(3, "day"), 3),
        ("三天两晚", SpanValue(3, "day", 2), 3),
        ("两晚三天", SpanValue(3, "day", 2), 3),
        ("住两晚", SpanValue(2, "night"), 3),
        ("一周", SpanValue(1, "week"), 7),
        ("两三天", SpanValue(3, "day"), 3),
        ("3到5天", SpanValue(5, "day"), 5),
        ("一个半小时", SpanValue(1.5, "hour"), 1),
        ("a week", SpanValue(1, "week"), 7),
        ("3 days and 2 nights", SpanValue(3, "day", 2), 3),
        ("six nights", SpanValue(6, "night"), 7),
        ("a 4-day trip", SpanValue(4, "day"), 4),
        ("2-3 days", SpanValue(3, "day"), 3),
        ("half an hour", SpanValue(0.5, "hour"), 1),
    ],
)
def test_a_length_of_time_keeps_its_unit_and_makes_days(text: str, value: SpanValue, days: int) -> None:
    (span,) = (token.value for token in typed(text) if token.type == "span")
    assert (span, span.days) == (value, days)


@pytest.mark.parametrize(
    ("text", "minutes", "sure"),
    [
        ("上午10点", 600, True),
        ("下午3点半", 930, True),
        ("晚上12点", 0, True),
        ("中午12点", 720, True),
        ("8点一刻", 495, False),
        ("18:20", 1100, True),
        ("9：30", 570, False),
        ("10am", 600, True),
        ("6:40 pm", 1120, True),
        ("12am", 0, True),
        ("noon", 720, True),
        ("half past six", 390, False),
        ("arriving around 1.30 in the afternoon", 810, True),
        ("flying home at 9 in the evening", 1260, True),
        ("5.40 in the morning", 340, True),
    ],
)
def test_a_clock_time_is_minutes_since_midnight(text: str, minutes: int, sure: bool) -> None:
    (value,) = (token.value for token in typed(text) if token.type == "clock")
    assert (value.minutes, value.sure) == (minutes, sure)


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("8000", 8000, None),
        ("8k左右", 8000, None),
        ("3w5", 35000, None),
        ("两万五", 25000, None),
        ("三四千", 4000, None),
        ("5000到8000元", 8000, "CNY"),
        ("$3,000", 3000, "USD"),
        ("€800 per person", 800, "EUR"),
        ("between 240 and 290 yuan", 290, "CNY"),
        ("budget 2000", 2000, None),
        ("two thousand pounds", 2000, "GBP"),
    ],
)
def test_an_amount_of_money_has_its_currency_where_one_is_written(text: str, amount: float, currency: str) -> None:
    (value,) = (token.value for token in typed(text) if token.type == "money")
    assert (value.amount, value.currency) == (amount, currency)


@pytest.mark.parametrize("text", ["2023年装修的酒店", "renovated in 2025", "一块玩"])
def test_a_year_is_no_amount(text: str) -> None:
    assert "money" not in {token.type for token in typed(text)}


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("带爸妈和5岁的娃", [("person", "爸妈"), ("age", "5岁"), ("person", "娃")]),
        ("两大一小", [("count", "两大"), ("count", "一小")]),
        ("2 adults and 1 child (4)", [("count", "2 adults"), ("count", "1 child"), ("age", "(4)")]),
        ("a family of four", [("count", "family of four")]),
        ("make it five", [("numeral", "five")]),
        ("改成五天", [("span", "五天")]),
        ("第二天上午", [("day", "第二天"), ("part", "上午")]),
        ("on day 2 in the evening", [("day", "day 2"), ("part", "evening")]),
        ("坐高铁", [("mode", "高铁")]),
        ("no flights", [("mode", "flights")]),
        ("不吃辣", [("diet", "不吃辣")]),
        ("台阶太多", [("need", "台阶太多")]),
        ("饭菜不要太辣", [("diet", "不要太辣")]),
        ("I can't really do that many stairs", [("need", "can't really do that many stairs")]),
        ("we are vegan", [("diet", "vegan")]),
        ("膝盖不好", [("need", "膝盖不好")]),
        ("爱看博物馆", [("kind", "博物馆")]),
        ("五星酒店", [("tier", "五星")]),
    ],
)
def test_people_and_tastes_are_words_of_the_lexicons(text: str, tokens: list[tuple[str, str]]) -> None:
    assert shown(text) == tokens


@pytest.mark.parametrize(
    ("text", "cities", "form", "place"),
    [
        ("去西安", (), "city", "xian"),
        ("云南", (), "region", "Yunnan"),
        ("Portugal", (), "country", "PT"),
        ("故宫", (), "sight", "beijing/forbidden-city"),
        ("国博", ("beijing",), "sight", "beijing/national-museum"),
        ("住新街口附近", ("nanjing",), "quarter", "nanjing"),
        ("why that day for sintra?", ("lisbon",), "sight", "lisbon/sintra-pena-palace"),
    ],
)
def test_a_place_is_its_id(text: str, cities: tuple[str, ...], form: str, place: str) -> None:
    (token,) = (token for token in lexed(text, TODAY, cities).tokens if token.type == "place")
    assert (token.form, token.value.id) == (form, place)


@pytest.mark.parametrize("text", ["", "   ", "。。。", "🙂🙂", "\x00\x01", "a" * 5000, "1,2,3,4,5," * 400, "到" * 3000])
def test_tokens_cover_the_text_in_order_without_overlaps(text: str) -> None:
    found = lexed(text, TODAY)
    ends = [0]
    for token in found.tokens:
        assert ends[-1] <= token.start < token.end <= len(found.text)
        ends.append(token.end)
    covered = "".join(found.text[token.start : token.end] for token in found.tokens)
    assert "".join(covered.split()) in "".join(found.text.split())
