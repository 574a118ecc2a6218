"""Dates, months, weekdays, clock times and counts of people as the lexer types them, narrowed to what prose means.

A lower-case "may" is no month, 9/10 is a score and 12.50 an amount.
"""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import Final

from travelagent.assistant.lexer.dates import find_dates, with_months
from travelagent.assistant.lexer.numbers import count
from travelagent.assistant.lexer.quantities import find_clocks, find_counts
from travelagent.assistant.lexer.tokens import ClockValue, DateValue, Token
from travelagent.assistant.quantities.units import rule, units
from travelagent.assistant.quantities.values import Quantity, apart
from travelagent.catalog.labels import SEASON_MONTHS

ANY_DAY: Final = dt.date(2000, 1, 1)
"""Dates that hang on today are no claims, so that any day will do."""
DAY_MINUTES: Final = 1440
SPOKEN: Final = 10.0  # a time in Chinese numerals, 八点半, is meant to within five minutes
NOON: Final = 5.0
_BEFORE_HOURS: Final = frozenset({"at", "until", "till", "before", "after", "from"})


def typed(text: str, folded: str) -> list[Quantity]:
    """Return the dates, months, weekdays, clock times and counts of people of a text, without overlaps."""
    dates = (token for found in find_dates(folded, ANY_DAY) if (token := _date(found, text, folded)))
    clocks = chain(_written_clocks(folded), (t for t in find_clocks(folded) if _is_clock(t, folded)))
    people = (token for token in find_counts(folded) if token.form != "rooms")
    seasons = (
        Token("date", *match.span(), match[0], "season", DateValue("season", season=season))
        for season, word in units()["seasons"].items()
        for match in re.finditer(word, folded)
    )
    tokens = with_months(apart(chain(dates, seasons, clocks, people)))
    months = sorted(_months(tokens, folded), key=lambda token: token.start)
    others = (token for token in tokens if token.form != "month")
    return [quantity for token in chain(months, others) for quantity in _quantities(token)]


def _quantities(token: Token) -> Iterator[Quantity]:
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
    match token.form:
        case "day" if "月" in written:
            if written[-1] in "日号" or rule("day_follows").match(folded, token.end):
                return token
            month = replace(token.value, form="month", day=None)
            return replace(token, end=token.start + written.index("月") + 1, form="month", value=month)
        case "day":
            dated = token.value.year is not None or any(map(str.isalpha, written)) or not {".", "/"} & {*written}
            return token if dated and not rule("degrees_follow").match(folded, token.end) else None
        case "month" | "weekday":
            return None if written.isascii() and len(written) <= 5 and written.islower() else token
        case form:
            return token if form in ("day_of_month", "season") else None


def _months(tokens: Sequence[Token], folded: str) -> Iterator[Token]:
    """Return the months, with those of a row that have no 月 (4、5月) and those within a span (June to August)."""
    months = {token.start: token for token in tokens if token.form == "month"}
    for token in [*months.values()]:
        start = token.start
        while found := rule("months_before").search(folded, max(0, start - 6), start):
            start = found.start()
            if start in months:
                break
            value = replace(token.value, month=count(found[0]))
            months[start] = replace(token, start=start, end=found.end(), value=value)
    ordered = sorted(months.values(), key=lambda token: token.start)
    yield from ordered
    for before, token in pairwise(ordered):
        if rule("months_through").fullmatch(folded, before.end, token.start):
            first = before.value.month
            for step in range(1, (token.value.month - first) % 12):
                yield replace(before, end=token.end, value=replace(token.value, month=(first - 1 + step) % 12 + 1))


def _written_clocks(folded: str) -> Iterator[Token]:
    """Return the clock times that only prose writes: 8 in the morning, 0910, 3h30."""
    for word in units()["clocks"]:
        for match in re.finditer(word, folded):
            value = ClockValue(int(match["h"]) * 60 + int(match.groupdict().get("m") or 0), sure=False)
            yield Token("clock", *match.span(), match[0], "h" if "h" in match[0] else "", value)


def _is_clock(token: Token, folded: str) -> bool:
    """Return whether a clock time of the lexer is one in prose: 12.50, about 9, 早一点 and 提醒两点 are none."""
    written = token.text.strip(".")
    if rule("amount_follows").match(folded, token.end) or ("." in written and not written.endswith("m")):
        return False
    if written.startswith(("about", "around", "by")) or written.endswith("ish"):
        return False
    if not written.endswith("点") or any(map(str.isdigit, written)):
        return True
    remarks = rule("no_clock").search(folded, max(0, token.start - 6), token.start)
    in_a_list = folded[token.end : token.end + 1] == ";" and not token.value.sure
    return written.strip("早晚点") != "一" and not remarks and not in_a_list


_LONE_LETTER: Final = re.compile(r"(?P<clock>(?P<h>\d{1,2}):(?P<m>\d\d))\s[ap]$")
"""A time with the first letter of the next word, which is none of am and pm."""


def _clock(token: Token, form: str) -> Quantity:
    minutes, written = token.value.minutes, token.text
    if lone := _LONE_LETTER.match(written):  # 09:30 Prague Zoo
        written, minutes = lone["clock"], int(lone["h"]) * 60 + int(lone["m"])
    if minutes == 0 and (written.startswith("24") or "night" in written or "夜" in written):
        minutes = DAY_MINUTES
    spoken = "点" in written and not any(map(str.isdigit, written))
    unit = SPOKEN if spoken else NOON if "noon" in written or "mid" in written else 1.0
    first, _, rest = written.partition(" ")
    start = token.end - len(rest) if first in _BEFORE_HOURS else token.start
    end = token.end if written.count(".") > 1 else token.start + len(written.rstrip(" ."))
    noun = form or ("" if token.value.sure else "half")
    return Quantity(start, end, "clock", float(minutes), unit, noun=noun)
