"""The clauses of a wish for a trip that say something of which no field of the brief was filled."""

from collections.abc import Iterator
from typing import Final

from travelagent.assistant.embedded.reading.clause_words import says_something
from travelagent.assistant.embedded.reading.clauses import clauses
from travelagent.assistant.embedded.reading.reading import Reading

_LONGEST: Final = 60
"""A clause of more characters is a story rather than a wish."""
_MENTIONS: Final = ".other"


def unserved_clauses(reading: Reading) -> tuple[str, ...]:
    """Return the texts of clauses of a plan that carry no value and are more than fillers."""
    return tuple(_unserved(reading))


def _unserved(reading: Reading) -> Iterator[str]:
    plans = [segment for segment in reading.segments if segment.act == "plan"]
    for clause in clauses(reading.tokens, reading.text):
        if not any(segment.first <= clause.first < segment.last for segment in plans):
            continue
        roles = [reading.roles[n][0] for n in range(clause.first, clause.last) if n in reading.roles]
        tokens = reading.tokens[clause.first : clause.last]
        text = reading.text[tokens[0].start : tokens[-1].end]
        if len(text) <= _LONGEST and all(role.endswith(_MENTIONS) for role in roles) and says_something(tokens):
            yield text.strip(" ,，。.;；!！~～\n")
