"""Sights asked for by a measure: the order, the distance and the kinds that a clause names."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, get_args

from pydantic import TypeAdapter

from travelagent.assistant.lexer.tokens import Token
from travelagent.briefs.acts import Order

_WORDS: Final = Path(__file__).parent.parent / "data" / "superlatives.toml"
_DISTANCE: Final = re.compile(
    r"(\d{1,4}(?:\.\d)?)\s?(km\b|kilomet(?:er|re)s?\b|m\b|met(?:er|re)s?\b|公里|千米|米)", re.ASCII
)
_KILOMETRES: Final = ("k", "公", "千")
_ORDERS: Final[tuple[Order, ...]] = get_args(Order)
_PLACES: Final = frozenset({"sight", "city", "quarter"})


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a clause asks for: its order, the kilometres around a place, whether free sights alone."""

    order: Order
    within_km: float | None
    is_free: bool


@cache
def _rules() -> Mapping[str, re.Pattern[str]]:
    rows = TypeAdapter(dict[str, list[str]]).validate_python(tomllib.loads(_WORDS.read_text(encoding="utf-8")))
    return {name: re.compile("|".join(map(_bounded, words)), re.ASCII) for name, words in rows.items()}


def _bounded(word: str) -> str:
    return rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word)


def ranking_of(text: str, tokens: Sequence[Token], *, planned: bool) -> Ranking | None:
    """Return what a clause asks for by a measure; None where it names no measure, or neither a kind nor a place. `text`
    is the clause's own; `planned`: the cities of a plan may be meant."""
    folded, found = text.lower(), _rules()
    named = {token.value.kind for token in tokens if token.type == "place"} & _PLACES
    things = any(token.type == "kind" for token in tokens) or bool(found["things"].search(folded))
    distance = _DISTANCE.search(folded)
    orders = [(match.start(), name) for name in _ORDERS if (match := found[name].search(folded))]
    free, every = bool(found["free"].search(folded)), bool(found["all"].search(folded))
    measured = bool(orders) or (free and every)
    if distance is None and not (measured and things and (named or planned)):
        return None
    if distance is not None and not (measured or things):
        return None
    return Ranking(min(orders)[1] if orders else "best", _km(distance) if distance else None, free)


def _km(distance: re.Match[str]) -> float:
    number = float(distance[1])
    return number if distance[2].startswith(_KILOMETRES) else number / 1000
