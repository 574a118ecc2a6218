"""When a value agrees with a claim, and what follows from values by everyday arithmetic: sums, differences, shares."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, combinations
from typing import Final

from travelagent.assistant.quantities.values import Quantity

APPROXIMATELY: Final = 0.075
ABOUT_A_TIME: Final = 10.0
SUMMED: Final = 8  # so many values are summed in every choice of them at most
EXPRESSION_CHARS: Final = 160
_EQUALS: Final = re.compile(r"[^\d\n+＋×x*−-]{0,8}[=＝≈][^\d\n]{0,4}$")
_TERM: Final = re.compile(
    r"(?:^|(?P<sign>[+＋×*−-]|(?<=[\d ])x(?=[\d ])))[^\d+＋×*−=-]*(?P<digits>\d[\d,]*(?:\.\d+)?)[^\d+＋×x*−=-]{0,8}$"
)


def agrees(claim: Quantity, value: float) -> bool:
    """Return whether a fact's value agrees with a claim, within the rounding that the claim's wording allows."""
    if claim.kind == "clock":
        leeway = ABOUT_A_TIME if claim.bound == "about" else claim.unit / 2
        is_ambiguous = claim.noun == "half" and claim.value < 720
        times = [claim.value, claim.value + 720] if is_ambiguous else [claim.value]
        return any(abs(at - value) % 1440 <= leeway for at in times)
    off, size = value - claim.value, abs(claim.value)
    rounding = claim.unit / 2 + 1e-6
    if abs(off) <= rounding or (size >= 100 and claim.unit == 1 and abs(off) < 1):
        return True
    match claim.bound:
        case "about":
            return abs(off) <= _leeway(claim)
        case "over":
            return 0 <= off <= min(claim.grain if claim.grain >= size * 0.02 else size * 0.05, size * 0.3)
        case "under":
            return 0 <= -off <= (1.0 if size <= 5 else size * 0.15)
        case "":
            return claim.grain > claim.unit and abs(off) <= min(claim.grain / 2, size * 0.01)


def _leeway(claim: Quantity) -> float:
    """Return how far a fact may be from a value with `about`: half of the last stated place, within limits by kind."""
    size = abs(claim.value)
    if claim.kind == "minutes":
        return max(5.0, min(claim.grain / 2, 20.0, size * 0.15))
    if claim.kind in ("celsius", "days"):
        return max(1.0, claim.unit)
    return max(claim.unit / 2, min(claim.grain / 2, size * APPROXIMATELY))


def is_among(claim: Quantity, values: Iterable[float]) -> bool:
    """Return whether any of the values agrees with the claim."""
    return any(agrees(claim, value) for value in values)


def exact(claim: Quantity) -> Quantity:
    """Return the claim with next to no leeway, for values of which there are many."""
    if claim.bound == "over":
        return claim
    grain = max(claim.unit, abs(claim.value) * 0.02) if claim.bound == "about" else claim.unit
    return replace(claim, grain=min(claim.grain, grain))


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
    """Return the value of the sum or product before the `=` that ends a text: `90 + 2 × 45 =`; None without one."""
    before = before[-EXPRESSION_CHARS:].rpartition("\n")[2]
    equals = _EQUALS.search(before)
    total, factor, terms, end = 0.0, 1.0, 0, equals.start() if equals else 0
    while end and (term := _TERM.search(before[:end])):
        value, is_factor = float(term["digits"].replace(",", "")) * factor, term["sign"] in ("×", "x", "*")
        factor = value if is_factor else 1.0
        total += 0.0 if is_factor else -value if term["sign"] in ("−", "-") else value
        terms, end = terms + 1, term.start()
    return total if terms > 1 else None
