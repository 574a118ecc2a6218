"""The tokens of the lexer that state something by themselves: dates, months, weekdays, clock times, counts of people.

What the lexer reads for requests is narrowed to what prose means: a lower-case "may" is no month, 9/10 is a score and
12.50 an amount.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, pairwise
from typing import Final

from travelagent.assistant.grounding.lexicon import table
from travelagent.assistant.grounding.quantity import Quantity
from travelagent.assistant.lexer.dates import find_dates, with_months
from travelagent.assistant.lexer.numbers import count
from travelagent.assistant.lexer.quantities import find_clocks, find_counts
from travelagent.assistant.lexer.tokens import ClockValue, DateValue, Token
from travelagent.catalog.labels import SEASON_MONTHS

ANY_DAY: Final = dt.date(2000, 1, 1)
"""Dates that hang on today are no claims, so that any day will do."""
DAY_MINUTES: Final = 1440
SPOKEN: Final = 10.0
"""A time in Chinese numerals, 八点半, is meant to within five minutes."""
NOON: Final = 5.0
_BEFORE_HOURS: Final = frozenset({"at", "until", "till", "before", "after", "from"})
_DAY_FOLLOWS: Final = re.compile(r"\s?[-~到至]\s?\d{1,2}\s?[日号]")
_AMOUNT_GOES_ON: Final = re.compile(r"(?<=\d)[.,]?\d")
_DEGREES_FOLLOW: Final = re.compile(r"\s?(?:-\s?\d+\s?)?[°℃%]")
_THROUGH: Final = re.compile(r"月?\s?(?:-|~|到|至|to|through|until)\s?(?:次年)?")


def typed(text: str, folded: str) -> list[Quantity]:
    """Return the dates, months, weekdays, clock times and counts of people of a text, without overlaps."""
    dates = [token for found in find_dates(folded, ANY_DAY) if (token := _date(found, text, folded))]
    clocks = chain(_written_clocks(folded), (t for t in find_clocks(folded) if _is_clock(t, folded)))
    people = (token for token in find_counts(folded) if token.form != "rooms")
    tokens = with_months(apart(chain(dates, _seasons(folded), clocks, people)))
    return [quantity for token in tokens for quantity in _quantities(token, folded)] + [
        *_months_between(tokens, folded)
    ]


def apart(tokens: Iterable[Token]) -> list[Token]:
    """Return the tokens that overlap none before them in this order, as they stand in the text."""
    taken: set[int] = set()
    kept: list[Token] = []
    for token in tokens:
        where = range(token.start, token.end)
        if taken.isdisjoint(where):
            taken.update(where)
            kept.append(token)
    return sorted(kept, key=lambda token: token.start)


def _quantities(token: Token, folded: str) -> Iterator[Quantity]:
    value, span = token.value, (token.start, token.end)
    match token.type, token.form:
        case "date", "day":
            yield Quantity(*span, "date", float((value.year or 0) * 10_000 + value.month * 100 + value.day))
        case "date", "month":
            yield Quantity(*span, "month", float(value.month))
        case "date", "season":
            yield from (Quantity(*span, "month", float(month), noun="season") for month in SEASON_MONTHS[value.season])
        case "date", "weekday":
            yield Quantity(*span, "weekday", float(value.weekday))
        case "clock", form:
            yield _clock(token, form)
        case "count", _:
            yield Quantity(*span, "count", float(value), noun="people")


def _date(token: Token, text: str, folded: str) -> Token | None:
    """Return a date of the lexer as it is meant in prose: April 21 °C and 9/10 are none, 10月12到20度 is a month."""
    written = text[token.start : token.end]
    meant: Token | None = token
    match token.form:
        case "day" if "月" in written:
            if written[-1] not in "日号" and not _DAY_FOLLOWS.match(folded, token.end):
                month = replace(token.value, form="month", day=None)
                meant = replace(token, end=token.start + written.index("月") + 1, form="month", value=month)
        case "day":
            dated = token.value.year is not None or any(map(str.isalpha, written)) or not {".", "/"} & {*written}
            meant = token if dated and not _DEGREES_FOLLOW.match(folded, token.end) else None
        case "month" | "weekday":
            meant = None if written.isascii() and len(written) <= 5 and written.islower() else token
        case form:
            meant = token if form in ("day_of_month", "season") else None
    return meant


def _seasons(folded: str) -> Iterator[Token]:
    for season, rule in table("units")["seasons"].items():
        for match in re.finditer(rule, folded):
            yield Token("date", *match.span(), match[0], "season", DateValue("season", season=season))


# -- clock times -------------------------------------------------------------------------------------------------------


@cache
def _rules(name: str) -> Sequence[re.Pattern[str]]:
    return tuple(map(re.compile, table("units")[name]))


def _written_clocks(folded: str) -> Iterator[Token]:
    for rule in _rules("clocks"):
        for match in rule.finditer(folded):
            groups = match.groupdict()
            minutes = int(groups["h"]) * 60 + int(groups.get("m") or 0)
            form = "h" if "hours" in groups else "written"
            yield Token("clock", *match.span(), match[0], form, ClockValue(minutes, sure=False))


def _is_clock(token: Token, folded: str) -> bool:
    """Return whether a clock time of the lexer is one in prose: 12.50, 早一点 and 提醒两点 are none."""
    if _AMOUNT_GOES_ON.match(folded, token.end) or (
        "." in token.text.strip(".") and not token.text.rstrip(".").endswith("m")
    ):
        return False
    if token.text.startswith(("about", "around", "by")) or token.text.endswith("ish"):
        return False
    if "点" not in token.text or token.text[-1] != "点" or any(map(str.isdigit, token.text)):
        return True
    hour = token.text.rstrip("点").lstrip("早晚")
    if hour == "一":
        return False
    remarks = any(rule.search(folded, max(0, token.start - 6), token.start) for rule in _rules("no_clock"))
    return not remarks and (token.value.sure or folded[token.end : token.end + 1] != ";")


def _clock(token: Token, form: str) -> Quantity:
    minutes, written = token.value.minutes, token.text
    if minutes == 0 and (written.startswith("24") or "night" in written or "夜" in written):
        minutes = DAY_MINUTES
    spoken = "点" in written and not any(map(str.isdigit, written))
    unit = SPOKEN if spoken else NOON if "noon" in written or "mid" in written else 1.0
    noun = "h" if form == "h" else "" if token.value.sure else "half"
    first, _, rest = written.partition(" ")
    start = token.end - len(rest) if first in _BEFORE_HOURS else token.start
    end = token.end if written.count(".") > 1 else token.start + len(written.rstrip(" ."))
    return Quantity(start, end, "clock", float(minutes), unit, noun=noun)


# -- months ------------------------------------------------------------------------------------------------------------


def _months_between(tokens: Sequence[Token], folded: str) -> Iterator[Quantity]:
    """Return the months of a row or span that are not written with 月: June to August, 4、5月, 11月到次年2月."""
    months = [token for token in tokens if token.form == "month"]
    for before, token in pairwise(months):
        if _THROUGH.fullmatch(folded, before.end, token.start):
            yield from _through(before.start, token, before.value.month)
    (rule,), written = _rules("months_before"), {token.start for token in months}
    for token in months:
        end, last = token.start, token.value.month
        while (found := rule.search(folded, max(0, end - 6), end)) and found.start() not in written:
            month = count(found[0]) or last
            yield Quantity(found.start(), found.end(), "month", float(month))
            if found["joint"] not in "、,和":
                yield from _through(found.start(), token, month)
            end, last = found.start(), month


def _through(start: int, token: Token, first: int) -> Iterator[Quantity]:
    """Return the months between one and that of a token, across the turn of the year too."""
    for step in range(1, (token.value.month - first) % 12):
        yield Quantity(start, token.end, "month", float((first - 1 + step) % 12 + 1))
