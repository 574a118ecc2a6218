"""What follows from amounts by the arithmetic of everyday language: sums, differences, multiples, shares."""

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate, combinations
from typing import Final

SUMMED: Final = 8  # so many values are summed in every choice of them at most
EXPRESSION_CHARS: Final = 160
_EQUALS: Final = re.compile(r"[^\d\n+＋×x*−-]{0,8}[=＝≈][^\d\n]{0,4}$")
_TERM: Final = re.compile(
    r"(?:^|(?P<sign>[+＋×*−-]|(?<=[\d ])x(?=[\d ])))[^\d+＋×*−=-]*(?P<digits>\d[\d,]*(?:\.\d+)?)[^\d+＋×x*−=-]{0,8}$"
)


def runs(values: Sequence[float]) -> set[float]:
    """Return the sums of two or more values that stand beside each other."""
    return {total for at in range(len(values)) for total in [*accumulate(values[at:])][1:]}


def tails(values: Sequence[float]) -> set[float]:
    """Return the sums of the last two, three, … values."""
    return {*accumulate(values[::-1])} - {*values[-1:]}


def subset_sums(values: Sequence[float]) -> set[float]:
    """Return the sums of two or more of the first eight values."""
    sums: set[float] = {0.0}
    for value in values[:SUMMED]:
        sums |= {total + value for total in sums}
    return sums - {0.0, *values}


def differences(values: Iterable[float]) -> set[float]:
    """Return by how much one value is above another."""
    return {abs(a - b) for a, b in combinations(dict.fromkeys(values), 2)}


def shares(values: Iterable[float], counts: Iterable[int], *, divided: bool = True) -> set[float]:
    """Return the values multiplied by, and where `divided` parted among, so many."""
    pairs = [(value, count) for value in values for count in counts]
    return {value * count for value, count in pairs} | {value / count for value, count in pairs if divided}


def parts(items: Sequence[float]) -> set[float]:
    """Return the sums of two items of a budget, and of all without one or two of them."""
    pairs = {a + b for a, b in combinations(items, 2)}
    return pairs | {sum(items) - part for part in (*items, *pairs)}


def evaluated(before: str) -> float | None:
    """Return the value of the sum or product that ends a text with `=`, `90 + 100 + 2 × 45 =`, None for no such thing."""
    before = before[-EXPRESSION_CHARS:].rpartition("\n")[2]
    equals = _EQUALS.search(before)
    total, factor, terms, end = 0.0, 1.0, 0, equals.start() if equals else 0
    while end and (term := _TERM.search(before[:end])):
        value, is_factor = float(term["digits"].replace(",", "")) * factor, term["sign"] in ("×", "x", "*")
        factor = value if is_factor else 1.0
        total += 0.0 if is_factor else -value if term["sign"] in ("−", "-") else value
        terms, end = terms + 1, term.start()
    return total if terms > 1 else None
