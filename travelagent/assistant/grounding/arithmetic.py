"""What follows from amounts by the arithmetic of everyday language: sums, differences, multiples, shares."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

SUMMED: Final = 8


def runs(values: Sequence[float]) -> set[float]:
    """The sums of two or more values that stand beside each other."""
    return {sum(values[a:b]) for a in range(len(values)) for b in range(a + 2, len(values) + 1)}


def tails(values: Sequence[float]) -> set[float]:
    """The sums of the last two, three, … values."""
    return {sum(values[-count:]) for count in range(2, len(values) + 1)}


def subset_sums(values: Sequence[float]) -> set[float]:
    """The sums of two or more of the first eight values."""
    sums: set[float] = {0.0}
    for value in values[:SUMMED]:
        sums |= {total + value for total in sums}
    return sums - {0.0, *values}


def differences(values: Iterable[float]) -> set[float]:
    """By how much one value is above another."""
    return {abs(a - b) for a, b in combinations(dict.fromkeys(values), 2)}


def shares(values: Iterable[float], counts: Iterable[int]) -> Iterator[float]:
    """The values multiplied by, and parted among, so many."""
    counts = tuple(counts)
    for value in values:
        for count in counts:
            yield value * count
            yield value / count


def parts(items: Sequence[float]) -> set[float]:
    """Two items of a budget together, and all without one or two of them."""
    pairs = {a + b for a, b in combinations(items, 2)}
    return pairs | {sum(items) - part for part in (*items, *pairs)}


_EXPRESSION: Final = re.compile(
    r"\d[\d,]*(?:\.\d+)?[^\d+×x*=\n]{0,8}(?:\s?[+＋×x*−-]\s?[^\d\n=]{0,12}\d[\d,]*(?:\.\d+)?[^\d+×x*=\n]{0,8})+"
    r"(?:=|＝|≈)[^\d\n]{0,4}$"
)
_TERM: Final = re.compile(r"([+＋×x*−-])?[^\d+＋×x*−-]*(\d[\d,]*(?:\.\d+)?)")


def evaluated(before: str) -> float | None:
    """The value of the sum or product that ends a text with `=`: `90 + 100 + 2 × 45 =`; None for no such thing."""
    expression = _EXPRESSION.search(before)
    if expression is None:
        return None
    terms: list[float] = []
    for sign, digits in _TERM.findall(expression[0]):
        value = float(digits.replace(",", ""))
        if sign in ("×", "x", "*") and terms:
            terms[-1] *= value
        else:
            terms.append(-value if sign in ("−", "-") else value)
    return sum(terms)
