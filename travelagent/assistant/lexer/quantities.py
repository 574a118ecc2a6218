"""Lengths of time, clock times, parts of the day, days of a plan, counts of people, ages and money."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from travelagent.assistant.lexer.closed import found_in, rules
from travelagent.assistant.lexer.numbers import AMOUNT, ORDINALS, amount, count
from travelagent.assistant.lexer.patterns import currencies
from travelagent.assistant.lexer.tokens import ClockValue, MoneyValue, SpanValue, Token, Unit

_UNITS: Final[dict[str, Unit]] = {
    "天": "day", "日": "day", "晚": "night", "晚上": "night", "夜": "night", "宿": "night", "周": "week",
    "星期": "week", "礼拜": "week", "月": "month", "小时": "hour", "钟头": "hour", "分钟": "minute",
    "周末": "weekend", "h": "hour", "hr": "hour", "min": "minute", "day": "day", "night": "night", "week": "week",
    "weekend": "weekend", "month": "month", "hour": "hour", "minute": "minute",
}  # fmt: skip
_WHOLE: Final[dict[str, tuple[float, Unit]]] = {
    "fortnight": (2, "week"), "long weekend": (3, "day"), "bank holiday weekend": (3, "day"), "day trip": (1, "day"),
    "day-trip": (1, "day"),
}  # fmt: skip
"""Words that are a number of days by themselves."""
_NIGHT: Final = ("傍晚", "晚上", "夜里", "深夜", "晚", "半夜", "evening", "night")
_LATE: Final = ("下午", "傍晚", "晚上", "夜里", "深夜", "晚", "afternoon", "evening", "night")
_NOON: Final = 12
_SMALLEST: Final = 100
"""An amount below this without a currency is no money."""
_SMALLEST_WRITTEN: Final = 10
"""An amount below this in numerals of either language is no money, whatever stands behind it."""
_YEARS: Final = range(1900, 2050)
"""A bare number of these is a year, unless it is as round as spoken amounts."""
_MOST_PEOPLE: Final = 100
_OLDEST: Final = 120
_DECADES: Final = {
    "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80,
}  # fmt: skip


def find_spans(folded: str) -> Iterator[Token]:
    """Lengths of time; of a range the upper end, nights written beside days with them."""
    for rule in rules("spans"):
        for match in rule.finditer(folded):
            if (token := _span(match)) is not None:
                yield token


def _span(match: re.Match[str]) -> Token | None:
    if (whole := _WHOLE.get(match["u"])) is not None:
        return Token("span", *match.span(), match[0], whole[1], SpanValue(*whole, None))
    word, unit = match["n"], _UNITS[match["u"] if match["u"] in _UNITS else match["u"].rstrip("s")]
    number = 0.5 if word.startswith(("半", "half")) else float(word) if "." in word else count(word)
    if number is None or (word in ("a", "an") and match["u"] == "h"):
        return None
    groups = match.groupdict()
    number += 0.5 if groups.get("half") or groups.get("and_half") else 0
    text, end, nights = match.string, match.end(), None
    beside = {"day": "nights_behind", "night": "days_behind"}.get(unit)
    behind = next((found for rule in rules(beside) if (found := rule.match(text, end))), None) if beside else None
    if behind and (other := count(behind["n"])) is not None:
        end = behind.end()
        number, nights = (number, other) if unit == "day" else (other, int(number))
        unit = "day"
    return Token("span", match.start(), end, text[match.start() : end], unit, SpanValue(number, unit, nights))


def find_clocks(folded: str) -> Iterator[Token]:
    """Yield the times of day of a folded text, as minutes since midnight."""
    for rule in rules("clocks"):
        for match in rule.finditer(folded):
            if (value := _clock(match.groupdict())) is not None:
                start = match.start() + len(match[0]) - len(match[0].lstrip())
                yield Token("clock", start, match.end(), match[0].lstrip(), "", value)


def _clock(groups: dict[str, str | None]) -> ClockValue | None:
    if "noon" in groups or "midnight" in groups:
        return ClockValue(_NOON * 60 if "noon" in groups else 0, sure=True)
    hour = count(groups.get("h") or "")
    if hour is None or hour > 24:
        return None
    minute = {"半": 30, "一刻": 15, "三刻": 45}.get(groups.get("q") or "", count(groups.get("m") or "0") or 0)
    if "past" in groups:
        minute = 30
    half, ap = groups.get("half") or groups.get("part") or "", groups.get("ap")
    late = half in _LATE or ap == "p" or (half == "中午" and hour < 3)
    if hour == _NOON and (half in _NIGHT or ap == "a"):
        hour = 0
    elif late and hour < _NOON:
        hour += _NOON
    return ClockValue(hour % 24 * 60 + minute, sure=bool(half or ap or hour > _NOON or hour == 0))


def find_parts(folded: str) -> Iterator[Token]:
    """Yield the parts of the day that a folded text mentions."""
    for part, match in found_in("parts", folded):
        yield Token("part", *match.span(), match[0], part, part)


def find_days(folded: str) -> Iterator[Token]:
    """Days of a plan: their number, or `last`, `every`, `whole`."""
    for group, match in found_in("days", folded):
        value: int | str | None = {"first": 1}.get(group, group)
        if group == "number":
            value = ORDINALS.get(match["n"]) or count(match["n"].rstrip("stndrh"))
        if value is not None:
            yield Token("day", *match.span(), match[0], "number" if isinstance(value, int) else group, value)


def find_counts(folded: str) -> Iterator[Token]:
    """Yield the counts of people and things with their unit as the form; numbers from 100 on are none."""
    for form, match in found_in("counts", folded):
        number = count(match["n"])
        if number is not None and number < _MOST_PEOPLE:
            yield Token("count", *match.span(), match[0], form, number)


def find_ages(folded: str) -> Iterator[Token]:
    """Ages in years, those of babies 0."""
    for form, match in found_in("ages", folded):
        value = 0 if form == "babies" else _DECADES.get(match["n"]) or count(match["n"].rstrip("s"))
        if value is not None and value < _OLDEST:
            yield Token("age", *match.span(), match[0], form, value)


def find_numerals(folded: str) -> Iterator[Token]:
    """Small numbers that stand without what they count: "make it five"."""
    for _, match in found_in("numerals", folded):
        if (value := count(match["n"])) is not None:
            yield Token("numeral", *match.span(), match[0], "", value)


@cache
def _money() -> re.Pattern[str]:
    symbols = "|".join(re.escape(s) for s in sorted(currencies()["symbol"], key=len, reverse=True))
    units = "|".join(f"(?P<{code}>{'|'.join(words)})" for code, words in currencies()["currency"].items())
    low = f"(?P<low>{AMOUNT})"
    high = rf"(?:(?:\s?(?:-|–|~|到|至|to)\s?|(?<=\d) and (?=[^a-z]*\d{{3}}))(?:{symbols})?(?P<high>{AMOUNT}))?"
    behind = rf"(?:\s?(?:多|来|左右)?\s?(?:{units}|(?P<after>{symbols})(?![a-z])))?"
    return re.compile(rf"(?P<symbol>(?<![a-z])(?:{symbols})\s?)?{low}{high}{behind}", re.ASCII)


@cache
def _in_currency() -> re.Pattern[str]:
    units = "|".join(f"(?P<{code}>{'|'.join(words)})" for code, words in currencies()["currency"].items())
    return re.compile(rf"(?:\b(?:in|to|into) |用|按|成|换)(?:{units})", re.ASCII)


def requested_currency(folded: str) -> str:
    """Return the code of the currency in which a text asks for amounts ("in pounds", 用英镑); empty without one."""
    found = _in_currency().search(folded)
    return next((code for code, word in found.groupdict().items() if word), "") if found else ""


def find_money(folded: str) -> Iterator[Token]:
    """Amounts with a currency, and bare ones that are large enough to be one; of a range the upper end."""
    for match in _money().finditer(folded):
        groups = match.groupdict()
        code = next((key for key, word in groups.items() if key.isupper() and word), None)
        currency = code or currencies()["symbol"].get((groups["symbol"] or groups["after"] or "").strip())
        low, high = groups["low"], groups["high"]
        value = amount(high or low)
        if value is None or value <= 0 or match[0] in currencies()["adverbs"]:
            continue
        if currency is None and value in _YEARS and value % 50:
            continue
        if value < _SMALLEST_WRITTEN and not low[0].isdigit():  # 一块玩 is no amount
            continue
        if currency is None and (value < _SMALLEST or not (low[0].isdigit() or any(c in low for c in "百千万 "))):
            continue
        if currency is None and any(rule.match(folded, match.end()) for rule in rules("counted_behind")):
            continue
        form = "bare" if currency is None else "sum"
        yield Token("money", *match.span(), match[0], form, MoneyValue(value, currency))
