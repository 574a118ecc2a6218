"""Words that wish for nothing by themselves (data/fillers.toml), and what is left of a clause without them."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from travelagent.assistant.lexer.tokens import Token

_FILLERS: Final = Path(__file__).parent.parent / "data" / "fillers.toml"
_LEAST_WORDS, _LEAST_HAN = 2, 2
"""So many words, or Chinese characters, beside the fillers make a clause one that says something."""
_NUMBERS: Final = frozenset({"mark", "number", "numeral"})


@cache
def _fillers() -> tuple[frozenset[str], re.Pattern[str]]:
    """The English ones, and a pattern of the Chinese ones."""
    rows = TypeAdapter(dict[str, list[str]]).validate_python(tomllib.loads(_FILLERS.read_text(encoding="utf-8")))
    longest = sorted(rows["zh"], key=len, reverse=True)
    return frozenset(rows["en"]), re.compile("|".join(map(re.escape, longest)))


def says_something(tokens: Sequence[Token]) -> bool:
    """Whether there is more in a clause than fillers and numbers."""
    english, chinese = _fillers()
    telling = [token for token in tokens if token.type not in _NUMBERS]
    words = [token for token in telling if token.text.isascii() and token.text.lower() not in english]
    han = chinese.sub("", "".join(token.text for token in telling if not token.text.isascii()))
    return len(words) >= _LEAST_WORDS or len(han) >= _LEAST_HAN
