"""Likes and refusals: the tags of what is wished for, and the categories or tags of what is not.

Every taste is a row of words with its tag and, where one is nearer, its category of sights. A taste is refused when a
refusing word stands before it in its clause or right behind it; a list shares its refusal (不要博物馆和动物园).
不要错过 refuses nothing.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from travelagent.assistant.offline.reading.lexicon import HIDDEN, TAKEN, blank, compiled, pattern, table

_REACH: Final = 44
_NEXT: Final = 3
_JOINED: Final = frozenset("、和与跟及")
_CHANGED: Final = re.compile("[换改]成")
_CLAUSE: Final = re.compile(r".*[.;!?。\n]|.*,(?! ?(?:\w+,|\w+ (?:and|or) \w+))", re.ASCII)
_CLAUSE_ENDS: Final = re.compile(r" ?[,.;!?。\n]")
_LIST: Final = re.compile(
    r"^\s*(?:[和与跟、,/&]|或者?|以及|还有|,? ?(?:or|and|nor)(?: the| any)?)\s*(?:[逛去看爬]|the|any)?\s*$"
)


@dataclass(frozen=True, slots=True)
class Tastes:
    """Tags and refused categories or tags in the order said; `untagged` are the tags of what is refused.

    `words` are the spans of the likes with their tags, `unwanted` those of the refusals with what is refused.
    """

    interests: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    untagged: tuple[str, ...] = ()
    words: tuple[tuple[int, int, str], ...] = ()
    unwanted: tuple[tuple[int, int, str], ...] = ()


@cache
def _words() -> tuple[tuple[re.Pattern[str], dict[str, Any]], ...]:
    return tuple((compiled(row["say"]), row) for row in table("tastes")["taste"])


def kinds_named(text: str) -> tuple[str, ...]:
    """The categories of sights that a text names by a word for them: the castle."""
    return tuple(row["category"] for regex, row in _words() if "category" in row and regex.search(text))


def read_tastes(rest: str) -> tuple[Tastes, str]:
    """Likes and refusals, and the text without them."""
    for match in (
        *pattern("tastes", "no_taste", "say").finditer(rest),
        *pattern("tastes", "refused", "double").finditer(rest),
    ):
        rest = rest[: match.start()] + HIDDEN * len(match[0]) + rest[match.end() :]
    found: list[tuple[int, int, dict[str, Any]]] = []
    blanked = rest
    for regex, row in _words():
        for match in regex.finditer(blanked):
            found.append((*match.span(), row))
        for start, end, _ in found:
            blanked = blank(blanked, start, end)
    found.sort(key=lambda item: item[0])
    liked: dict[str, None] = {}
    avoided: dict[str, None] = {}
    untagged: dict[str, None] = {}
    words: list[tuple[int, int, str]] = []
    unwanted: list[tuple[int, int, str]] = []
    for (start, end, row), refused in zip(found, _refusals(rest, found), strict=True):
        if refused:
            if row["tag"] != "food" or "category" in row:
                avoided[row.get("category", row["tag"])] = None
                unwanted.append((start, end, row.get("category", row["tag"])))
            untagged[row["tag"]] = None
        else:
            liked[row["tag"]] = None
            words.append((start, end, row["tag"]))
    interests = tuple(tag for tag in liked if tag not in avoided)
    lost = tuple(tag for tag in untagged if tag not in liked)
    return Tastes(interests, tuple(avoided), lost, tuple(words), tuple(unwanted)), blanked


def _refusals(rest: str, found: list[tuple[int, int, dict[str, Any]]]) -> list[bool]:
    """Which of the tastes are refused; a list shares its refusal, said before it or behind it."""
    refused = [False] * len(found)
    for number, (start, end, _) in enumerate(found):
        following = found[number + 1][0] if number + 1 < len(found) else len(rest) + _REACH
        listed = number > 0 and refused[number - 1] and _LIST.search(rest[found[number - 1][1] : start]) is not None
        refused[number] = listed or _refused(rest, start, end, following)
    for number in range(len(found) - 1, 0, -1):
        between = rest[found[number - 1][1] : found[number][0]]
        if refused[number] and _refused_behind(rest, found[number][1]) and (not between or between in _JOINED):
            refused[number - 1] = True
    return refused


def _refused_behind(rest: str, end: int) -> bool:
    return pattern("tastes", "refused", "after").search(rest[end : end + 16]) is not None


def _refused(rest: str, start: int, end: int, following: int) -> bool:
    """Whether the words around a taste refuse it; 不喜欢 behind it may belong to the one that follows."""
    behind = pattern("tastes", "refused", "after").search(rest[end : end + 16])
    if behind and (_CHANGED.search(behind[0]) or _CLAUSE_ENDS.match(rest, end + behind.end())):
        return True
    if behind and following - (end + behind.end()) > _NEXT:
        return True
    before = rest[max(0, start - _REACH) : start]
    cut = _CLAUSE.match(before)
    before = before[cut.end() :] if cut else before
    before = before.rsplit(TAKEN, 1)[-1] if before.endswith(TAKEN) else before
    match = pattern("tastes", "refused", "before").search(before)
    if match is None:
        return False
    word = before[match.start() :]
    return pattern("tastes", "refused", "ends").search(word) is None
