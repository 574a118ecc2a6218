"""The budget: an amount with its currency, and whom or which time it is for.

An amount counts with a currency at its side, or bare behind a word that makes it a budget (预算, under, 人均). The
price of a room, a ticket or a meal is read away and says nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from travelagent.assistant.lexer.patterns import currencies
from travelagent.assistant.offline.reading.lexicon import blank, compiled, pattern
from travelagent.assistant.offline.values import BudgetSaid, Per
from travelagent.assistant.questions.numerals import AMOUNT, amount

_RANGE: Final = r"\s?(?:-|–|~|到|至|to)\s?"
# How far around an amount its `per` is looked for.
_LEFT, _RIGHT = 12, 20
_CLAUSE_LEFT: Final = re.compile(r".*[,.;!?。，\n]")
_CLAUSE_RIGHT: Final = re.compile(r"[,.;!?。\n]|(?:够|能|去|玩|可以|in |for )")
_SMALLEST: Final = 10
# A message that only completes an amount said before is no longer than this.
_SHORT, _AROUND = 24, 2
_LETTER: Final = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Money:
    """`withdrawn`: the limit is lifted; `more`: the amount is added to the one before.

    `currency` and `per` belong to an amount said before, where the message is short and names no amount itself;
    `told_in` is the currency in which the person wants amounts told.
    """

    budget: BudgetSaid | None = None
    withdrawn: bool = False
    more: bool = False
    currency: str | None = None
    per: Per | None = None
    told_in: str | None = None


@dataclass(frozen=True, slots=True)
class _Sum:
    value: float
    currency: str | None
    start: int
    end: int


@cache
def _sums() -> re.Pattern[str]:
    symbols = "|".join(re.escape(s) for s in sorted(currencies()["symbol"], key=len, reverse=True))
    units = "|".join(f"(?P<{code}>{'|'.join(words)})" for code, words in currencies()["currency"].items())
    symbol = rf"(?P<symbol>(?<![a-z])(?:{symbols})\s?)"
    return compiled(
        [
            rf"{symbol}?(?P<low>{AMOUNT})(?:{_RANGE}(?:{symbols})?(?P<high>{AMOUNT}))?(?:\s?(?:多|来)?(?:{units}|(?P<after>{symbols})))?"
        ]
    )


def read_money(rest: str) -> tuple[Money, str]:
    """The budget, and the text without it."""
    told_in = _told_in(rest)
    money, rest = _read(rest)
    return replace(money, told_in=told_in), rest


def _told_in(rest: str) -> str | None:
    """The currency in which amounts are asked for, "how much is that in pounds"; None where none is."""
    for match in _units().finditer(rest):
        if pattern("money", "told_in", "before").search(rest[: match.start()][-16:]):
            return match.lastgroup
    return None


def _read(rest: str) -> tuple[Money, str]:
    withdrawn = pattern("money", "withdrawn", "rules").search(rest)
    if withdrawn:
        return Money(withdrawn=True), rest
    said: Money | None = None
    for found in list(_found(rest)):
        before, after = rest[max(0, found.start - 16) : found.start], rest[found.end : found.end + 16]
        rate = pattern("money", "price", "after").search(after)
        priced = rate or pattern("money", "price", "before").search(before)
        if rate:
            rest = blank(rest, found.end, found.end + rate.end())
        if not priced and said is None:
            more = pattern("money", "more", "before").search(before) is not None
            per, start, end = _per(rest, found)
            said = Money(BudgetSaid(found.value, found.currency, per), more=more)
            rest = blank(rest, start, end)
        rest = blank(rest, found.start, found.end)
    return said or _of_amount_before(rest), rest


def _of_amount_before(rest: str) -> Money:
    """The currency, and whom or which time it is for, of an amount that was said before; 加一天 is no "a day"."""
    if len(rest) > _SHORT or any(pattern("length", "change", name).search(rest) for name in ("more", "less")):
        return Money()
    code = next((m.lastgroup for m in _units().finditer(rest)), None)
    per = pattern("money", "per", "person"), pattern("money", "per", "day"), pattern("money", "per", "total")
    left = rest
    for words in (_units(), *per):
        left = words.sub("", left)
    if len(_LETTER.findall(left)) > _AROUND:
        return Money()
    said = {name for name in ("person", "day", "total") if pattern("money", "per", name).search(rest)}
    return Money(currency=code, per=_joint_per(said))


@cache
def _units() -> re.Pattern[str]:
    units = currencies()["currency"].items()
    return compiled([f"(?P<{code}>{'|'.join(f'(?<![a-z]){word}' for word in words)})" for code, words in units])


def _found(rest: str) -> Iterator[_Sum]:
    for match in _sums().finditer(rest):
        said = match.groupdict()
        code = next((key for key, word in said.items() if key.isupper() and word), None)
        symbol = (said["symbol"] or said["after"] or "").strip()
        currency = code or currencies()["symbol"].get(symbol)
        if said["high"] and len(said["low"]) < len(said["high"]) and said["high"][-1:] in "w万k千百":
            value = amount(said["high"])
        else:
            value = amount(said["high"] or said["low"])
        if (
            value is None
            or rest[match.start() - 1 : match.start()] == "几"
            or not (currency or _is_budget(rest, match, value))
        ):
            continue
        yield _Sum(value, currency, match.start(), match.end())


def _is_budget(rest: str, match: re.Match[str], value: float) -> bool:
    """Whether an amount without a currency stands where a budget is said."""
    before, after = rest[max(0, match.start() - 20) : match.start()], rest[match.end() : match.end() + 12]
    if value < _SMALLEST or pattern("money", "cue", "not_before").search(after):
        return False
    cued = pattern("money", "cue", "before").search(before) or pattern("money", "cue", "before").search(before.rstrip())
    if cued and before[cued.start() :].isascii() and "budget" not in before[cued.start() :] and value < 100:
        return False
    return bool(cued or pattern("money", "cue", "after").search(after))


def _per(rest: str, found: _Sum) -> tuple[Per | None, int, int]:
    """Whom or which time the amount is for, and the span that says all of it."""
    left_start = max(0, found.start - _LEFT)
    left = rest[left_start : found.start]
    cut = _CLAUSE_LEFT.match(left)
    if cut:
        left_start, left = left_start + cut.end(), left[cut.end() :]
    right = rest[found.end : found.end + _RIGHT]
    cut = _CLAUSE_RIGHT.search(right)
    near = right[: cut.start()] if cut else right
    start, end = found.start, found.end
    said: set[str] = set()
    for name in ("person", "day", "total"):
        window = right if name == "total" else near
        for match in pattern("money", "per", name).finditer(left):
            said.add(name)
            start = min(start, left_start + match.start())
        for match in pattern("money", "per", name).finditer(window):
            said.add(name)
            end = max(end, found.end + match.end())
    return _joint_per(said), start, end


def _joint_per(said: set[str]) -> Per | None:
    if {"person", "day"} <= said:
        return "person_day"
    order: tuple[Per, ...] = ("person", "day", "total")
    return next((name for name in order if name in said), None)
