"""Festivals fall on their next date, whichever calendar they belong to."""

from datetime import date

import pytest

from travelagent.assistant.embedded.understanding import understand_turns


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("元旦去北京", "2027-01-01"),
        ("春节去北京", "2027-02-06"),
        ("元宵去北京", "2027-02-20"),
        ("Rome at Easter", "2027-03-28"),
        ("清明去北京", "2027-04-05"),
        ("五一去北京", "2027-05-01"),
        ("端午去北京", "2027-06-09"),
        ("七夕去北京", "2027-08-08"),
        ("中秋去北京", "2027-09-15"),
        ("十一去北京", "2027-10-01"),
        ("Thanksgiving in Boston", "2026-11-26"),
        ("Christmas in Prague", "2026-12-25"),
        ("Valentine's in Paris", "2027-02-14"),
        ("Chinese New Year in Harbin", "2027-02-06"),
        ("4 days in Rio for Carnival", "2027-02-05"),
        ("去里约狂欢节玩四天", "2027-02-05"),
        ("New Orleans at Mardi Gras", "2027-02-09"),
        ("3 days in Edinburgh for the Fringe Festival", "2027-08-06"),
        ("去爱丁堡国际艺术节", "2027-08-06"),
        ("Delhi at Diwali", "2027-10-29"),
        ("3 days in Edinburgh during the festival", "2027-08-06"),
        ("爱丁堡艺术节期间去爱丁堡玩三天", "2027-08-06"),
        ("4 days in Kyoto for the Gion Matsuri", "2027-07-17"),
        ("去京都看祇园祭，四天", "2027-07-17"),
    ],
)
def test_a_festival_is_its_next_date(text: str, day: str) -> None:
    assert understand_turns([text], date(2026, 11, 21)).brief.dates.start == date.fromisoformat(day)


@pytest.mark.parametrize("year", range(2026, 2035))
def test_the_seventh_evening_is_a_month_and_a_week_before_mid_autumn(year: int) -> None:
    """7th of the 7th to the 15th of the 8th month: 37 or 38 days, as the 7th month has 29 or 30."""
    day = date(year, 7, 15)
    evening = understand_turns(["七夕去北京"], day).brief.dates.start
    autumn = understand_turns(["中秋去北京"], day).brief.dates.start
    assert evening is not None
    assert autumn is not None
    assert (autumn - evening).days in (37, 38)


@pytest.mark.parametrize("text", ["五一路怎么走", "Prague's Christmas markets", "十一个人去北京", "Easter Island"])
def test_its_name_inside_another_says_no_date(text: str) -> None:
    assert understand_turns([text], date(2026, 11, 21)).brief.dates.start is None
