"""Dates as they are written, part by part: 11月12号, Nov 12 2026, the 15th, 下周五, mid-March, 国庆, next weekend.

Nothing is resolved here but festivals, which the calendar knows: `DateValue` holds what the words state. Of a span
(12-16 Nov, 3号到8号) each end is a token of its own; a month written once is given to both.
"""

import datetime as dt
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from typing import Final, Literal, TypeAlias

from travelagent.assistant.lexer.closed import MONTHS, WEEKDAYS, date_rules, found_in
from travelagent.assistant.lexer.festivals import festivals, next_festival
from travelagent.assistant.lexer.numbers import ORDINALS, count
from travelagent.assistant.lexer.patterns import compiled
from travelagent.assistant.lexer.tokens import DateValue, Token

Part: TypeAlias = Literal["beginning", "middle", "end"]
_WEEKS: Final = {"下下": 2, "下": 1, "next": 1}
_AHEAD: Final = {"大后天": 3, "后天": 2, "明天": 1, "明儿": 1, "明晚": 1, "tomorrow": 1, "day after tomorrow": 2}
_YEARS: Final = {"今": 0, "明": 1, "后": 2}
_LAST_MONTH, _LAST_DAY = 12, 31
_AFTER: Final = ("后", "之后", "过后", "以后", "过完")
_BEFORE: Final = ("前", "之前", "以前")
_BACK_DAYS: Final = 15
"""A day of the month that is written behind a full date and is so many days before it is one of the next month."""
_FESTIVE_DAYS: Final = 16
"""A day of the month within so many days of a festival is of that festival."""
_HOLIDAY_WEEK, _AHEAD_OF = 8, 4
"""A festival with its week of holidays is over so many days from its first one; "before" it is so many ahead."""


def find_dates(folded: str, today: dt.date) -> Iterator[Token]:
    """Yield the dates of a folded text; they may overlap, the better reading first."""
    for form, rule in date_rules():
        for match in rule.finditer(folded):
            yield from _tokens(form, match, today)
    for season, match in found_in("seasons", folded):
        yield _token(match, *match.span(), DateValue("season", season=season))  # type: ignore[arg-type]  # the groups are the seasons


def find_festivals(folded: str, today: dt.date, cities: Collection[str] = ()) -> Iterator[Token]:
    """Yield the festivals of a folded text, as their next dates; "the festival" is that of a city at hand, if it has
    one.
    """
    for pattern, city, day in _festivals(today):
        if not city or city in cities:
            for match in pattern.finditer(folded):
                yield _token(match, *match.span(), DateValue("festival", festival=day, offset=_shift(match)))


def _shift(match: re.Match[str]) -> int | None:
    """Return the days from a festival to what is meant: some after it (春节后, "after Christmas"), some before it."""
    before, behind = match.string[: match.start()], match.string[match.end() :]
    if before.endswith("after ") or behind.startswith(_AFTER):
        return _HOLIDAY_WEEK
    return -_AHEAD_OF if before.endswith("before ") or behind.startswith(_BEFORE) else None


@cache
def _festivals(today: dt.date) -> tuple[tuple[re.Pattern[str], str, dt.date | None], ...]:
    """(pattern, city to which its words belong or empty, next date) of every festival."""
    by_name = ((compiled(row["say"]), "", next_festival(row, today)) for row in festivals())
    there = ((compiled(row["there"]), row["city"], next_festival(row, today)) for row in festivals() if "there" in row)
    return (*by_name, *there)


def _token(match: re.Match[str], start: int, end: int, value: DateValue) -> Token:
    while match.string[start:end].startswith((" ", "the ")):
        start += 1 if match.string[start] == " " else 4
    return Token("date", start, end, match.string[start:end], value.form, value)


def _tokens(form: str, match: re.Match[str], today: dt.date) -> Iterator[Token]:
    groups = {key: word for key, word in match.groupdict().items() if word}
    year = int(groups["y"]) if "y" in groups else today.year + _YEARS[groups["rel"][0]] if "rel" in groups else None
    month = MONTHS.index(groups["month"][:3]) + 1 if "month" in groups else count(groups.get("m", ""))
    days = [(key, day) for key in ("d", "d2") if key in groups and (day := _number(groups[key])) and day <= _LAST_DAY]
    if form == "next_month":
        month = (today.month - 1 + _WEEKS.get(groups["w"], 0)) % _LAST_MONTH + 1
    if (form in _OF_MONTHS and not 1 <= (month or 0) <= _LAST_MONTH) or (form in _OF_DAYS and not days):
        return
    match form:
        case "iso" | "day" | "english_day":
            yield _token(match, *match.span(), DateValue("day", year, month, days[0][1]))
        case "english_span" | "days_of_month":
            for key, day in days:
                end = match.end() if key == "d2" else match.end("d") + (match.string[match.end("d")] in "号日")
                value = DateValue("day", year, month, day) if month else DateValue("day_of_month", day=day)
                start = (
                    match.start()
                    if key == "d" and ("m" in groups or ("month" in groups and match.start("month") < match.start("d")))
                    else match.start(key)
                )
                yield _token(match, start, end, value)
        case "day_of_month":
            yield _token(match, *match.span(), DateValue("day_of_month", day=days[0][1]))
        case "month" | "part_of_month" | "next_month":
            yield _token(match, *match.span(), DateValue("month", year, month, part=_part(groups.get("part"))))
        case "weekday":
            word = groups["wd"]
            number = WEEKDAYS.index(word) if word.isascii() else min("一二三四五六日天".index(word), 6)
            yield _token(match, *match.span(), DateValue("weekday", weekday=number, week=_week(groups)))
        case "weekend" | "week":
            yield _token(
                match, *match.span(), DateValue("weekend", week=_week(groups), weekday=5 if form == "weekend" else 0)
            )
        case "relative":
            yield _token(match, *match.span(), DateValue("relative", offset=_AHEAD.get(groups["r"], 0)))


_OF_MONTHS: Final = frozenset({"iso", "day", "english_day", "english_span", "month", "part_of_month"})
_OF_DAYS: Final = frozenset({"iso", "day", "english_day", "english_span", "days_of_month", "day_of_month"})


def _week(groups: dict[str, str]) -> int | None:
    """Which week is meant: 0 this one, 1 the next; None where none is named."""
    word = groups.get("w", "the")
    return None if word == "the" else _WEEKS.get(word, 0)


def _part(word: str | None) -> Part | None:
    if word is None:
        return None
    if word.startswith(("中", "mid")):
        return "middle"
    return "beginning" if word[0] in "初上" or any(w in word for w in ("early", "begin", "start")) else "end"


def _number(day: str) -> int | None:
    return ORDINALS.get(day) or count(re.sub(r"(?:st|nd|rd|th|号|日)$", "", day))


_BESIDE: Final = frozenset({"", ",", "，", "(", "（", ".", "是", "是个", "is", "is a", ", a", "的", ", is a"})
"""What stands between a date and the day of the week that it is."""


def without_weekdays(tokens: list[Token], text: str) -> list[Token]:
    """Return the tokens without days of the week that only repeat which day a date is: Mon 5 April, 2月4日（周四）."""
    kept: list[Token] = []
    for n, token in enumerate(tokens):
        if token.form == "weekday" and token.value.week is None:
            behind = tokens[n + 1] if n + 1 < len(tokens) else None
            if behind and behind.form == "day" and text[token.end : behind.start].strip() in _BESIDE:
                continue
            ahead = tokens[n - 1] if n else None
            if ahead and ahead.form == "day" and text[ahead.end : token.start].strip() in _BESIDE:
                continue
        kept.append(token)
    return kept


def with_months(tokens: list[Token]) -> list[Token]:
    """Give days without a month the one of the day before them (11月12号到16号; 3月14号比赛，12号到), or of the
    festival before them (元旦去，1号到5号).

    Where they would be long before that day, it is the next month (28号到3号); of a festival, the nearest such day.
    """
    out: list[Token] = []
    for token in tokens:
        before = next((t for t in reversed(out) if t.type == "date" and _is_of_a_month(t.value)), None)
        if token.type == "date" and token.form == "day_of_month" and before is not None:
            value = _in_month_of(before.value, token.value)
            token = replace(token, form=value.form, value=value)
        out.append(token)
    return out


def _is_of_a_month(value: DateValue) -> bool:
    return value.form == "day" or (value.form == "festival" and value.festival is not None and not value.offset)


def _in_month_of(before: DateValue, value: DateValue) -> DateValue:
    """Return a day of the month as a day near another date."""
    if before.festival is not None:
        near = [before.festival + dt.timedelta(days=n) for n in range(-_FESTIVE_DAYS, _FESTIVE_DAYS + 1)]
        days = sorted((abs(day - before.festival), day) for day in near if day.day == value.day)
        return replace(value, form="day", year=days[0][1].year, month=days[0][1].month) if days else value
    year, month = before.year, before.month or 0
    if (before.day or 0) - (value.day or 0) > _BACK_DAYS:
        year, month = (year + 1 if year and month == 12 else year), month % 12 + 1
    return replace(value, form="day", year=year, month=month)
