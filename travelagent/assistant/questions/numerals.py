"""Counts and amounts in both languages: 三, 俩, 十二, twelve; 一万二, 8800, 3w, 1.5k, 12,000."""

import re
from typing import Final

import cn2an

from travelagent.assistant.lexer.patterns import ENGLISH_COUNTS

MOST_DIGITS: Final = 12
"""Of a number that somebody means: longer ones are none, nor could they be computed with."""
# A written amount of money, without its currency.
AMOUNT: Final = (
    r"(?:(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+(?:\.\d+)?)"
    r"(?:\s?(?:万[1-9]?|千[1-9]?|百|grand\b|thousand\b|lakhs?\b|[wk]\d?(?![a-z\d])))?"
    r"|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty) (?:hundred|thousand|grand)\b"
    r"|[一二两三四五六七八九]?[一二两三四五六七八九十百]*[十百千万][一二两三四五六七八九十百千万零]*)"
)
_FACTORS = {
    "w": 10_000,
    "万": 10_000,
    "k": 1_000,
    "千": 1_000,
    "grand": 1_000,
    "thousand": 1_000,
    "百": 100,
    "lakh": 100_000,
}
_SPELT = re.compile(r"([a-z]+) (hundred|thousand|grand)$")
_WRITTEN = re.compile(r"(\d+(?:\.\d+)?)\s?(万|千|百|grand|thousand|lakh|w|k)?s?(\d)?$")
_SMALL = "一二两三四五六七八九"
# 三四千, 两三万, 五六百: a range of which the upper end is taken.
_PAIR = re.compile(rf"[{_SMALL}]([{_SMALL}])(?=[十百千万])")


def count(text: str) -> int | None:
    """Return a small whole number as written, the upper end of 三五 and 三四; None where the text is no number."""
    word = text.strip()
    if word.isdigit():
        return int(word) if len(word) <= MOST_DIGITS else None
    if word in ENGLISH_COUNTS:
        return ENGLISH_COUNTS[word]
    if word in ("俩", "仨"):
        return 2 if word == "俩" else 3
    if len(word) == 2 and all(c in _SMALL for c in word):
        word = word[1]
    return _chinese(word)


def amount(text: str) -> float | None:
    """Return an amount of money as written; None where the text is no amount."""
    word = text.replace(",", "").strip()
    written = _WRITTEN.match(word)
    if written:
        number, unit, last = written.groups()
        if len(number) > MOST_DIGITS:
            return None
        factor = _FACTORS.get(unit or "", 1)
        return float(number) * factor + int(last or 0) * factor / 10
    spelt = _SPELT.match(word)
    if spelt:
        return (ENGLISH_COUNTS.get(spelt[1]) or 1) * (100 if spelt[2] == "hundred" else 1_000)
    word = _PAIR.sub(r"\1", word)
    if word and word[0] in "百千万":
        word = "一" + word
    return _chinese(word)


def _chinese(word: str) -> int | None:
    """The number that is written, None where it is none: 九十零, 五十十一."""
    if len(word) > MOST_DIGITS:
        return None
    try:
        return int(cn2an.cn2an(word, "smart"))
    except (ValueError, KeyError, IndexError):  # which of them depends on where the library gives up
        return None
