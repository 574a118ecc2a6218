"""A message prepared for reading: folded, its places found and marked, its false friends hidden.

All strings have the length of the message, so that positions mean the same in each.
"""

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice
from typing import Final

from rapidfuzz.distance import OSA

from travelagent.assistant.lexer.patterns import AREA, CITY, HIDDEN, SIGHT, pattern, table
from travelagent.catalog.airports import Airport, find_airports
from travelagent.catalog.derived import follows_places
from travelagent.catalog.matches import Mention
from travelagent.catalog.names import find_places
from travelagent.catalog.text import fold

# Longer messages are read up to here; what somebody wants stands before.
LONGEST: Final = 2_000
MOST_MENTIONS: Final = 150
"""So many places a message may name; those behind them are not looked at."""
_MARKS: Final = {"city": CITY, "world_city": CITY, "region": AREA, "country": AREA, "macro": AREA, "sight": SIGHT}
# The marks of the extractors have no meaning in a message.
_NO_MARKS: Final = dict.fromkeys(range(0xE000, 0xE020), " ")
_WORD: Final = re.compile(r"\b[a-z]{7,}\b", re.ASCII)
_POINT: Final = re.compile(r"[\d一二两三四五六七八九十早晚快慢]点$")
_BREAK: Final = re.compile(r"[,.;!?\n。；]")
_CLAUSES: Final = re.compile(r"[,.;!?\n，。；！？]|\band\b", re.ASCII)
# Behind a verb that is a city too (split a villa): what it is done to.
_OBJECT: Final = re.compile(r" (?:an?|the|it|this|that|up|our|my|between|with|all)\b")
# What is done at a sight expresses a taste beside its name: 雨崩徒步.
_DONE_THERE: Final = re.compile(r"(?:徒步|骑行|滑雪|浮潜|热气球|\bhik(?:e|ing)|\btrek(?:king)?|\btrail)$", re.ASCII)
# A lower-case word that is a city too (nice, split) counts as one where such a word stands before it.
_DOUBTFUL: Final = 0.55
_BEFORE: Final = re.compile(r"(?:\b(?:in|to|from|visit|visiting|around|near)|去|到|在|从|游|玩)\s*$", re.ASCII)


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` is the message in NFC, `folded` its folded form, `masked` that with places marked, false friends and
    airports hidden. `doubtful`: sights in lower case, which are meant where their city is at hand; not marked.
    """

    text: str
    folded: str
    masked: str
    mentions: tuple[Mention, ...]
    airports: tuple[Airport, ...] = ()
    doubtful: tuple[Mention, ...] = ()

    def before(self, position: int, reach: int = 24) -> str:
        """Return the marked text before a position, back to the start of the clause, at most `reach` characters."""
        piece = self.masked[max(0, position - reach) : position]
        breaks = list(_BREAK.finditer(piece))
        return piece[breaks[-1].end() :] if breaks else piece

    def after(self, position: int, reach: int = 24) -> str:
        """Return the marked text from a position on, up to the end of the clause, at most `reach` characters."""
        piece = self.masked[position : position + reach]
        found = _BREAK.search(piece)
        return piece[: found.start()] if found else piece


def clauses(text: str) -> list[str]:
    """Split a text into its clauses, at marks and at "and"."""
    return [clause.strip() for clause in _CLAUSES.split(text)]


@follows_places
@lru_cache(maxsize=2048)
def prepare(message: str) -> Sentence:
    """Fold a message and find its places and airports."""
    text = unicodedata.normalize("NFC", message)[:LONGEST]
    folded = _spelled(in_mandarin(fold(text).translate(_NO_MARKS)))
    hidden = [match.span() for match in pattern("false_friends", "hidden").finditer(folded)]
    hidden += [match.span() for match in pattern("false_friends", "month_persons").finditer(folded)]
    airports = find_airports(folded)
    masked = folded
    for start, end in (*hidden, *((airport.start, airport.end) for airport in airports)):
        masked = masked[:start] + HIDDEN * (end - start) + masked[end:]
    found = (replace(m, end=m.start + len(m.surface)) for m in find_places(text))
    apart = (m for m in found if not any(a.start < m.end and m.start < a.end for a in airports))
    mentions, doubtful = list[Mention](), list[Mention]()
    for mention in islice(apart, MOST_MENTIONS):
        if _stands(mention, folded, hidden):
            mentions.append(mention)
        elif mention.kind == "sight":
            doubtful.append(mention)
    for mention in mentions:
        end = mention.end
        if mention.kind == "sight" and (done := _DONE_THERE.search(folded[mention.start : end])):
            end = mention.start + done.start()
        masked = masked[: mention.start] + _MARKS[mention.kind] * (end - mention.start) + masked[end:]
    return Sentence(text, folded, masked, tuple(mentions), airports, tuple(doubtful))


def _spelled(folded: str) -> str:
    """The text with words for companions spelled right where one letter is another or two change places."""
    names = table("dialect")["companions"].split()

    def spelled(match: re.Match[str]) -> str:
        word = match[0]
        same = (name for name in names if len(name) == len(word) and name[0] == word[0])
        return next((name for name in same if OSA.distance(word, name, score_cutoff=1) <= 1), word)

    return _WORD.sub(spelled, folded)


def in_mandarin(folded: str) -> str:
    """Return the text with words of dialects replaced by Mandarin ones, sign by sign. 点 behind a number is no
    such word but the hour, nor is it one behind 早 and the like."""
    if folded.isascii():
        return folded
    words = table("dialect")["words"]
    return _dialect().sub(
        lambda match: match[0] if _POINT.search(folded, 0, match.start() + 1) else words[match[0]], folded
    )


@cache
def _dialect() -> re.Pattern[str]:
    """The words; one that begins with a figure is none behind another figure or a unit of time."""
    words = sorted(table("dialect")["words"], key=len, reverse=True)
    return re.compile("|".join(rf"(?<![\d.:：/月点年-]){word}" if word[0].isdigit() else word for word in words))


def _stands(mention: Mention, folded: str, hidden: list[tuple[int, int]]) -> bool:
    if any(start < mention.end and mention.start < end for start, end in hidden) and mention.kind != "sight":
        return False
    if mention.confidence < _DOUBTFUL and mention.surface.islower() and mention.kind not in ("country", "region"):
        return bool(_BEFORE.search(folded[: mention.start])) and not _OBJECT.match(folded, mention.end)
    return True
