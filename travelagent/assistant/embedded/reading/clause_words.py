"""Words of closed classes that tell what a clause is about to do (data/clause_words.toml)."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict

from travelagent.assistant.lexer.tokens import Token

_WORDS: Final = Path(__file__).parent.parent / "data" / "clause_words.toml"
_LEAST_WORDS, _LEAST_HAN = 2, 2
"""So many words, or Chinese characters, beside the fillers make a clause one with content."""
_NUMBERS: Final = frozenset({"mark", "number", "numeral"})


class ClauseWords(BaseModel):
    """The word lists by which clauses are classified, as the data file has them."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    fillers_zh: tuple[str, ...]
    fillers_en: frozenset[str]
    asks_zh: tuple[str, ...]
    asks_en: frozenset[str]
    requests: tuple[str, ...]
    refuses: frozenset[str]
    dislikes: tuple[str, ...]
    alternatives: frozenset[str]
    withdraws: tuple[str, ...]
    known: tuple[str, ...]
    undoes: tuple[str, ...]
    redoes: tuple[str, ...]
    remembers: tuple[str, ...]
    wishes_zh: tuple[str, ...]
    wishes_en: frozenset[str]
    conditions: tuple[str, ...]
    health_zh: tuple[str, ...]
    health_en: tuple[str, ...]
    leaves: tuple[str, ...]
    stops: tuple[str, ...]
    caps: tuple[str, ...]


@cache
def clause_words() -> ClauseWords:
    """Return the lists of the file."""
    return ClauseWords.model_validate(tomllib.loads(_WORDS.read_text(encoding="utf-8")))


@cache
def _chinese_fillers() -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, sorted(clause_words().fillers_zh, key=len, reverse=True))))


def has_content(tokens: Sequence[Token]) -> bool:
    """Return whether a clause has more than fillers and numbers."""
    telling = [token for token in tokens if token.type not in _NUMBERS]
    words = [t for t in telling if t.text.isascii() and t.text.lower() not in clause_words().fillers_en]
    han = _chinese_fillers().sub("", "".join(token.text for token in telling if not token.text.isascii()))
    return len(words) >= _LEAST_WORDS or len(han) >= _LEAST_HAN


def wants_telling(text: str) -> bool:
    """Return whether a clause asks what, which, how many or which of two: such a question requests no change."""
    folded = text.lower()
    asks = folded.split(maxsplit=1)[:1] and folded.split(maxsplit=1)[0].replace("'", "") in clause_words().asks_en
    asks = asks or any(word in folded for word in clause_words().asks_zh)
    return bool(asks) and not any(word in folded for word in clause_words().requests)


def wishes(tokens: Sequence[Token]) -> bool:
    """Return whether a clause requests something, rather than narrates or sets a condition."""
    words = [token.text.lower() for token in tokens]
    text, spaced = "".join(words), " ".join(words)
    if any(word in (spaced if word.isascii() else text) for word in clause_words().conditions):
        return False
    return any(word in text for word in clause_words().wishes_zh) or not clause_words().wishes_en.isdisjoint(words)


def is_of_health(tokens: Sequence[Token]) -> bool:
    """Return whether a clause speaks of somebody's body, or of what they cannot eat or bear."""
    words = [token.text.lower() for token in tokens]
    text = "".join(words)
    return any(word in text for word in clause_words().health_zh) or any(
        word.startswith(clause_words().health_en) for phrase in words for word in phrase.split()
    )


def keeps_in_mind(text: str) -> bool:
    """Return whether a clause asks to remember something for other trips, too."""
    folded = text.lower()
    return any(word in folded for word in clause_words().remembers)


def withdraws(text: str) -> bool:
    """Return whether a clause withdraws something."""
    folded = text.lower()
    return any(word in folded for word in clause_words().withdraws)


def goes_back(text: str) -> bool:
    """Return whether a clause asks for an undo, rather than for a redo."""
    folded = text.lower()
    undoes = any(word in folded for word in clause_words().undoes)
    return undoes and not any(word in folded for word in clause_words().redoes)
