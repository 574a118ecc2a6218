"""How: the pace, the tier of spending, the diet and what somebody needs of a place, each by the words people use for
it, never from an amount.
"""

from dataclasses import dataclass
from functools import cache
from re import Pattern
from typing import cast

from travelagent.assistant.offline.reading.lexicon import blank, compiled, pattern, table
from travelagent.assistant.offline.values import Pace, Tier
from travelagent.assistant.questions.numerals import count
from travelagent.plans.values import PACES


@dataclass(frozen=True, slots=True)
class Manner:
    """`only_cheap`: nothing but a word for cheap says the tier. `needs`: wheelchair, walking, altitude, stroller.
    `most`: at most so many sights a day, which `pace` then keeps to where a pace does."""

    pace: Pace | None = None
    tier: Tier | None = None
    diet: tuple[str, ...] = ()
    only_cheap: bool = False
    needs: tuple[str, ...] = ()
    most: int | None = None


def read_manner(rest: str, most: int | None = None) -> tuple[Manner, str]:
    """Pace, tier and diet, and the text without them; `most` is what `read_most` has read."""
    found = [(match.start(), diet, match.end()) for diet, rule in _refusals() for match in rule.finditer(rest)]
    for start, _, end in found:
        rest = blank(rest, start, end)
    said = [
        (match.start(), diet, match.end())
        for diet in table("manner")["diet"]
        for match in pattern("manner", "diet", diet).finditer(rest)
    ]
    for start, _, end in said:
        rest = blank(rest, start, end)
    found += said
    only_cheap = not pattern("manner", "more_than_cheap").search(rest)
    needs = tuple(need for need in table("manner")["needs"] if pattern("manner", "needs", need).search(rest))
    tier, rest = _first(rest, "tier")
    pace, rest = _first(rest, "pace")
    pace = (_pace_of(most) if most else None) or pace
    diets = tuple(dict.fromkeys(diet for _, diet, _ in sorted(found)))
    cheap = tier == "budget" and only_cheap
    return Manner(cast(Pace | None, pace), cast(Tier | None, tier), diets, cheap, needs, most), rest


def read_most(rest: str) -> tuple[int | None, str]:
    """At most how many sights a day are wished for, and the text without that."""
    match = pattern("manner", "most", "a_day").search(rest)
    if match is None:
        return None, rest
    return count(next(filter(None, match.groups()))), blank(rest, *match.span())


def _pace_of(most: int) -> Pace | None:
    """The pace with at most so many visits a day, the slowest one where all have more; None where each has fewer."""
    paces = sorted(PACES, key=lambda pace: PACES[pace].visits)
    if most > PACES[paces[-1]].visits:
        return None
    return next((pace for pace in reversed(paces) if PACES[pace].visits <= most), paces[0])


@cache
def _refusals() -> tuple[tuple[str, Pattern[str]], ...]:
    """Each diet that is told by a food, with what says that this food is not eaten."""
    foods, frames = table("manner")["food"], table("manner")["refused_food"]["say"]
    return tuple((diet, compiled([frame.replace("<F>", food) for frame in frames])) for diet, food in foods.items())


def _first(rest: str, kind: str) -> tuple[str | None, str]:
    """The value whose word comes first; all its kind's words are blanked out."""
    first: tuple[int, str] | None = None
    for value in table("manner")[kind]:
        for match in pattern("manner", kind, value).finditer(rest):
            refused = kind == "tier" and pattern("manner", "tier_refused", "before").search(rest[: match.start()][-20:])
            if not refused and (first is None or match.start() < first[0]):
                first = match.start(), value
            rest = blank(rest, *match.span())
    return (first[1] if first else None), rest
