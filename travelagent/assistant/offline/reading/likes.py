"""What a message says one loves that is narrower than a taste, or none at all: bookshops, steam trains, 蒸汽火车."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Final

from travelagent.assistant.offline.reading.lexicon import pattern, table
from travelagent.assistant.offline.reading.message import read_message

_WORDS: Final = 3
_CHARACTERS: Final = 6


@dataclass(frozen=True, slots=True)
class Like:
    """Its words as they are written, and what tells of it in the names and notes of sights."""

    words: str
    tells: re.Pattern[str]


def likes_told(said: str, today: date) -> tuple[Like, ...]:
    """What a message says one loves, without what is read as a taste or a wish anyway."""
    text = read_message(said, today).sentence.masked
    found = (match for match in pattern("likes", "cue").finditer(text))
    named = (match[0] for row in _named() for match in row.finditer(text))
    words = dict.fromkeys([*(word for match in found for word in _words(match["en"] or match["zh"])), *named])
    likes = (_like(word, today) for word in words)
    return tuple(like for like in likes if like)


def _words(loved: str) -> Iterator[str]:
    end = pattern("likes", "ends").search(loved)
    for word in pattern("likes", "joint").split(loved[: end.start()] if end else loved):
        yield pattern("likes", "around").sub("", word.strip()).strip()


def _like(word: str, today: date) -> Like | None:
    if narrow := next((row for row in _narrow() if row[0].search(word)), None):
        return Like(word, narrow[1])
    short = len(word.split()) <= _WORDS if word.isascii() else len(word) <= _CHARACTERS
    plain = re.fullmatch(r"[a-z' -]{4,}|[一-鿿]{2,}", word) is not None
    if not (short and plain) or pattern("likes", "stop").search(word) or read_message(word, today).fills:
        return None
    stem = re.sub(r"(?:e?s)$", "", word) if word.isascii() else word
    return Like(word, re.compile(rf"\b{re.escape(stem)}" if word.isascii() else re.escape(stem)))


@cache
def _named() -> tuple[re.Pattern[str], ...]:
    """What is loved wherever it is said."""
    return tuple(re.compile(row["named"]) for row in table("likes")["narrow"] if "named" in row)


@cache
def _narrow() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple((re.compile(row["say"]), re.compile(row["tells"])) for row in table("likes")["narrow"])
