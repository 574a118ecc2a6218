"""Numbers in both languages: 12, 三, 俩, 十二, twelve, a couple of; 8,800, 1.5k, 3w, 两万五, five hundred."""

import re
from typing import Final

_ONES: Final = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS: Final = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
ENGLISH: Final = {
    **{word: n for n, word in enumerate(_ONES, 1)},
    **{word: 10 * n for n, word in enumerate(_TENS, 2)},
    **{
        f"{tens}{joint}{one}": 10 * t + o
        for t, tens in enumerate(_TENS, 2)
        for o, one in enumerate(_ONES[:9], 1)
        for joint in "- "
    },
}  # fmt: skip
ORDINALS: Final = {
    word: n
    for n, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
        ],
        1,
    )
}
_WORDS: Final = "|".join(sorted(ENGLISH, key=len, reverse=True))
_DIGITS: Final = {**{c: n for n, c in enumerate("零一二三四五六七八九")}, "〇": 0, "两": 2}
_PLACES: Final = {"十": 10, "百": 100, "千": 1_000}
_SCALES: Final = {
    "crore": 10_000_000,
    "crores": 10_000_000,
    "lakh": 100_000,
    "lakhs": 100_000,
    "w": 10_000,
    "万": 10_000,
    "k": 1_000,
    "千": 1_000,
    "grand": 1_000,
    "thousand": 1_000,
    "百": 100,
    "hundred": 100,
}

HAN: Final = r"[零〇一二两三四五六七八九十百千万]+"
COUNT: Final = (
    r"(?:(?<![\d:])(?<!\d[.,])\d{1,3}(?![\d:]|\.\d|,\d)|[一二两三四五六七八九十]{1,3}|俩|仨"
    rf"|\b(?:{_WORDS}|an?|a couple(?: of)?)\b)"
)
"""A small whole number, as it stands before what is counted."""
AMOUNT: Final = (
    r"(?:(?<!\d)(?<!\d[.,])(?:\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)"
    r"(?:\s?(?:万|千|百|grand\b|thousand\b|hundred\b|lakhs?\b|crores?\b)|[wk](?![a-z]))?\d?(?!\d)"
    rf"|\b(?:an?|{_WORDS})[ -](?:hundred|thousand|grand)\b"
    rf"|[一二两三四五六七八九十]?{HAN}(?<=[十百千万一二两三四五六七八九]))"
)
"""An amount as one writes money."""
_AMOUNT: Final = re.compile(r"([\d.]+)\s?([a-z万千百]+)?(\d)?$")


def count(text: str) -> int | None:
    """Return a small number as written, the upper end of 两三 and 三四; None where it is none."""
    word = text.strip()
    if word.isdecimal():
        return int(word)
    if word in ("a", "an"):
        return 1
    if word.startswith("a couple") or word == "俩":
        return 2
    if word == "仨":
        return 3
    if word in ENGLISH:
        return ENGLISH[word]
    number = han(word)
    return int(number) if number is not None else None


def amount(text: str) -> float | None:
    """Return an amount as written: 8,000, 1.5k, 3w5, 两万五, two thousand; None where it is none."""
    word = text.replace(",", "").strip()
    if written := _AMOUNT.match(word):
        number, scale, last = written.groups()
        factor = _SCALES.get(scale or "", 1)
        if number.count(".") > 1 or (last and factor == 1):
            return None
        return float(number) * factor + int(last or 0) * factor / 10
    first, _, scale = word.replace("-", " ").rpartition(" ")
    if scale in _SCALES:
        return (count(first) or 1) * _SCALES[scale]
    return han(word)


def han(word: str) -> float | None:
    """Return the number that Chinese numerals write; of 三四千 the upper end, 两万五 is 25,000; else None."""
    if not word or any(c not in _DIGITS and c not in _PLACES and c != "万" for c in word):
        return None
    total = section = digit = 0
    last = 1
    for c in word:
        if c in _DIGITS:
            digit, last = _DIGITS[c], last if _DIGITS[c] else 0
        elif c in _PLACES:
            section += (digit or 1) * _PLACES[c]
            digit, last = 0, _PLACES[c]
        else:
            total, section, digit, last = (total + section + digit or 1) * 10_000, 0, 0, 10_000
    return total + section + digit * (last // 10 if last >= 100 else 1)
