"""Words that stand where a destination would but name no known place: they are asked about, not guessed.

Looked for only in a message that names no place, in what no extractor has explained. A Latin word counts when it is
capitalised, or when the message knows no capitals and the word is no common one.
"""

import re
from collections.abc import Iterator
from functools import cache

from travelagent.assistant.lexer.sentence import Sentence
from travelagent.assistant.offline.reading.lexicon import TAKEN, pattern, table


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(table("unknown")[name].split())


def read_unknown(sentence: Sentence, rest: str) -> tuple[str, ...]:
    """The surface of the first unknown destination, or nothing."""
    for match in pattern("unknown", "say").finditer(rest):
        name = next(name for name, value in match.groupdict().items() if value)
        start, end = match.span(name)
        if name.startswith("capital") and not sentence.text[start].isupper():
            continue
        for surface in _names(sentence, rest, start, end):
            return (surface,)
    return ()


def _names(sentence: Sentence, rest: str, start: int, end: int) -> Iterator[str]:
    word, surface = rest[start:end], sentence.text[start:end]
    if word.isascii():
        kept: list[str] = []
        for piece in re.finditer(r"\S+", surface):
            spelt = piece[0].lower().strip("'’")
            common = not _words("stop_en").isdisjoint({spelt, re.split("['’]", spelt)[0]})  # that's, what's
            capital = piece[0][0].isupper()
            if common or not (capital or (not kept and sentence.text.islower())):
                break
            kept.append(piece[0])
        if kept:
            yield " ".join(kept)
    elif TAKEN not in word and not set(word) & set(table("unknown")["stop_zh"]):
        if not any(known in word for known in _words("words_zh")):
            yield surface
