"""The words by which a change of the plan is read (data/edits.toml), found over tokens by the longest match."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from travelagent.assistant.lexer.tokens import Token

_WORDS: Final = Path(__file__).parent.parent / "data" / "edits.toml"
_VALUES: Final = frozenset({"place", "airport", "date", "day", "span", "clock", "count", "age", "money", "person"})
"""Tokens of these types are values, whatever they are called; all others may be words."""
_LONGEST: Final = 6
"""So many tokens a word of the lexicon has at most."""


@dataclass(frozen=True, slots=True)
class Hit:
    """The tokens `first` to `last` (exclusive) are a word of these classes."""

    first: int
    last: int
    classes: frozenset[str]


@cache
def lexicon() -> Mapping[str, frozenset[str]]:
    """Return the classes of every word."""
    rows = TypeAdapter(dict[str, list[str]]).validate_python(tomllib.loads(_WORDS.read_text(encoding="utf-8")))
    found: dict[str, set[str]] = {}
    for name, words in rows.items():
        for word in words:
            found.setdefault(word, set()).add(name)
    return {word: frozenset(names) for word, names in found.items()}


def hits(tokens: Sequence[Token], first: int, last: int) -> Iterator[Hit]:
    """Yield the known words among the tokens from `first` to `last` (exclusive), the longest at each place, without
    overlaps.
    """
    known, at = lexicon(), first
    while at < last:
        for size in range(min(_LONGEST, last - at), 0, -1):
            classes = known.get(_joined(tokens[at : at + size]))
            if classes is not None:
                yield Hit(at, at + size, classes)
                at += size
                break
        else:
            at += 1


def _joined(tokens: Sequence[Token]) -> str:
    """Tokens as one word of the lexicon: Latin ones with blanks between, empty where one is a value. An hour that may
    be none (晚一点) counts as a word if it stands alone."""
    if any(token.type in _VALUES for token in tokens) and not (len(tokens) == 1 and tokens[0].type == "clock"):
        return ""
    texts = [token.text.lower() for token in tokens]
    return " ".join(texts) if texts[0].isascii() else "".join(texts)


def rests_at_noon(tokens: Sequence[Token]) -> bool:
    """Return whether a clause requests a rest in the middle of the day."""
    classes = frozenset().union(*(hit.classes for hit in hits(tokens, 0, len(tokens))))
    return {"rest", "noon"} <= classes and "not" not in classes
