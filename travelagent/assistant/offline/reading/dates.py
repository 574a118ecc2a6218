"""When: the first and last day, the month and the season that a message says.

Dates are the next ones from today on. A part of a month (mid-March, 六月初) says the month; a festival its next
first day; a month that is asked for (几月去好), a weekday of opening hours and a season inside a name say nothing.
What is read is blanked out, so that its numbers are no lengths and no counts.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from typing import Any, Final

from travelagent.assistant.offline.reading.festivals import next_festival
from travelagent.assistant.offline.reading.lexicon import ENGLISH_ORDINALS, blank, compiled, corrects, pattern, table
from travelagent.assistant.offline.reading.numerals import count, place_in_order
from travelagent.assistant.offline.values import MonthPart, Season

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
_WEEKDAYS_ZH: Final = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}
_WEEKDAYS_EN: Final = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_WEEKDAY: Final = {day[:3]: number for number, day in enumerate(_WEEKDAYS_EN)}
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
    of the week on which it does (Monday 0); `impossible` a month and a day that no calendar has."""

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
    start = _numbered(first, today)
    if not last or last > 31:
        return When(start=start)
    end = _numbered(last, start + timedelta(days=1))
    if (end - start).days > 31:
        # The first month has no such last day (28号到31号 in November): the later one is meant.
        start = end - timedelta(days=last - first)
    return When(start=start, end=end, days=(end - start).days + 1)


def _numbered(day: int, start: date) -> date:
    """The first date from `start` on whose day of the month, 1 to 31, is this."""
    return next(d for d in (start + timedelta(days=n) for n in range(62)) if d.day == day)


def _weekday(today: date, weekday: int, next_week: int) -> date:
    """The weekday of this (0), the next (1) … Monday-to-Sunday week; a day already gone is the coming one."""
    monday = today - timedelta(days=today.weekday())
    found = monday + timedelta(days=weekday + 7 * next_week)
    return found if found >= today else found + timedelta(days=7)


def _chinese_weekday(match: re.Match[str], today: date) -> When | None:
    prefix, weekday = match[1] or "", match[2]
    number = SATURDAY if weekday == "末" else _WEEKDAYS_ZH[weekday]
    if weekday == "末" and not prefix:
        return None
    return replace(_on(_weekday(today, number, prefix.count("下"))), by_week=True)


def _on(day: date) -> When:
    return When(start=day, month=day.month)


def _english_weekday(match: re.Match[str], today: date) -> When | None:
    if match["weekday"] == "weekend":
        first = _weekday(today, SATURDAY, 1 if match["which"] in ("next", "下") else 0)
    else:
        number = _WEEKDAY[match["weekday"][:3]]
        first = _weekday(today, number, 1) if "next" in match[0] else _coming(number, today)
    return replace(_on(first), by_week=True)


def _weekend_of_month(match: re.Match[str], today: date) -> When | None:
    """The Saturday of a numbered weekend of a month, or of its last one."""
    name, which = match["month"].strip("."), match["which"]
    month = _NAMES.get(name) or count(name) or 0
    number = -1 if which in ("last", "最后一") else (place_in_order(which) or 1) - 1
    if not 1 <= month <= 12 or number > 3:
        return None
    saturdays = (_saturdays(year, month)[number] for year in (today.year, today.year + 1))
    return next((_on(day) for day in saturdays if day >= today), None)


def _saturdays(year: int, month: int) -> list[date]:
    first = date(year, month, 1)
    days = (first + timedelta(days=n) for n in range((SATURDAY - first.weekday()) % 7, 31, 7))
    return [day for day in days if day.month == month]


def _coming(weekday: int, today: date) -> date:
    return today + timedelta(days=(weekday - today.weekday()) % 7 or 7)


def _weekday_span(match: re.Match[str], today: date) -> When | None:
    """From one weekday to the next such other one: Friday to Monday, 周五到周日."""
    which, first, second = match["which"] or "", match["first"], match["second"]
    if first in _WEEKDAYS_ZH:
        start, last = _weekday(today, _WEEKDAYS_ZH[first], which.count("下")), _WEEKDAYS_ZH[second]
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
        return _on(start)
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
    return _on(found) if found else _impossible(month, day)


def _months_ahead(number: int) -> Reader:
    return lambda match, today: When(month=(today.month - 1 + number) % 12 + 1)


def _weeks_ahead(match: re.Match[str], today: date) -> When | None:
    """The Monday of the next week, or of the one after that (下下周)."""
    return replace(_on(_weekday(today, 0, max(1, match[0].count("下")))), by_week=True)


def _days_ahead(number: int) -> Reader:
    return lambda match, today: _on(today + timedelta(days=number))


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
        return _days_ahead(row["ahead"]) if row["how"] == "days_ahead" else _READERS[row["how"]]

    return tuple((compiled([_spelt(row["say"])]), reader(row)) for row in table("dates")["calendar"])


def _spelt(rule: str) -> str:
    """A rule with the calendar's shared parts written out."""
    for name, part in _PARTS.items():
        rule = rule.replace(name, part)
    return rule


@cache
def _after_last_day() -> re.Pattern[str]:
    """What stands behind a last day."""
    return compiled([_spelt(rule) for rule in table("dates")["last"]["after"]])


_WEEKDAY_READERS: Final = (_chinese_weekday, _english_weekday, _weekday_span)
# Words that say a last day behind a first one, and a first day without.
_GOING: Final = re.compile(r"leav|depart|fly|takes? off|走")
_KEEPS_LENGTH: Final = re.compile(r"(周末|weekend)$")


def read_dates(rest: str, today: date) -> tuple[When, str]:
    """When, and the text without what said so."""
    part = _month_part(rest)
    festival, rest = _festival(rest, today)
    shift, rest = _shift(rest)
    opening = pattern("dates", "opening", "rules").search(rest) is not None
    when = When(shift=shift)
    dates = _without_corrected(list(_calendar(rest, today, opening)), rest)
    for found, start, said, end in _with_free_day(dates, rest):
        begun = when.start or festival.start
        ends = _says_last_day(rest, (start, said, end), begun=begun is not None)
        if ends and found.start and found.days is None:
            when = _ended(when if when.start else replace(when, start=festival.start), found)
        else:
            when = _joined(when, found, today)
        weekend = _KEEPS_LENGTH.search(rest[start:end])
        rest = blank(rest, start, end - len(weekend[1]) if weekend else end)
    if when.start is None and festival.start:
        when = replace(when, start=festival.start, month=festival.month)
    return _with_season(replace(when, part=part if when.month and not when.start else None), rest)


def _without_corrected(dates: list[Found], rest: str) -> list[Found]:
    """The dates of a text, of which those say nothing that are given up, or that a later one takes back."""
    given_up = {start for _, start, _, _ in dates if pattern("dialogue", "not_this").search(rest[:start][-24:])}
    said = [(start, said) for _, start, said, _ in dates if start not in given_up]
    first = min(said, default=(0, 0))[0]
    last = max((a for a, b in said if a > first and (corrects(rest[:a]) or corrects(rest[:b]))), default=0)
    meant = [start >= last and start not in given_up for _, start, _, _ in dates]
    return [
        (found if holds else When(), start, said, end)
        for holds, (found, start, said, end) in zip(meant, dates, strict=True)
    ]


def _with_free_day(dates: list[Found], rest: str) -> list[Found]:
    """The dates of a text, of which only that of a free day says anything where there is one: the others are those of
    what fills the other days. A mere day of the week follows them."""
    free = [n for n, (_, start, _, end) in enumerate(dates) if _is_free(rest[:start], rest[end:])]
    if not free:
        return dates
    others = [dates[n] for n in range(len(dates)) if n not in free]
    return [
        (_behind(when, others, start) if n in free else When(), start, said, end)
        for n, (when, start, said, end) in enumerate(dates)
    ]


def _is_free(before: str, after: str) -> bool:
    """Whether what stands around a date tells that one is free on it."""
    said = pattern("dates", "free_day", "before").search(before[-40:])
    return bool(said or pattern("dates", "free_day", "after").search(after[:40]))


def _behind(found: When, others: list[Found], at: int) -> When:
    """A mere day of the week as the first such one that is not before the other dates that are said before it."""
    last = max((when.start for when, start, _, _ in others if when.start and start < at), default=None)
    if not found.by_week or found.start is None or last is None or last <= found.start:
        return found
    return replace(_on(found.start + timedelta(weeks=-((found.start - last).days // 7))), by_week=True)


def _says_last_day(rest: str, span: tuple[int, int, int], *, begun: bool) -> bool:
    """Whether what stands beside a date makes it the last day; `span` is where its words begin, where the date itself
    does, and where it ends. Of a word of going, that takes a first day before it or a ride that is the one home."""
    start, said, end = span
    before = rest[max(0, start - 40) : said]
    last = pattern("dates", "last", "before").search(before[-(said - start + 30) :])
    last = last or pattern("dates", "last", "before").search(before[: len(before) - (said - start)])
    last = last or _after_last_day().search(rest[end : end + 16])
    if last is None:
        return False
    return begun or _GOING.search(last[0]) is None or pattern("dates", "last", "ride_home").search(before) is not None


def _month_part(rest: str) -> MonthPart | None:
    """The part of a month that is said, the first where several are."""
    parts: tuple[MonthPart, ...] = ("beginning", "middle", "end")
    found = {part: match.start() for part in parts if (match := _part_of_month(part).search(rest))}
    return min(found, key=lambda part: found[part], default=None)


@cache
def _part_of_month(part: MonthPart) -> re.Pattern[str]:
    return compiled([_spelt(rule) for rule in table("dates")["month_part"][part]])


def _shift(rest: str) -> tuple[int, str]:
    """How many days later or earlier the trip shall begin, and the text without that."""
    for name, sign in (("later", 1), ("earlier", -1)):
        match = pattern("dates", "shift", name).search(rest)
        if match:
            said = {key[0]: value for key, value in match.groupdict().items() if value}
            number = 1 if said.get("n", "a") in ("a", "an") else count(said["n"]) or 1
            return sign * number * (7 if said["u"][0] in "w周星礼" else 1), blank(rest, *match.span())
    return 0, rest


def _ended(when: When, last: When) -> When:
    """With a last day and the length that both days make; a day without a month is the next one after the first."""
    end = last.start
    assert end is not None
    if when.start is None:
        return replace(when, end=end, by_week=last.by_week)
    if last.month is None:
        end = _numbered(end.day, when.start)
    elif last.by_week:
        end += timedelta(days=-((end - when.start).days // 7) * 7)
    elif end < when.start:
        end = next_day(end.month, end.day, when.start) or end
    days = (end - when.start).days + 1
    return replace(when, end=end, days=days) if 1 < days <= LONGEST else when


def _calendar(rest: str, today: date, opening: bool) -> Iterator[Found]:
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


def _joined(said: When, found: When, today: date) -> When:
    """What was said first stands; later finds fill what is open. A full date takes the month's place, but of weekdays
    in a month that was said only the first one and the length count."""
    said = replace(said, impossible=said.impossible or found.impossible)
    if said.start is None and found.start is not None:
        if said.month and found.by_week:
            return replace(said, days=said.days or found.days, weekday=found.start.weekday())
        end, days = (said.end, None) if found.end is None else (found.end, found.days)
        if said.end and found.end is None and found.start < said.end:
            days = (said.end - found.start).days + 1
        return replace(found, season=said.season, end=end, days=days, shift=said.shift, impossible=said.impossible)
    if said.month is None and found.month is not None and found.start is None:
        return in_month(said, found.month, today) if said.start else replace(said, month=found.month)
    return said


def in_month(when: When, month: int, today: date) -> When:
    """Days that were said by their numbers alone, moved to the month that was said with them."""
    assert when.start is not None
    start = next_day(month, when.start.day, today)
    if start is None:
        return when
    end = start + (when.end - when.start) if when.end else None
    return replace(when, start=start, end=end, month=month)


def _festival(rest: str, today: date) -> tuple[When, str]:
    """The first festival named, unless it is an attribute of something else."""
    first: tuple[int, date] | None = None
    blanked = rest
    for festival in _festivals():
        for match in festival[0].finditer(blanked):
            day = next_festival(festival[1], today)
            blanked = blank(blanked, match.start(), match.end())
            attribute = pattern("dates", "attribute").search(rest[match.end() :])
            if day and not attribute and (first is None or match.start() < first[0]):
                first = match.start(), day
    return (_on(first[1]) if first else When()), blanked


@cache
def _festivals() -> tuple[tuple[re.Pattern[str], dict[str, Any]], ...]:
    return tuple((compiled(row["say"]), row) for row in table("dates")["festival"])


def _with_season(when: When, rest: str) -> tuple[When, str]:
    seasons: set[Season] = set()
    names: tuple[Season, ...] = ("spring", "summer", "autumn", "winter")
    asked = pattern("dates", "season_is_asked", "rules").search(rest) is not None
    for season in names:
        for match in pattern("dates", "seasons", season).finditer(rest):
            seasons.add(season)
            rest = blank(rest, match.start(), match.end())
    if len(seasons) == 1 and not asked:
        when = replace(when, season=seasons.pop())
    return when, rest
