"""How: the pace, the tier of spending, the diet and what somebody needs of a place, each by the words people use for
it, never from an amount.
"""

from dataclasses import dataclass
from functools import cache
from re import Pattern
from typing import cast

from travelagent.assistant.offline.reading.lexicon import blank, compiled, pattern, table
from travelagent.assistant.offline.values import Pace, Tier


@dataclass(frozen=True, slots=True)
class Manner:
    """`only_cheap`: nothing but a word for cheap says the tier. `needs`: wheelchair, stroller."""

    pace: Pace | None = None
    tier: Tier | None = None
    diet: tuple[str, ...] = ()
    only_cheap: bool = False
    needs: tuple[str, ...] = ()


def read_manner(rest: str) -> tuple[Manner, str]:
    """Pace, tier and diet, and the text without them."""
    found = [(match.start(), diet, match.end()) for diet, rule in _refusals() for match in rule.finditer(rest)]
    for start, _, end in found:
        rest = blank(rest, start, end)
    for diet in table("manner")["diet"]:
        for match in pattern("manner", "diet", diet).finditer(rest):
            found.append((match.start(), diet, match.end()))
            rest = blank(rest, *match.span())
    only_cheap = not pattern("manner", "more_than_cheap").search(rest)
    needs = tuple(need for need in table("manner")["needs"] if pattern("manner", "needs", need).search(rest))
    tier, rest = _first(rest, "tier")
    pace, rest = _first(rest, "pace")
    diets = tuple(dict.fromkeys(diet for _, diet, _ in sorted(found)))
    return Manner(cast(Pace | None, pace), cast(Tier | None, tier), diets, tier == "budget" and only_cheap, needs), rest


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
