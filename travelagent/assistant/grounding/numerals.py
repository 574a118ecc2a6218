"""Numbers as they are written in a text: 1,200, 5.5k, 1.2万, 一千二百, 两, twelve, half an.

A number keeps its grain, the size of the last place that is stated: 1,200 has 100, 1,198.4 has 0.1, 5.5k has 100.
"""

import re
from dataclasses import dataclass
from typing import Final

_ARABIC: Final = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_SCALE: Final = r"\s?(?:万|亿|thousand\b|million\b|grand\b)|[kKwW](?![A-Za-z])|[千百](?![\u4e00-\u9fff]?[山岛湖])"
_HAN: Final = r"[零〇一二两三四五六七八九十百千万]+"
_ONES: Final = {
    **{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10},
    **{"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17},
    **{"eighteen": 18, "nineteen": 19},
}
_TENS: Final = {
    **{"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90},
}
_ONE: Final = "|".join(sorted(_ONES, key=len, reverse=True))
_TEN: Final = "|".join(_TENS)
_ENGLISH: Final = (
    r"(?:three[ -]quarters? of an|(?:a )?quarter of an"
    rf"|(?:{_TEN})(?:[ -](?:{_ONE}))?|(?:{_ONE})(?: (?:hundred|thousand))?"
    r"|half an?|an?(?: (?:hundred|thousand|dozen)|(?=[ -](?:half|hour|minute|mile|kilomet|day|night|week|degree))))"
)
NUMBER: Final = re.compile(
    rf"(?<![\d.])(?P<arabic>{_ARABIC})(?P<scale>{_SCALE})?"
    rf"|(?P<han>{_HAN}|半(?=个?(?:小时|钟头)))"
    rf"|(?<![A-Za-z])(?P<english>{_ENGLISH})(?=[\s-])",
    re.IGNORECASE,
)
_SCALES: Final = {
    "万": 1e4,
    "亿": 1e8,
    "千": 1e3,
    "百": 1e2,
    "thousand": 1e3,
    "grand": 1e3,
    "million": 1e6,
    "k": 1e3,
    "w": 1e4,
}
_DIGITS: Final = {c: value for value, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_PLACES: Final = {"十": 10, "百": 100, "千": 1000}
_ENGLISH_SCALES: Final = {"hundred": 100, "thousand": 1000, "dozen": 12}


@dataclass(frozen=True, slots=True)
class Number:
    """`text[start:end]` says `value`; `grain` is the size of its last stated place, `written` how it is written."""

    start: int
    end: int
    value: float
    grain: float
    unit: float
    written: str


def numbers(text: str) -> list[Number]:
    """Every number of a text in order. Words such as `a` and 一 are among them: what follows decides what they are."""
    return [found for match in NUMBER.finditer(text) if (found := _number(match)) is not None]


def _number(match: re.Match[str]) -> Number | None:
    if match["arabic"]:
        value, grain, unit = _arabic(match["arabic"])
        factor = _SCALES[match["scale"].strip().lower()] if match["scale"] else 1.0
        if factor > 1:
            return Number(*match.span(), value * factor, unit * factor, unit * factor, "arabic")
        return Number(*match.span(), value, grain, unit, "arabic")
    if match["han"] == "半":
        return Number(*match.span(), 0.5, 0.5, 1.0, "han")
    if match["han"]:
        value_han = han(match["han"])
        return None if value_han is None else Number(*match.span(), value_han, _grain(value_han), 1.0, "han")
    value = _english(match["english"].lower())
    return Number(*match.span(), value, 0.5 if value < 1 else _grain(value), 1.0, "english")


def _arabic(written: str) -> tuple[float, float, float]:
    """(value, grain, unit): the unit is 1, or the last decimal."""
    plain = written.replace(",", "")
    whole, _, decimals = plain.partition(".")
    if decimals:
        unit = 10.0 ** -len(decimals)
        return float(plain), unit, unit
    value = float(whole)
    return value, _grain(value), 1.0


def _grain(value: float) -> float:
    grain = 1.0
    while value and value % (grain * 10) == 0:
        grain *= 10
    return grain


def han(written: str) -> float | None:
    """A Chinese number: 十二, 一千二百, 三万五, 二〇二七; None for characters that make none."""
    if len(written) > 1 and all(c in _DIGITS for c in written):
        return float("".join(str(_DIGITS[c]) for c in written)) if len(written) > 2 else None
    total = section = digit = 0.0
    last = 1.0
    for c in written:
        if c in _DIGITS:
            digit = float(_DIGITS[c])
        elif c in _PLACES:
            section += (digit or 1.0) * _PLACES[c]
            digit, last = 0.0, _PLACES[c]
        else:
            total += (section + digit or 1.0) * 10_000
            section, digit, last = 0.0, 0.0, 10_000.0
    short = last >= 100 and digit > 0 and written[-2:-1] not in "零〇"
    return total + section + (digit * last / 10 if short else digit)


def _english(word: str) -> float:
    if "quarter" in word:
        return 0.75 if word.startswith("three") else 0.25
    if word.startswith("half"):
        return 0.5
    head, _, tail = word.replace("-", " ").partition(" ")
    if head in _TENS:
        return float(_TENS[head] + _ONES.get(tail, 0))
    return float(_ONES.get(head, 1) * _ENGLISH_SCALES.get(tail, 1))
