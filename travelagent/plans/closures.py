"""Days on which a sight is closed whatever its opening hours say: dates, spans of dates, and movable holidays.

Written as in the catalogue: `12-25`, `12-28..01-03` (a span, which may go on into the next year), the name of a
holiday that falls on another date each year, one of `MOVABLE`, or that of several of them, one of `GROUPS`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from types import MappingProxyType
from typing import NamedTuple, Self

from travelagent.plans.public_holidays import begins

MonthDay = tuple[int, int]
LEAP_YEAR = 2024
_WRITTEN = re.compile(r"(\d\d-\d\d)(?:\.\.(\d\d-\d\d))?")


class HolidayRule(NamedTuple):
    """So many days after the first day of a country's public holiday, by its English name in the `holidays` package."""

    country: str
    holiday: str
    later: int = 0


_SPRING_FESTIVAL, _PASCHA = "Chinese New Year (Spring Festival)", "Easter Monday"
_SHEMINI_ATZERET = "Simchat Torah / Shemini Atzeret"
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
    "passover-1": HolidayRule("IL", "Pesach"),
    "passover-2": HolidayRule("IL", "Pesach", 1),
    "passover-7": HolidayRule("IL", "Seventh day of Pesach"),
    "passover-8": HolidayRule("IL", "Seventh day of Pesach", 1),
    "shavuot-1": HolidayRule("IL", "Shavuot"),
    "shavuot-2": HolidayRule("IL", "Shavuot", 1),
    "rosh-hashanah-1": HolidayRule("IL", "Rosh Hashanah"),
    "rosh-hashanah-2": HolidayRule("IL", "Rosh Hashanah", 1),
    "yom-kippur": HolidayRule("IL", "Yom Kippur"),
    "sukkot-1": HolidayRule("IL", "Sukkot"),
    "sukkot-2": HolidayRule("IL", "Sukkot", 1),
    "shemini-atzeret": HolidayRule("IL", _SHEMINI_ATZERET),
    "simchat-torah": HolidayRule("IL", _SHEMINI_ATZERET, 1),
    "eid-al-fitr-1": HolidayRule("TR", "Eid al-Fitr"),
    "eid-al-fitr-2": HolidayRule("TR", "Eid al-Fitr", 1),
    "eid-al-fitr-3": HolidayRule("TR", "Eid al-Fitr", 2),
    "eid-al-adha-1": HolidayRule("TR", "Eid al-Adha"),
    "eid-al-adha-2": HolidayRule("TR", "Eid al-Adha", 1),
    "eid-al-adha-3": HolidayRule("TR", "Eid al-Adha", 2),
    "eid-al-adha-4": HolidayRule("TR", "Eid al-Adha", 3),
})  # fmt: skip
"""The movable holidays that a closure may name. Easter is that of the western churches unless named otherwise, Jewish
holidays begin on the evening before, Islamic ones are those of Turkey, which fixes them ahead."""
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "jewish-holidays-in-israel": (
        "passover-1", "passover-7", "shavuot-1", "rosh-hashanah-1", "rosh-hashanah-2", "yom-kippur", "sukkot-1",
        "shemini-atzeret",
    ),
    "jewish-holidays": (
        "passover-1", "passover-2", "passover-7", "passover-8", "shavuot-1", "shavuot-2", "rosh-hashanah-1",
        "rosh-hashanah-2", "yom-kippur", "sukkot-1", "sukkot-2", "shemini-atzeret", "simchat-torah",
    ),
    "eid-al-fitr": ("eid-al-fitr-1", "eid-al-fitr-2", "eid-al-fitr-3"),
    "eid-al-adha": ("eid-al-adha-1", "eid-al-adha-2", "eid-al-adha-3", "eid-al-adha-4"),
})  # fmt: skip
"""Holidays on which one is closed together: the days of rest of the Jewish year, which are more outside of Israel, and
all days of the two feasts of Islam."""


@dataclass(frozen=True, slots=True)
class Closure:
    """Days of every year on which a sight is closed: from `first` to `last`, both as (month, day) and included, or the
    `holiday` of that name."""

    first: MonthDay = (0, 0)
    last: MonthDay = (0, 0)
    holiday: str = ""

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a closure as it is written in the data. Raises ValueError."""
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
        """Return whether the sight is closed on that day."""
        if self.holiday:
            return day in movable(self.holiday, day.year)
        at = (day.month, day.day)
        if self.first <= self.last:
            return self.first <= at <= self.last
        return at >= self.first or at <= self.last


def read_closures(text: str) -> tuple[Closure, ...]:
    """Read several closures with `|` between. Raises ValueError."""
    return tuple(Closure.read(name) for each in text.split("|") for name in GROUPS.get(each, (each,)))


def movable(holiday: str, year: int) -> tuple[date, ...]:
    """Return the dates of a movable holiday that begins in that year, none where they are not known."""
    rule = MOVABLE[holiday]
    return tuple(first + timedelta(days=rule.later) for first in begins(rule.country, year).get(rule.holiday, ()))


def _month_day(text: str) -> MonthDay:
    day = date.fromisoformat(f"{LEAP_YEAR}-{text}")
    return day.month, day.day
