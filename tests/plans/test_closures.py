"""Days on which sights are closed: dates, spans of dates, and holidays that move."""

from datetime import date

import pytest

from travelagent.plans.closures import GROUPS, MOVABLE, Closure, movable, read_closures
from travelagent.plans.words import HOLIDAY_NAMES, closure_days, closure_name


@pytest.mark.parametrize(
    ("text", "closed", "open_"),
    [
        ("12-25", date(2026, 12, 25), date(2026, 12, 26)),
        ("02-29", date(2028, 2, 29), date(2027, 3, 1)),
        ("12-28..01-03", date(2027, 1, 3), date(2026, 12, 27)),
        ("12-28..01-03", date(2026, 12, 28), date(2027, 1, 4)),
        ("07-20..07-27", date(2026, 7, 27), date(2026, 7, 28)),
        ("thanksgiving", date(2026, 11, 26), date(2026, 11, 27)),
        ("thanksgiving", date(2027, 11, 25), date(2027, 11, 26)),
        ("good-friday", date(2027, 3, 26), date(2026, 3, 26)),
        ("easter-sunday", date(2026, 4, 5), date(2026, 4, 6)),
        ("easter-monday", date(2026, 4, 6), date(2026, 4, 5)),
        ("orthodox-good-friday", date(2026, 4, 10), date(2026, 4, 3)),
        ("orthodox-easter-sunday", date(2027, 5, 2), date(2027, 3, 28)),
        ("cny-eve", date(2026, 2, 16), date(2026, 2, 17)),
        ("cny-eve", date(2027, 2, 5), date(2027, 2, 6)),
        ("cny-1", date(2028, 1, 26), date(2028, 1, 25)),
        ("cny-2", date(2027, 2, 7), date(2027, 2, 6)),
        ("cny-3", date(2027, 2, 8), date(2027, 2, 7)),
        ("passover-1", date(2027, 4, 22), date(2027, 4, 23)),
        ("passover-8", date(2027, 4, 29), date(2027, 4, 28)),
        ("rosh-hashanah-2", date(2027, 10, 3), date(2027, 10, 4)),
        ("yom-kippur", date(2027, 10, 11), date(2027, 10, 12)),
        ("simchat-torah", date(2027, 10, 24), date(2027, 10, 23)),
        ("eid-al-fitr-1", date(2027, 3, 9), date(2027, 3, 10)),
        ("eid-al-fitr-1", date(2033, 12, 23), date(2033, 12, 24)),
        ("eid-al-fitr-1", date(2033, 1, 2), date(2033, 1, 1)),
        ("eid-al-adha-4", date(2027, 5, 19), date(2027, 5, 20)),
    ],
)
def test_a_day_is_in_a_closure_or_not(text: str, closed: date, open_: date) -> None:
    closure = Closure.read(text)
    assert closure.includes(closed)
    assert not closure.includes(open_)


@pytest.mark.parametrize("text", ["", "xmas", "12-32", "13-01", "25-12", "CNY-eve", "12-25..", "12-25 off"])
def test_what_is_no_closure_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"closure|month|day|isoformat"):
        Closure.read(text)


def test_one_bad_closure_among_good_ones_is_refused() -> None:
    assert len(read_closures("12-25|cny-eve")) == 2
    with pytest.raises(ValueError, match="newyear"):
        read_closures("12-25|newyear")


@pytest.mark.parametrize("year", range(2026, 2037))
def test_every_movable_holiday_has_a_date_and_a_name(year: int) -> None:
    dates = {name: movable(name, year) for name in MOVABLE}
    assert all(days and {day.year for day in days} == {year} for days in dates.values())
    assert MOVABLE.keys() == HOLIDAY_NAMES.keys()


def test_holidays_of_one_calendar_are_named_together() -> None:
    abroad, israel = read_closures("jewish-holidays"), read_closures("12-25|jewish-holidays-in-israel")
    assert {each.holiday for each in israel} - {""} < {each.holiday for each in abroad}
    assert {name for group in GROUPS.values() for name in group} <= MOVABLE.keys()
    assert [each.includes(date(2027, 4, 23)) for each in abroad].count(True) == 1
    assert not any(each.includes(date(2027, 4, 23)) for each in israel)


def test_closures_are_told_in_words() -> None:
    christmas, span, eve = read_closures("12-25|12-28..01-03|cny-eve")
    assert (closure_days(christmas).en, closure_days(christmas).zh) == ("25 December", "12月25日")
    assert (closure_days(span).en, closure_days(span).zh) == ("28 December–3 January", "12月28日至1月3日")
    assert [closure_name(each).en for each in (christmas, span, eve)] == [
        "holiday", "yearly closure", "Chinese New Year's Eve",
    ]  # fmt: skip
    assert [closure_name(each).zh for each in (christmas, span, eve)] == ["节假日", "年度闭馆", "除夕"]
