"""Questions that state their subject: a pass, a lift, the sunset, the best of a kind.

The subject decides the topic, whatever the words around it look like, and such a question is no wish for the trip.
"""

import dataclasses
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from travelagent.assistant.embedded.reading.clause_words import wants_telling
from travelagent.assistant.embedded.reading.clauses import Clause, clauses
from travelagent.assistant.embedded.reading.reading import Reading, Segment
from travelagent.assistant.embedded.reading.superlatives import ranking_of
from travelagent.assistant.lexer.places import city_of
from travelagent.assistant.lexer.tokens import Token
from travelagent.assistant.lexer.words import cues
from travelagent.catalog import source

_WORDS: Final = Path(__file__).parent.parent / "data" / "matters.toml"
_ASKS: Final = "ask."
_MARKS: Final = frozenset("?？")
RANKING, CHOICE = "ranking", "choice"
_WHICH_PART: Final = (
    "whichpart",
    "whichsection",
    "whichstretch",
    "whichbit",
    "whichoneof",
    "哪一段",
    "哪段",
    "哪个段",
    "哪部分",
    "哪一部分",
)
"""What asks for one of several sights that share a name, written together."""
_KEPT: Final = frozenset({"figures", "recommend", "undo", "redo", "ask.crowds"})
"""Acts that a matter beside them does not change."""


@cache
def matters() -> Mapping[str, str]:
    """Return the topic of every word for a subject."""
    rows = TypeAdapter(dict[str, list[str]]).validate_python(tomllib.loads(_WORDS.read_text(encoding="utf-8")))
    return {word: topic for topic, words in rows.items() for word in words}


def with_matters(reading: Reading, *, planned: bool) -> Reading:
    """Return the reading with a segment of its own for every clause that asks about a matter. `planned`: a plan stands
    whose cities may be meant."""
    parts = clauses(reading.tokens, reading.text)
    segments = (piece for segment in reading.segments for piece in _parted(segment, parts, reading, planned=planned))
    return dataclasses.replace(reading, segments=tuple(segments))


def _parted(segment: Segment, parts: tuple[Clause, ...], reading: Reading, *, planned: bool) -> Iterator[Segment]:
    """A segment, its clauses about a matter taken out of it."""
    about_one = segment.act == "figures" and _around_a_sight(segment, reading)
    if segment.act in _KEPT and not about_one and not namesakes(reading.tokens[segment.first : segment.last]):
        yield segment
        return
    begin = segment.first
    for part in parts:
        first, last = max(part.first, segment.first), min(part.last, segment.last)
        topic = _topic(reading, first, last, planned=planned) if first < last else ""
        if not topic:
            continue
        if segment.act.startswith(_ASKS) and not _asks(reading, begin, first):
            first = begin  # what leads to a question belongs to it
        if begin < first:
            yield dataclasses.replace(segment, first=begin, last=first)
        yield Segment(f"{_ASKS}{topic}", first, last, 1.0)
        begin = last
    if begin < segment.last:
        yield dataclasses.replace(segment, first=begin)


def _around_a_sight(segment: Segment, reading: Reading) -> bool:
    """Whether a question for figures names a sight, or where one stays: statistics are of cities."""
    tokens = reading.tokens[segment.first : segment.last]
    sights = any(token.type == "place" and token.value.kind == "sight" for token in tokens)
    return sights or any("hotel" in each for each in cues(tokens))


def namesakes(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return the sights of one name among which a clause asks to choose: which part of the Great Wall, 长城哪一段."""
    text = "".join(token.text.lower() for token in tokens)
    if not any(word in text for word in _WHICH_PART):
        return ()
    named = [token for token in tokens if token.type == "place" and token.value.kind == "sight"]
    if len(named) != 1:
        return ()
    name, city = named[0].text.lower().removeprefix("the "), city_of(named[0].value.id)
    sights = [s for s in source.sights_of(city) if name in s.name_en.lower() or name in s.name_zh]
    return tuple(sight.id for sight in sights) if len(sights) > 1 else ()


def _topic(reading: Reading, first: int, last: int, *, planned: bool) -> str:
    """The topic of the first matter that a clause names, if it asks; else none."""
    tokens = reading.tokens[first:last]
    text = reading.text[tokens[0].start : tokens[-1].end]
    if ranking_of(text, tokens, planned=planned) is not None:
        return RANKING
    if namesakes(tokens):
        return CHOICE
    if not _asks(reading, first, last):
        return ""
    return next((topic for word, topic in matters().items() if _holds(text.lower(), tokens, word)), "")


def _asks(reading: Reading, first: int, last: int) -> bool:
    """Whether the tokens from `first` to `last` (exclusive) hold a question."""
    tokens = reading.tokens[first:last]
    if not tokens:
        return False
    marked = any(token.text in _MARKS for token in tokens)
    return marked or wants_telling(reading.text[tokens[0].start : tokens[-1].end])


def _holds(folded: str, tokens: tuple[Token, ...], word: str) -> bool:
    """Whether a text has a word: a Latin one between its bounds."""
    at = folded.find(word)
    while at >= 0:
        before, behind = folded[at - 1 : at], folded[at + len(word) : at + len(word) + 1]
        if not word.isascii() or not (_is_latin(before) or _is_latin(behind)):
            return not _in_a_name(folded, tokens, at)
        at = folded.find(word, at + 1)
    return False


def _is_latin(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()


def _in_a_name(folded: str, tokens: tuple[Token, ...], at: int) -> bool:
    """Whether a place at this character of the clause has the word in its name ("Santa Justa Lift")."""
    begin = tokens[0].start
    return any(token.type == "place" and token.start <= begin + at < token.end for token in tokens)
