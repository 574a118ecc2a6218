"""The quantities of a text: times of day, money, durations, lengths, temperatures, counts, dates, months.

Mechanism: what the lexer types by itself (`typed`) and what is no claim (numbering, idioms) is blanked; every number
that is left, read by the lexer's numerals, gets its kind from the unit behind it or the currency beside it. The two
ends of a range lend each other their unit. Offsets are those of the text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Final

from travelagent.assistant.grounding.lexicon import cue, table
from travelagent.assistant.grounding.quantity import Bound, Kind, Quantity
from travelagent.assistant.grounding.typed import typed
from travelagent.assistant.lexer.numbers import AMOUNT, COUNT, amount, count
from travelagent.assistant.lexer.patterns import currencies
from travelagent.catalog.text import fold

LONGEST_NUMBER: Final = 16
"""What is longer than so many characters counts nothing."""
JOINT_CHARS: Final = 20
HEAD_CHARS: Final = 24
HOUR_STEP: Final = 20.0
"""Whole hours are meant to within ten minutes."""
LARGE: Final = 100
"""A Chinese number from here on is an amount without a unit too: 一万二, 三百五."""
BELOW_ZERO: Final = "below zero"
_BLANK: Final = "\ufffc"
_ARTICLES: Final = frozenset({"a", "an", "一"})
_PARTS: Final = {"three": 0.75, "quarter": 0.25, "a quarter": 0.25, "half": 0.5, "半": 0.5}
_NUMBER: Final = re.compile(
    r"(?P<part>(?:three[ -]quarters?|(?:a )?quarter) of an?|half an?|半(?=个?(?:小时|钟头)))"
    rf"|(?P<whole>{AMOUNT}(?:(?<=,\d\d\d)\.\d+)?(?!\.\d)|{COUNT})",
    re.ASCII,
)
_PLAIN: Final = str.maketrans({"，": "；", "～": "~"})
# A colon between other signs than figures is no part of a time.
_COLON: Final = re.compile(r"(?<!\d)[:：]|[:：](?!\d)")
_PADDING: Final = " \t*_“”\"'([【:;,"
_FILLERS: Final = "需要是为花费在共"


@dataclass(frozen=True, slots=True)
class _Number:
    """`text[start:end]` writes `value`, to the step `unit`; `grain` is the size of its last place that is not zero."""

    start: int
    end: int
    text: str
    value: float
    unit: float = 1.0
    grain: float = 1.0

    @property
    def is_article(self) -> bool:
        return self.text in _ARTICLES

    @property
    def is_written_out(self) -> bool:
        return not any(map(str.isdigit, self.text))


@lru_cache(maxsize=4096)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Return every quantity of a text, in order."""
    folded = fold(_COLON.sub(";", text.translate(_PLAIN)))
    found = typed(text, folded)
    times = [replace(q, bound=_bound(folded, q.start, q.end)) if q.kind == "clock" else q for q in found]
    times = [q if q.bound in ("", "about") else replace(q, bound="") for q in times]
    left = folded
    for quantity in times:
        left = _blanked(left, quantity.start, quantity.end)
    left = _labels().sub(lambda match: _BLANK * len(match[0]), left)
    return tuple(sorted([*times, *_measured(left, times)], key=lambda quantity: quantity.start))


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + _BLANK * (end - start) + text[end:]


@cache
def _labels() -> re.Pattern[str]:
    return re.compile("|".join(table("units")["labels"]))


# -- numbers -----------------------------------------------------------------------------------------------------------


def _numbers(text: str) -> Iterator[_Number]:
    for match in _NUMBER.finditer(text):
        written = match[0]
        if match["part"]:
            value = next(value for word, value in _PARTS.items() if written.startswith(word))
            yield _Number(*match.span(), written, value, grain=0.5)
        elif len(written) <= LONGEST_NUMBER and (read := amount(written) or count(written)) is not None:
            yield _Number(*match.span(), written, float(read), *_precision(written.replace(",", ""), float(read)))


def _precision(written: str, value: float) -> tuple[float, float]:
    """Return the step to which a number is written and the size of its last place: of 1.2万 both are 1,000."""
    digits = written[: len(written) - len(written.lstrip("0123456789."))]
    if digits and (digits != written or "." in digits):
        factor = value / float(digits) if float(digits) else 1.0
        unit = factor * 10.0 ** -len(digits.partition(".")[2])
        return unit, unit
    grain = 1.0
    while value and value % (grain * 10) == 0:
        grain *= 10
    return 1.0, grain


# -- units and currencies ----------------------------------------------------------------------------------------------


@cache
def _signs() -> dict[str, frozenset[str]]:
    """Return the signs, codes and words of money that are written as they are, with the codes that they may mean."""
    own = dict(table("units")["signs"])
    own.pop("leading")
    signs = {sign: frozenset({code}) for sign, code in currencies()["symbol"].items()}
    signs |= {code.lower(): frozenset({code}) for code in own.pop("codes").split()}
    for codes, written in own.items():
        signs |= dict.fromkeys(written.split(), frozenset() if codes == "any" else frozenset(codes.split("_")))
    return dict(sorted(signs.items(), key=lambda item: -len(item[0])))


@cache
def _leading() -> tuple[str, ...]:
    """Return what of these stands before an amount: signs and codes."""
    leading = {*table("units")["signs"]["leading"].split(), *table("units")["signs"]["codes"].lower().split()}
    return tuple(sign for sign in _signs() if sign in leading or not sign.isalpha())


@cache
def _units() -> dict[str, Any]:
    return {unit["name"]: unit for unit in table("units")["unit"]}


@cache
def _behind() -> re.Pattern[str]:
    """Return the pattern of what stands behind a number: `half`, a unit or a currency, else a noun."""
    signs = "|".join(re.escape(s) + (r"(?![a-z])" if s.isascii() and s.isalpha() else r"(?!\s?\d)") for s in _signs())
    named = "|".join(f"(?P<{code}>{'|'.join(words)})" for code, words in currencies()["currency"].items())
    units = "|".join(f"(?P<{name}>{unit['rule']})" for name, unit in _units().items())
    return re.compile(
        rf"(?P<more>{table('units')['more']})?(?:"
        rf"(?P<half>\s?and a half|½|个?半)?\s?-?\s?(?:{units})(?P<half_behind> and a half\b|半)?"
        rf"|\s?(?P<sign>{signs})|\s?(?:{named})"
        r"|\s?-?\s?(?P<noun>(?!\d|(?:to|or|and|until|till)\b|[至到和或、])\w{1,40}(?: [a-z]{1,20})?)?)",
    )


def _sign_before(head: str) -> str:
    """Return the sign or code of money that ends a text, with the space behind it; empty for none."""
    written = head.rstrip(" ")
    if len(head) - len(written) > 1 or not written.endswith(_leading()):
        return ""
    sign = next((s for s in _leading() if written.endswith(s) and _stands_alone(written, s)), "")
    return head[len(written) - len(sign) :] if sign else ""


def _stands_alone(text: str, word: str) -> bool:
    """Return whether the word that ends a text is no end of a longer Latin word."""
    before = text[: -len(word)][-1:]
    return not (word[0].isascii() and word[0].isalpha() and before.isascii() and before.isalpha())


# -- how exact ---------------------------------------------------------------------------------------------------------


@cache
def _bounds() -> tuple[tuple[Bound, tuple[str, ...], re.Pattern[str]], ...]:
    """Return each bound with the words that stand before an amount for it, and the pattern of those behind."""
    before, behind = table("units")["before"], table("units")["behind"]
    kinds: tuple[Bound, ...] = ("under", "over", "about")
    return tuple((kind, tuple(map(str.strip, before[kind].split(","))), re.compile(behind[kind])) for kind in kinds)


def _bound(folded: str, start: int, end: int) -> Bound:
    """Return how exact an amount is meant, by the words before and behind it: `about`, 不到, `or more`."""
    head = folded[max(0, start - HEAD_CHARS) : start].rstrip(_PADDING)
    for written in dict.fromkeys((head, head.rstrip(_FILLERS))):
        for kind, words, _ in _bounds():
            if written.endswith(words) and any(_stands_alone(written, w) for w in words if written.endswith(w)):
                return kind
    return next((kind for kind, _, behind in _bounds() if behind.match(folded, end)), "")


# -- numbers with their units ------------------------------------------------------------------------------------------


def _measured(text: str, times: Sequence[Quantity]) -> Iterator[Quantity]:
    """Return the numbers that are left, each with the kind that its surroundings give it."""
    found: list[tuple[_Number, Quantity | None]] = []
    clocks = {quantity.start: quantity for quantity in times if quantity.kind == "clock"}
    taken = 0
    for number in _numbers(text):
        if number.start < taken:
            continue
        quantity = _quantity(text, number)
        found.append((number, quantity))
        taken = quantity.end if quantity else 0
    for at, (number, own) in enumerate(found):
        if not number.is_article and _is_open(own):
            joint = _joint().match(text, number.end)
            if joint and joint.end() in clocks:
                found[at] = number, Quantity(number.start, number.end, "clock", number.value * 60, noun="half")
    for at in range(len(found) - 1):
        (number, own), (following, other) = found[at : at + 2]
        if number.is_article or following.is_article or not _are_joined(text, found[at], following):
            continue
        if _is_open(own) and other is not None and other.kind != "bare":
            if not (other.kind == "money" and number.text.isascii() and number.text.isalpha()):
                found[at] = number, _lent(number, own, other)
        elif own is not None and _is_open(other):
            found[at + 1] = following, _lent(following, other, own)
    yield from _compounds(text, [quantity for _, quantity in found if quantity is not None])


def _quantity(text: str, number: _Number) -> Quantity | None:
    head = text[max(0, number.start - HEAD_CHARS) : number.start]
    sign = "" if number.is_article else _sign_before(head)
    behind = _behind().match(text, number.end)
    assert behind is not None
    unit = next((name for name in _units() if behind[name]), "")
    code = next((code for code in currencies()["currency"] if behind[code]), "")
    start = number.start - len(sign)
    money = bool(code or behind["sign"])
    if not (unit or money or sign) and number.value > 1 and head.endswith("for ") and number.text.isalpha():
        return Quantity(start, number.end, "count", number.value, noun="people")
    if not (unit or money or sign) and number.is_written_out and not _counts(number, behind["noun"] or ""):
        return None
    end = behind.end() if unit or money else behind.end("more") if behind["more"] else number.end
    bound = "over" if behind["more"] else _bound(text, start, end)
    if sign or money:
        if number.is_written_out and behind["sign"] and not behind["sign"].isalpha():
            return None
        meant = _signs()[(sign or behind["sign"]).strip()] if sign or behind["sign"] else frozenset({code})
        return Quantity(start, end, "money", number.value, number.unit, number.grain, bound, meant)
    if _below_zero().search(head) and not number.is_article and unit in ("celsius", "fahrenheit", ""):
        number = replace(number, value=-number.value)
    if unit:
        return (
            None if number.is_article and unit in ("score", "tenths") else _in_unit(number, start, behind, unit, bound)
        )
    noun = BELOW_ZERO if number.value < 0 else (behind["noun"] or "")
    return Quantity(start, end, "count" if noun else "bare", number.value, number.unit, number.grain, bound, noun=noun)


def _counts(number: _Number, noun: str) -> bool:
    """Return whether a number that is written out counts something, or is a large Chinese one."""
    if cue("counted").match(noun):
        return not number.text.isascii() or not number.is_article
    return (
        not number.text.isascii() and len(number.text) > 1 and number.value >= LARGE and number.text[0] not in "百千万"
    )


def _in_unit(number: _Number, start: int, behind: re.Match[str], unit: str, bound: Bound) -> Quantity:
    kind: Kind = _units()[unit]["kind"]
    factor = _units()[unit].get("factor", 1.0)
    value, grain, step = number.value, number.grain * factor, number.unit * factor
    if behind["half"] or behind["half_behind"]:
        value, step, grain = value + 0.5, 1.0, 30.0
    elif unit in ("hours", "sun_hours") and number.unit == 1:
        step = HOUR_STEP
    if unit == "h" and value != int(value):
        kind, unit = "minutes", "hours"
    if unit == "fahrenheit":
        value, step = (value - 32) / 1.8, 0.6
    if unit in ("tenths", "miles", "feet") or (len(number.text) > 1 and number.text in "二三四五六七八九"):
        bound = bound or "about"
    return Quantity(start, behind.end(), kind, value * factor, step, grain, bound, noun=unit)


@cache
def _below_zero() -> re.Pattern[str]:
    return re.compile(table("units")["below_zero"])


# -- ranges ------------------------------------------------------------------------------------------------------------


@cache
def _joint() -> re.Pattern[str]:
    return re.compile(table("units")["joint"])


def _is_open(quantity: Quantity | None) -> bool:
    return quantity is None or quantity.kind == "bare" or quantity.noun == BELOW_ZERO


def _are_joined(text: str, first: tuple[_Number, Quantity | None], following: _Number) -> bool:
    """Return whether nothing but a joint, and a sign of money, stands between two numbers."""
    number, own = first
    start, end = max(number.end, own.end if own else 0), following.start
    if not 0 < end - start <= JOINT_CHARS:
        return False
    between = text[start:end]
    return bool(_joint().fullmatch(between[: len(between) - len(_sign_before(between))]))


def _lent(number: _Number, own: Quantity | None, other: Quantity) -> Quantity:
    """Return a number with the unit of the other end of its range."""
    factor = _units()[other.noun].get("factor", 1.0) if other.noun in _units() and other.noun != "h" else 1.0
    bound = own.bound if own is not None and own.bound else other.bound
    if other.kind == "clock":
        return Quantity(number.start, number.end, "clock", number.value * 60, noun="half")
    sign = -1.0 if other.kind == "celsius" and own is not None and own.noun == BELOW_ZERO else 1.0
    return replace(
        other, start=number.start, end=number.end, value=sign * abs(number.value) * factor,
        unit=number.unit * factor, grain=number.grain * factor, bound=bound,
    )  # fmt: skip


def _compounds(text: str, found: Sequence[Quantity]) -> Iterator[Quantity]:
    """Return the quantities with `four hours and twenty minutes` as one duration."""
    last: Quantity | None = None
    for quantity in found:
        if (
            last
            and (last.noun, quantity.noun) == ("hours", "minutes")
            and not text[last.end : quantity.start].strip(" and零又")
        ):
            bound = last.bound or quantity.bound
            last = replace(quantity, start=last.start, value=last.value + quantity.value, bound=bound)
            continue
        if last:
            yield last
        last = quantity
    if last:
        yield last
