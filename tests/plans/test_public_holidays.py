"""Holidays of lunar calendars: they may begin twice a year, and a month of fasting may lead into the next year."""

from datetime import date

import pytest

from travelagent.plans.public_holidays import begins, first_days, is_in_ramadan


def test_a_feast_may_begin_twice_a_year() -> None:
    assert begins("TR", 2033)["Eid al-Fitr"] == (date(2033, 1, 2), date(2033, 12, 23))
    assert first_days("TR", 2033)["Eid al-Fitr"] == date(2033, 1, 2)
    assert begins("IL", 2027)["Rosh Hashanah"] == (date(2027, 10, 2),)


@pytest.mark.parametrize(
    ("day", "fasting"),
    [
        (date(2027, 2, 7), False),
        (date(2027, 2, 8), True),
        (date(2027, 3, 8), True),
        (date(2027, 3, 9), False),
        (date(2032, 12, 15), True),
    ],
)
def test_ramadan_ends_with_the_feast(day: date, fasting: bool) -> None:
    assert is_in_ramadan(day) is fasting
