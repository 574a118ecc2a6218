"""Days on which a sight is closed whatever its opening hours say: dates, spans of dates, and movable holidays.

Written as in the catalogue: `12-25`, `12-28..01-03` (a span, which may go on into the next year), or the name of a
holiday that falls on another date each year, one of `MOVABLE`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from types import MappingProxyType
from typing import NamedTuple, Self

from travelagent.plans.public_holidays import first_days

MonthDay = tuple[int, int]
LEAP_YEAR = 2024
_WRITTEN = re.compile(r"(\d\d-\d\d)(?:\.\.(\d\d-\d\d))?")


class HolidayRule(NamedTuple):
    """So many days after the first day of a country's public holiday, by its English name in the `holidays` package."""

    country: str
    holiday: str
    later: int = 0


_SPRING_FESTIVAL, _PASCHA = "Chinese New Year (Spring Festival)", "Easter Monday"
MOVABLE: Mapping[str, HolidayRule] = MappingProxyType({
    "thanksgiving": HolidayRule("US", "Thanksgiving Day"),
    "good-friday": HolidayRule("DE", "Good Friday"),
    "easter-sunday": HolidayRule("DE", "Easter Monday", -1),
    "easter-monday": HolidayRule("DE", "Easter Monday"),
    "orthodox-good-friday": HolidayRule("GR", _PASCHA, -3),
    "orthodox-easter-sunday": HolidayRule("GR", _PASCHA, -1),
    "cny-eve": HolidayRule("CN", _SPRING_FESTIVAL, -1),
    "cny-1": HolidayRule("CN", _SPRING_FESTIVAL),
    "cny-2": HolidayRule("CN", _SPRING_FESTIVAL, 1),
    "cny-3": HolidayRule("CN", _SPRING_FESTIVAL, 2),
})  # fmt: skip
"""The movable holidays that a closure may name. Easter is that of the western churches unless it says otherwise."""


@dataclass(frozen=True, slots=True)
class Closure:
    """Days of every year on which a sight is closed: from `first` to `last`, both as (month, day) and included, or the
    `holiday` of that name."""

    first: MonthDay = (0, 0)
    last: MonthDay = (0, 0)
    holiday: str = ""

    @classmethod
    def read(cls, text: str) -> Self:
        """The closure that is written so. Raises ValueError."""
        if text in MOVABLE:
            return cls(holiday=text)
        if (dates := _WRITTEN.fullmatch(text)) is None:
            raise ValueError(f"unknown closure {text!r}: no date, no span of dates, none of {', '.join(MOVABLE)}")
        first = _month_day(dates[1])
        return cls(first, _month_day(dates[2]) if dates[2] else first)

    @property
    def is_span(self) -> bool:
        """Whether it lasts for more than a day."""
        return self.first != self.last

    def includes(self, day: date) -> bool:
        """Whether the sight is closed on that day."""
        if self.holiday:
            return day == movable(self.holiday, day.year)
        at = (day.month, day.day)
        if self.first <= self.last:
            return self.first <= at <= self.last
        return at >= self.first or at <= self.last


def read_closures(text: str) -> tuple[Closure, ...]:
    """Several of them with `|` between. Raises ValueError."""
    return tuple(Closure.read(each) for each in text.split("|"))


def movable(holiday: str, year: int) -> date | None:
    """The date of a movable holiday in that year, None where it is not known."""
    rule = MOVABLE[holiday]
    first = first_days(rule.country, year).get(rule.holiday)
    return first + timedelta(days=rule.later) if first else None


def _month_day(text: str) -> MonthDay:
    day = date.fromisoformat(f"{LEAP_YEAR}-{text}")
    return day.month, day.day
