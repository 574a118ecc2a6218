"""The dates of the calendar that a text says, the next ones from today on: each rule of dates.toml with its reader."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from typing import Any, Final

from travelagent.assistant.lexer.festivals import next_festival
from travelagent.assistant.offline.reading.lexicon import ENGLISH_ORDINALS, blank, compiled, table
from travelagent.assistant.offline.values import MonthPart, Season
from travelagent.assistant.questions.numerals import count, place_in_order

THURSDAY: Final = 3
FRIDAY: Final = 4
SATURDAY: Final = 5
# A last day this far behind the first is none of the same trip.
LONGEST: Final = 90
LONGEST_MONTH: Final = 31
_MONTHS: Final = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_NAMES: Final = {**{m: n for n, m in enumerate(_MONTHS, 1)}, **{m[:3]: n for n, m in enumerate(_MONTHS, 1)}, "sept": 9}
WEEKDAYS_ZH: Final = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}
WEEKDAYS_EN: Final = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_WEEKDAY: Final = {day[:3]: number for number, day in enumerate(WEEKDAYS_EN)}
_PARTS: Final = {
    "<W>": r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)s?",
    "<M>": rf"(?:{'|'.join(sorted(_NAMES, key=len, reverse=True))})\.?",
    "<D>": r"\d{1,2}(?:st|nd|rd|th)?",
    "<Z>": r"(?:\d{1,2}|[一二两三四五六七八九十]{1,3})",
    "<TO>": r"\s*(?:-|–|~|到|至|to|till|until|through)\s*",
}


@dataclass(frozen=True, slots=True)
class When:
    """`days` is the length that a first and a last day make; `by_week` says that only a weekday named the date;
    `shift` moves the first day by so many days; `part` is that of the month in which a trip begins, `weekday` the day
    of the week on which it does (Monday 0); `impossible` a month and a day that no calendar has; `free` where the day
    is one's own beside work or other dates."""

    start: date | None = None
    end: date | None = None
    month: int | None = None
    season: Season | None = None
    days: int | None = None
    by_week: bool = False
    shift: int = 0
    part: MonthPart | None = None
    weekday: int | None = None
    impossible: tuple[int, int] | None = None
    free: bool = False

    @property
    def says_time(self) -> bool:
        """Whether a date, a month or a season is said."""
        return bool(self.start or self.month or self.season)


Found = tuple[When, int, int, int]
Reader = Callable[[re.Match[str], date], When | None]


def next_day(month: int, day: int, today: date, year: int | None = None) -> date | None:
    """The next such day from today on, or that of the given year; None where the calendar has none."""
    for candidate in (year,) if year else range(today.year, today.year + 5):
        try:
            found = date(candidate, month, day)
        except ValueError:
            continue
        if year or found >= today:
            return found
    return None


def _span(said: tuple[int, int], last: tuple[int, int] | None, today: date, year: int | None) -> When | None:
    """From a month and day to one after it."""
    first = next_day(*said, today, year)
    if first is None:
        return _impossible(*said)
    if last is None:
        return When(start=first, month=first.month)
    end = next_day(last[0], last[1], first)
    if end is None and (unfound := _impossible(*last)):
        return replace(unfound, start=first, month=first.month)
    if end is None or not 0 < (end - first).days < LONGEST:
        return When(start=first, month=first.month)
    return When(first, end, first.month, days=(end - first).days + 1)


def _impossible(month: int, day: int) -> When | None:
    """The month of a day that it does not have; None of numbers that are no date at all."""
    dated = 1 <= month <= len(_MONTHS) and 1 <= day <= LONGEST_MONTH
    return When(month=month, impossible=(month, day)) if dated else None


def _year(word: str | None, today: date) -> int | None:
    if not word:
        return None
    named = {"今": 0, "明": 1, "后": 2}
    return today.year + named[word[0]] if word[0] in named else int(word[:4])


def _chinese_day(match: re.Match[str], today: date) -> When | None:
    year, month, day, month_2, day_2 = match.groups()
    first_month, first_day = count(month), count(day)
    if not first_month or not first_day or first_month > 12:
        return None
    last = ((count(month_2) if month_2 else first_month) or first_month, count(day_2) or 0) if day_2 else None
    return _span((first_month, first_day), last, today, _year(year, today))


def _month(match: re.Match[str], today: date) -> When | None:
    name = match["month"].strip(".")
    month = _NAMES.get(name) or count(name)
    return When(month=month) if month and 1 <= month <= 12 else None


def _day_of_month(match: re.Match[str], today: date) -> When | None:
    return _days_of_month(count(match[1]), count(match[2]) if match[2] else None, today)


def _days_of_month(first: int | None, last: int | None, today: date) -> When | None:
    if not first or first > 31:
        return None
    start = numbered(first, today)
    if not last or last > 31:
        return When(start=start)
    end = numbered(last, start + timedelta(days=1))
    if (end - start).days > 31:
        # The first month has no such last day (28号到31号 in November): the later one is meant.
        start = end - timedelta(days=last - first)
    return When(start=start, end=end, days=(end - start).days + 1)


def numbered(day: int, start: date) -> date:
    """The first date from `start` on whose day of the month, 1 to 31, is this."""
    return next(d for d in (start + timedelta(days=n) for n in range(62)) if d.day == day)


def _weekday(today: date, weekday: int, next_week: int) -> date:
    """The weekday of this (0), the next (1) … Monday-to-Sunday week; a day already gone is the coming one."""
    monday = today - timedelta(days=today.weekday())
    found = monday + timedelta(days=weekday + 7 * next_week)
    return found if found >= today else found + timedelta(days=7)


def _chinese_weekday(match: re.Match[str], today: date) -> When | None:
    prefix, weekday = match[1] or "", match[2]
    number = SATURDAY if weekday == "末" else WEEKDAYS_ZH[weekday]
    if weekday == "末" and not prefix:
        return None
    return replace(on_day(_weekday(today, number, prefix.count("下"))), by_week=True)


def on_day(day: date) -> When:
    return When(start=day, month=day.month)


def _english_weekday(match: re.Match[str], today: date) -> When | None:
    if match["weekday"] == "weekend":
        first = _weekday(today, SATURDAY, 1 if match["which"] in ("next", "下") else 0)
    else:
        number = _WEEKDAY[match["weekday"][:3]]
        first = _weekday(today, number, 1) if "next" in match[0] else _coming(number, today)
    return replace(on_day(first), by_week=True)


def _weekend_of_month(match: re.Match[str], today: date) -> When | None:
    """The Saturday of a numbered weekend of a month, or of its last one."""
    name, which = match["month"].strip("."), match["which"]
    month = _NAMES.get(name) or count(name) or 0
    number = -1 if which in ("last", "最后一") else (place_in_order(which) or 1) - 1
    if not 1 <= month <= 12 or number > 3:
        return None
    saturdays = (_saturdays(year, month)[number] for year in (today.year, today.year + 1))
    return next((on_day(day) for day in saturdays if day >= today), None)


def _saturdays(year: int, month: int) -> list[date]:
    first = date(year, month, 1)
    days = (first + timedelta(days=n) for n in range((SATURDAY - first.weekday()) % 7, 31, 7))
    return [day for day in days if day.month == month]


def _coming(weekday: int, today: date) -> date:
    return today + timedelta(days=(weekday - today.weekday()) % 7 or 7)


def _weekday_span(match: re.Match[str], today: date) -> When | None:
    """From one weekday to the next such other one: Friday to Monday, 周五到周日."""
    which, first, second = match["which"] or "", match["first"], match["second"]
    if first in WEEKDAYS_ZH:
        start, last = _weekday(today, WEEKDAYS_ZH[first], which.count("下")), WEEKDAYS_ZH[second]
    else:
        number, last = _WEEKDAY[first[:3]], _WEEKDAY[second[:3]]
        start = _weekday(today, number, 1) if which == "next" else _coming(number, today)
    end = start + timedelta(days=(last - start.weekday()) % 7)
    return When(start, end, start.month, days=(end - start).days + 1, by_week=True) if end > start else None


def _lunar_day(match: re.Match[str], today: date) -> When | None:
    """A day of the first lunar month, 正月初三, and maybe a last one."""
    new_year = next_festival({"on": "Chinese New Year (Spring Festival)"}, today)
    first, last = count(match["day"]), count(match["day_2"]) if match["day_2"] else None
    if new_year is None or not first:
        return None
    start = new_year + timedelta(days=first - 1)
    if not last or last <= first:
        return on_day(start)
    return When(start, new_year + timedelta(days=last - 1), start.month, days=last - first + 1)


def _english_ordinal(match: re.Match[str], today: date) -> When | None:
    """A day of the month that is named by its ordinal alone, and maybe a last one: "the 3rd to the 8th"."""
    said = match.groupdict()
    return _days_of_month(_number(said["day"]), _number(said["day_2"]) if said.get("day_2") else None, today)


def _english_day(match: re.Match[str], today: date) -> When | None:
    g = match.groupdict()
    month = _NAMES[g["month"].strip(".")]
    last_month = _NAMES[g["month_2"].strip(".")] if g.get("month_2") else month
    last = (last_month, _number(g["day_2"])) if g.get("day_2") else None
    year = int(g["year"]) if g.get("year") else None
    return _span((month, _number(g["day"])), last, today, year)


def _number(day: str) -> int:
    """The number of `3rd`, `12`."""
    return ENGLISH_ORDINALS[day] if day in ENGLISH_ORDINALS else int(day.rstrip("stndrh"))


def _iso(match: re.Match[str], today: date) -> When | None:
    year, month, day = (int(part) for part in match.groups())
    found = next_day(month, day, today, year)
    return on_day(found) if found else _impossible(month, day)


def _months_ahead(number: int) -> Reader:
    return lambda match, today: When(month=(today.month - 1 + number) % 12 + 1)


def _weeks_ahead(match: re.Match[str], today: date) -> When | None:
    """The Monday of the next week, or of the one after that (下下周)."""
    return replace(on_day(_weekday(today, 0, max(1, match[0].count("下")))), by_week=True)


def _days_ahead(number: int, days: int = 1) -> Reader:
    """The day so many days from today, with those behind it that make up so many days."""

    def read(_match: re.Match[str], today: date) -> When:
        first = today + timedelta(days=number)
        return on_day(first) if days == 1 else replace(on_day(first), end=first + timedelta(days=days - 1), days=days)

    return read


_READERS: Final[Mapping[str, Reader]] = {
    "iso": _iso,
    "chinese_day": _chinese_day,
    "day_of_month": _day_of_month,
    "month": _month,
    "chinese_weekday": _chinese_weekday,
    "english_day": _english_day,
    "english_weekday": _english_weekday,
    "english_ordinal": _english_ordinal,
    "weekday_span": _weekday_span,
    "weekend_of_month": _weekend_of_month,
    "lunar_day": _lunar_day,
    "weeks_ahead": _weeks_ahead,
}


@cache
def _rules() -> tuple[tuple[re.Pattern[str], Reader], ...]:
    """The rules of the calendar with their readers."""

    def reader(row: dict[str, Any]) -> Reader:
        if row["how"] == "months_ahead":
            return _months_ahead(row["ahead"])
        return _days_ahead(row["ahead"], row.get("days", 1)) if row["how"] == "days_ahead" else _READERS[row["how"]]

    return tuple((compiled([spelt(row["say"])]), reader(row)) for row in table("dates")["calendar"])


def spelt(rule: str) -> str:
    """A rule with the calendar's shared parts written out."""
    for name, part in _PARTS.items():
        rule = rule.replace(name, part)
    return rule


_WEEKDAY_READERS: Final = (_chinese_weekday, _english_weekday, _weekday_span)


def dates_said(rest: str, today: date, opening: bool) -> Iterator[Found]:
    """Every date said: where its words begin, where the date itself does, where it ends; a span belongs to the first
    rule that reads it."""
    for regex, reader in _rules():
        for match in regex.finditer(rest):
            found = reader(match, today)
            if found is None:
                continue
            rest = blank(rest, match.start(), match.end())
            if not (opening and reader in _WEEKDAY_READERS):
                named = next(
                    (match.start(name) for name in ("day", "weekday") if name in match.groupdict()), match.start()
                )
                yield found, match.start(), named, match.end()
