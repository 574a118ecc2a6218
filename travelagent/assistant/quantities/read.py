"""The quantities of a text: times of day, money, durations, lengths, temperatures, counts, dates, months.

What the lexer types by itself (`typed`) and what is no claim is blanked; every number that is left gets its kind from
the unit behind it or the currency beside it, or from the other end of its range. Offsets are those of the text.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, Final

from travelagent.assistant.lexer.numbers import AMOUNT, COUNT, amount, count
from travelagent.assistant.lexer.patterns import currencies
from travelagent.assistant.quantities.typed import typed
from travelagent.assistant.quantities.units import rule, units
from travelagent.assistant.quantities.values import Bound, Quantity
from travelagent.catalog.text import fold

LONGEST_NUMBER: Final = 16  # what is longer than so many characters counts nothing
JOINT_CHARS: Final = 20
HEAD_CHARS: Final = 24
HOUR_STEP: Final = 20.0  # whole hours are meant to within ten minutes
LARGE: Final = 100  # a Chinese number from here on is an amount without a unit too: 一万二, 三百五
BELOW_ZERO: Final = "below zero"
_BLANK: Final = "\ufffc"
_ARTICLES: Final = frozenset({"a", "an", "一"})
_PARTS: Final = {"three": 0.75, "quarter": 0.25, "a quarter": 0.25, "half": 0.5, "半": 0.5}
_AND_A_PART: Final = r"\s?and (?:a half|a quarter|three[ -]quarters)\b"
_UNITS: Final[dict[str, Any]] = {unit["name"]: unit for unit in units()["unit"]}
_NUMBER: Final = re.compile(
    r"(?P<part>(?:three[ -]quarters?|(?:a )?quarter) of an?|half an?|半(?=个?(?:小时|钟头)))"
    rf"|{AMOUNT}(?:(?<=,\d\d\d)\.\d+)?(?!\.\d)|{COUNT}",
    re.ASCII,
)
_PLAIN: Final = str.maketrans({"，": "；", "～": "~"})
# A colon between other signs than figures is no part of a time.
_COLON: Final = re.compile(r"(?<!\d)[:：]|[:：](?!\d)")


@lru_cache(maxsize=4096)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Return every quantity of a text, in order."""
    folded = left = fold(_COLON.sub(";", text.translate(_PLAIN)))
    found = typed(text, folded)
    for quantity in found:
        left = left[: quantity.start] + _BLANK * (quantity.end - quantity.start) + left[quantity.end :]
    left = rule("labels").sub(lambda match: _BLANK * len(match[0]), left)
    clocks = {quantity.start for quantity in found if quantity.kind == "clock"}
    about = {q.start for q in found if q.start in clocks and _bound(folded, q.start, q.end) == "about"}
    found = [replace(q, bound="about") if q.start in about else q for q in found]
    return tuple(sorted([*found, *_measured(left, clocks)], key=lambda quantity: quantity.start))


def _numbers(text: str) -> Iterator[Quantity]:
    """Return the numbers of a text, as they are written in `noun`."""
    for match in _NUMBER.finditer(text):
        written = match[0]
        if match["part"]:
            value = next(value for word, value in _PARTS.items() if written.startswith(word))
            yield Quantity(*match.span(), "bare", value, grain=0.5, noun=written)
        elif len(written) <= LONGEST_NUMBER and (read := amount(written) or count(written)) is not None:
            value = float(read)
            yield Quantity(*match.span(), "bare", value, *_precision(written.replace(",", ""), value), noun=written)


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


@cache
def _signs() -> dict[str, frozenset[str]]:
    """Return what money is written with beside the lexer's names of currencies, with the codes that it may mean."""
    own = units()["signs"]
    signs = {sign: frozenset({code}) for sign, code in currencies()["symbol"].items()}
    signs |= {code.lower(): frozenset({code}) for code in own["codes"].split()}
    for codes, written in own["meant"].items():
        signs |= dict.fromkeys(written.split(), frozenset() if codes == "any" else frozenset(codes.split("_")))
    return dict(sorted(signs.items(), key=lambda item: -len(item[0])))


@cache
def _behind() -> re.Pattern[str]:
    """Return the pattern of what stands behind a number: a half or a quarter, a unit or a currency, else a noun."""
    signs = "|".join(re.escape(s) + (r"(?![a-z])" if s.isascii() and s.isalpha() else r"(?!\s?\d)") for s in _signs())
    named = "|".join(f"(?P<{code}>{'|'.join(words)})" for code, words in currencies()["currency"].items())
    units = "|".join(f"(?P<{name}>{unit['rule']})" for name, unit in _UNITS.items())
    return re.compile(
        rf"(?P<more>{rule('more').pattern})?(?:"
        rf"(?P<half>{_AND_A_PART}|½|个?半)?\s?-?\s?(?:{units})(?P<half_behind>{_AND_A_PART}|半)?"
        rf"|\s?(?P<sign>{signs})|\s?(?:{named})"
        r"|\s?-?\s?(?P<noun>(?!\d|(?:to|or|and|until|till)\b|[至到和或、])\w{1,40}(?: [a-z]{1,20})?)?)",
    )


@cache
def _sign_before() -> re.Pattern[str]:
    """Return the pattern of a sign or code of money, with the space behind it, that ends a text."""
    own = units()["signs"]
    leading = {*own["leading"].split(), *own["codes"].lower().split()}
    signs = [sign for sign in _signs() if sign in leading or not sign.isalpha()]
    return re.compile(
        "|".join(rf"(?<![a-z]){re.escape(s)} ?$" if s[0].isalpha() else rf"{re.escape(s)} ?$" for s in signs)
    )


def _bound(folded: str, start: int, end: int) -> Bound:
    """Return how exact an amount is meant, by the words before and behind it: `about`, 不到, `or more`."""
    before = rule("before").search(folded[max(0, start - HEAD_CHARS) : start])
    found = before or rule("behind").match(folded, end)
    return found.lastgroup.removesuffix("_zh") if found and found.lastgroup else ""  # type: ignore[return-value]


def _measured(text: str, clocks: set[int]) -> Iterator[Quantity]:
    """Return the numbers that are left, each with the kind that its surroundings give it."""
    found: list[tuple[Quantity, Quantity | None]] = []
    for number in _numbers(text):
        last = found[-1][1] if found else None
        if last is None or number.start >= last.end:
            found.append((number, _quantity(text, number)))
    for at, (number, own) in enumerate(found):
        joint = None if number.noun in _ARTICLES or not _is_open(own) else rule("joint").match(text, number.end)
        if joint and joint.end() in clocks:
            found[at] = number, Quantity(number.start, number.end, "clock", number.value * 60, noun="half")
    for at in range(len(found) - 1):
        (number, own), (following, other) = found[at : at + 2]
        if not _are_joined(text, number, own, following):
            continue
        if _is_open(own) and other is not None and other.kind != "bare":
            if not (other.kind == "money" and number.noun.isascii() and number.noun.isalpha()):
                found[at] = number, _lent(number, own, other)
        elif own is not None and _is_open(other):
            found[at + 1] = following, _lent(following, other, own)
    yield from _compounds(text, [quantity for _, quantity in found if quantity is not None])


def _quantity(text: str, number: Quantity) -> Quantity | None:
    written = number.noun
    written_out = not any(map(str.isdigit, written))
    head = text[max(0, number.start - HEAD_CHARS) : number.start]
    signed = None if written in _ARTICLES else _sign_before().search(head)
    sign = signed[0] if signed else ""
    behind = _behind().match(text, number.end)
    assert behind is not None
    unit = next((name for name in _UNITS if behind[name]), "")
    code = next((code for code in currencies()["currency"] if behind[code]), "")
    money = bool(code or behind["sign"])
    if not (unit or money or sign) and written_out:
        if number.value > 1 and head.endswith("for ") and written.isascii():
            return replace(number, kind="count", noun="people")
        counted = written not in ("a", "an") and rule("counted").match(behind["noun"] or "")
        large = number.value >= LARGE and len(written) > 1 and not written.isascii() and written[0] not in "百千万"
        if not (counted or large):
            return None
    end = behind.end() if unit or money else behind.end("more") if behind["more"] else number.end
    start = number.start - len(sign)
    bound = "over" if behind["more"] else _bound(text, start, end)
    number = replace(number, start=start, end=end, bound=bound, noun="")
    if sign or money:
        if written_out and behind["sign"] and not behind["sign"].isalpha():
            return None
        meant = frozenset({code}) if code and not sign else _signs()[(sign or behind["sign"]).strip()]
        return replace(number, kind="money", currencies=meant)
    if rule("below_zero").search(head) and written not in _ARTICLES and unit in ("celsius", "fahrenheit", ""):
        number = replace(number, value=-number.value, noun=BELOW_ZERO)
    if unit:
        no_amount = written in _ARTICLES and unit in ("score", "tenths")
        return None if no_amount else _in_unit(replace(number, end=behind.end()), written, behind, unit)
    noun = number.noun or behind["noun"] or ""
    return replace(number, kind="count" if noun else "bare", noun=noun)


def _in_unit(number: Quantity, written: str, behind: re.Match[str], unit: str) -> Quantity:
    kind, factor = _UNITS[unit]["kind"], _UNITS[unit].get("factor", 1.0)
    value, grain, step, bound = number.value, number.grain * factor, number.unit * factor, number.bound
    if part := behind["half"] or behind["half_behind"]:
        value += 0.25 if "a quarter" in part else 0.75 if "three" in part else 0.5
        step, grain = 1.0, 30.0 if factor > 1 else 0.5
    elif unit in ("hours", "sun_hours") and number.unit == 1:
        step = HOUR_STEP
    if unit == "h" and value != int(value):
        kind, unit = "minutes", "hours"
    if unit == "fahrenheit":
        value, step = (value - 32) / 1.8, 0.6
    if unit in ("tenths", "miles", "feet") or (len(written) > 1 and written in "二三四五六七八九"):
        bound = bound or "about"
    return replace(number, kind=kind, value=value * factor, unit=step, grain=grain, bound=bound, noun=unit)


def _is_open(quantity: Quantity | None) -> bool:
    return quantity is None or quantity.kind == "bare" or quantity.noun == BELOW_ZERO


def _are_joined(text: str, number: Quantity, own: Quantity | None, following: Quantity) -> bool:
    """Return whether nothing but a joint, and a sign of money, stands between two numbers that are no articles."""
    between = text[max(number.end, own.end if own else 0) : following.start]
    if not 0 < len(between) <= JOINT_CHARS or _ARTICLES & {number.noun, following.noun}:
        return False
    return rule("joint").fullmatch(_sign_before().sub("", between)) is not None


def _lent(number: Quantity, own: Quantity | None, other: Quantity) -> Quantity:
    """Return a number with the unit of the other end of its range."""
    if other.kind == "clock":
        return replace(number, kind="clock", value=number.value * 60, unit=1.0, noun="half")
    factor = _UNITS[other.noun].get("factor", 1.0) if other.noun in _UNITS else 1.0
    bound = own.bound if own is not None and own.bound else other.bound
    sign = -1.0 if other.kind == "celsius" and own is not None and own.noun == BELOW_ZERO else 1.0
    start, end, unit, grain = number.start, number.end, number.unit * factor, number.grain * factor
    value = sign * abs(number.value) * factor
    if other.noun == "fahrenheit":
        value, unit, grain = (number.value - 32) / 1.8, other.unit, other.grain
    return replace(other, start=start, end=end, value=value, unit=unit, grain=grain, bound=bound)


def _compounds(text: str, found: list[Quantity]) -> list[Quantity]:
    """Return the quantities with `four hours and twenty minutes` as one duration."""
    joined: list[Quantity] = []
    for quantity in found:
        last = joined[-1] if joined else quantity
        minutes = quantity.noun == "minutes" or (quantity.kind == "score" and text[quantity.end - 1] == "分")
        if last.noun == "hours" and minutes and not text[last.end : quantity.start].strip(" and零又"):
            value, bound = last.value + quantity.value, last.bound or quantity.bound
            quantity = replace(joined.pop(), end=quantity.end, value=value, unit=1.0, bound=bound)
        joined.append(quantity)
    return joined
