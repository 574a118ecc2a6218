"""What follows from amounts by the arithmetic of everyday language: sums, differences, multiples, shares."""

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate, combinations
from typing import Final

SUMMED: Final = 8
"""So many values are summed in every choice of them at most."""
EXPRESSION_CHARS: Final = 160
_TERM: Final = re.compile(r"([+＋×x*−-])?[^\d+＋×x*−=\n-]{0,12}(\d[\d,]{0,12}(?:\.\d+)?)")
_EQUALS: Final = re.compile(r"(?:=|＝|≈)[^\d\n]{0,4}$")
_UNITS: Final = re.compile(r"[^\d+＋×x*−=\n-]{0,8}")


def runs(values: Sequence[float]) -> set[float]:
    """Return the sums of two or more values that stand beside each other."""
    return {total for at in range(len(values)) for total in [*accumulate(values[at:])][1:]}


def subset_sums(values: Sequence[float]) -> set[float]:
    """Return the sums of two or more of the first eight values."""
    sums: set[float] = {0.0}
    for value in values[:SUMMED]:
        sums |= {total + value for total in sums}
    return sums - {0.0, *values}


def differences(values: Iterable[float]) -> set[float]:
    """Return by how much one value is above another."""
    return {abs(a - b) for a, b in combinations(dict.fromkeys(values), 2)}


def shares(values: Iterable[float], counts: Iterable[int]) -> set[float]:
    """Return the values multiplied by, and parted among, so many."""
    return {result for value in values for count in counts for result in (value * count, value / count)}


def parts(items: Sequence[float]) -> set[float]:
    """Return the sums of two items of a budget, and of all without one or two of them."""
    pairs = {a + b for a, b in combinations(items, 2)}
    return pairs | {sum(items) - part for part in (*items, *pairs)}


def evaluated(before: str) -> float | None:
    """Return the value of the sum or product that ends a text with `=`: `90 + 100 + 2 × 45 =`; None for no such thing."""
    equals = _EQUALS.search(before, max(0, len(before) - 6))
    if equals is None:
        return None
    terms: list[float] = []
    start = max(0, equals.start() - EXPRESSION_CHARS)
    found = [match for match in _TERM.finditer(before, start, equals.start())]
    if not found or not _UNITS.fullmatch(before, found[-1].end(), equals.start()):
        return None
    first = len(found) - 1
    while first and found[first][1] and _UNITS.fullmatch(before, found[first - 1].end(), found[first].start()):
        first -= 1
    for number, term in enumerate(found[first:]):
        value = float(term[2].replace(",", ""))
        if number and term[1] in ("×", "x", "*"):
            terms[-1] *= value
        else:
            terms.append(-value if number and term[1] in ("−", "-") else value)
    return sum(terms) if len(found) - first > 1 else None
