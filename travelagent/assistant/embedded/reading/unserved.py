"""The clauses of a wish for a trip that say something of which no field of the brief was filled."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from travelagent.assistant.embedded.reading.clauses import Clause, clauses
from travelagent.assistant.embedded.reading.reading import Reading

_FILLERS: Final = Path(__file__).parent.parent / "data" / "fillers.toml"
_LONGEST: Final = 60
"""A clause of more characters is a story rather than a wish."""
_LEAST_WORDS, _LEAST_HAN = 2, 2
"""So many words, or Chinese characters, beside the fillers make a clause one that says something."""
_MENTIONS: Final = ".other"


@cache
def _fillers() -> tuple[frozenset[str], re.Pattern[str]]:
    """Words that wish for nothing by themselves: the English ones, and a pattern of the Chinese ones."""
    rows = TypeAdapter(dict[str, list[str]]).validate_python(tomllib.loads(_FILLERS.read_text(encoding="utf-8")))
    longest = sorted(rows["zh"], key=len, reverse=True)
    return frozenset(rows["en"]), re.compile("|".join(map(re.escape, longest)))


def unserved_clauses(reading: Reading) -> tuple[str, ...]:
    """Return the texts of clauses of a plan that carry no value and are more than fillers."""
    return tuple(_unserved(reading))


def _unserved(reading: Reading) -> Iterator[str]:
    plans = [segment for segment in reading.segments if segment.act == "plan"]
    for clause in clauses(reading.tokens, reading.text):
        if not any(segment.first <= clause.first < segment.last for segment in plans):
            continue
        roles = [reading.roles[n][0] for n in range(clause.first, clause.last) if n in reading.roles]
        text = reading.text[reading.tokens[clause.first].start : reading.tokens[clause.last - 1].end]
        if (
            all(role.endswith(_MENTIONS) for role in roles)
            and _says_something(clause, reading)
            and len(text) <= _LONGEST
        ):
            yield text.strip(" ,，。.;；!！~～\n")


def _says_something(clause: Clause, reading: Reading) -> bool:
    """Whether there is more in a clause than fillers and values."""
    tokens = [t for t in reading.tokens[clause.first : clause.last] if t.type not in ("mark", "number", "numeral")]
    english, chinese = _fillers()
    words = [t for t in tokens if t.text.isascii() and t.text.lower() not in english]
    han = chinese.sub("", "".join(t.text for t in tokens if not t.text.isascii()))
    return len(words) >= _LEAST_WORDS or len(han) >= _LEAST_HAN
