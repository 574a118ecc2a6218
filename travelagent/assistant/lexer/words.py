"""Lexicons: words of a closed class with what they stand for, found by the longest match."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, TypeAdapter

from travelagent.assistant.lexer.tokens import PLAIN, PersonValue, Token
from travelagent.catalog.spectacles import Spectacle

_DATA: Final = Path(__file__).parent / "data"
_DEGREES_EN: Final = "(?:too|so|that|very|really) (?:many|much|long)|(?:a )?lots? of|too|so|very|really|many|much|any"
_DEGREES_ZH: Final = "太多?|很|特别|过于|那么|这么"
_GRADED: Final = frozenset({"need", "diet"})
"""The groups of words of which a degree does not change what they mean: a pace that is very slow is not a slow one."""


class _Person(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    key: str
    words: list[str]
    adults: int = 0
    children: int = 0
    elder: bool = False
    speaker: bool = False
    vague: bool = False


class _Persons(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    person: list[_Person]


class Lexicon:
    """Words with their values; Latin words count as whole words, others anywhere.

    `graded`: adverbs of degree may stand inside a phrase (can't do *many* stairs, 不要*太*辣) and change nothing.
    """

    def __init__(self, values: Mapping[str, Any], *, graded: bool = False) -> None:
        self._values = dict(values)
        longest = sorted(self._values, key=len, reverse=True)
        self._patterns = {word: (_latin_pattern if word.isascii() else _han_pattern)(word, graded) for word in longest}
        latin = "|".join(pattern for word, pattern in self._patterns.items() if word.isascii())
        other = "|".join(pattern for word, pattern in self._patterns.items() if not word.isascii())
        self._pattern = re.compile(rf"(?<![a-z'’])(?:{latin})(?![a-z])|(?:{other})", re.ASCII)

    def find(self, folded: str) -> Iterator[tuple[int, int, Any]]:
        """Start, end and value of each word of a folded text, the longest at a place, without overlaps."""
        for match in self._pattern.finditer(folded):
            yield *match.span(), self._values[match[0] if match[0] in self._values else self._plain(match[0])]

    def _plain(self, text: str) -> str:
        """Return the word that a text is with adverbs of degree in it."""
        return next(word for word, pattern in self._patterns.items() if re.fullmatch(pattern, text))


def _latin_pattern(word: str, graded: bool) -> str:
    return rf" (?:(?:{_DEGREES_EN}) )?".join(map(re.escape, word.split(" "))) if graded else re.escape(word)


def _han_pattern(word: str, graded: bool) -> str:
    return rf"(?:{_DEGREES_ZH})?".join(map(re.escape, word)) if graded else re.escape(word)


def _load(name: str) -> Any:
    return tomllib.loads((_DATA / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def persons() -> Lexicon:
    """Return the words for persons."""
    rows = _Persons.model_validate(_load("persons")).person
    fields = ("key", "adults", "children", "elder", "speaker", "vague")
    return Lexicon({word: PersonValue(**row.model_dump(include=set(fields))) for row in rows for word in row.words})


@cache
def modes() -> Lexicon:
    """Return the words for modes of transport."""
    rows = TypeAdapter(dict[str, list[str]]).validate_python(_load("modes"))
    return Lexicon({word: mode for mode, words in rows.items() for word in words})


class _Kind(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    tag: str
    words: list[str]
    category: str = ""


@cache
def kinds() -> Lexicon:
    """Words for kinds of sight and activity with the tag and, where one is nearer, the category."""
    rows = TypeAdapter(dict[str, list[_Kind]]).validate_python(_load("kinds"))["kind"]
    return Lexicon({word: (row.tag, row.category) for row in rows for word in row.words})


@cache
def spectacles() -> Lexicon:
    """Words for what is to be seen in its weeks of the year."""
    rows = TypeAdapter(dict[Spectacle, list[str]]).validate_python(_load("spectacles"))
    return Lexicon({word: spectacle for spectacle, words in rows.items() for word in words})


@cache
def manners() -> Mapping[str, Lexicon]:
    """Words for the pace, the class of hotel, needs and diets, each with its value."""
    groups = TypeAdapter(dict[str, dict[str, list[str]]]).validate_python(_load("manners"))
    return {
        group: Lexicon({word: value for value, words in values.items() for word in words}, graded=group in _GRADED)
        for group, values in groups.items()
    }


def find_kinds(folded: str) -> Iterator[Token]:
    """Yield the kinds of sights that a folded text mentions."""
    for start, end, value in kinds().find(folded):
        yield Token("kind", start, end, folded[start:end], value[0], value)


def find_manners(folded: str) -> Iterator[Token]:
    """Yield the words for manners of travel in a folded text, their group as the type of the token."""
    for group, lexicon in manners().items():
        for start, end, value in lexicon.find(folded):
            yield Token(group, start, end, folded[start:end], value, value)  # type: ignore[arg-type]  # the groups are types


@cache
def _cues() -> Mapping[str, tuple[str, ...]]:
    """The classes of every cue word."""
    rows = TypeAdapter(dict[str, list[str]]).validate_python(_load("cues"))
    found: dict[str, list[str]] = {}
    for name, words in rows.items():
        for word in words:
            found.setdefault(word, []).append(name)
    return {word: tuple(names) for word, names in found.items()}


def cues(tokens: Sequence[Token]) -> list[frozenset[str]]:
    """Return, for each token, the classes of the cue words that it is or is a part of."""
    texts = [token.text if token.type in PLAIN or token.type == "mode" else "\x00" for token in tokens]
    return [_cue_classes(texts, at) for at in range(len(tokens))]


def _cue_classes(texts: Sequence[str], at: int) -> frozenset[str]:
    """The classes of the cue words that the token at an index is a part of: of up to four single characters, or up to
    three Latin words."""
    known = _cues()
    joint, most = (" ", 3) if texts[at].isascii() else ("", 4)
    found: set[str] = set()
    for size in range(1, most + 1):
        for start in range(max(0, at - size + 1), at + 1):
            if start + size <= len(texts):
                found.update(known.get(joint.join(texts[start : start + size]), ()))
    return frozenset(found)


def find_persons(folded: str) -> Iterator[Token]:
    """Yield the persons that a folded text mentions."""
    for start, end, value in persons().find(folded):
        yield Token("person", start, end, folded[start:end], value.key, value)


def find_modes(folded: str) -> Iterator[Token]:
    """Yield the modes of transport that a folded text mentions."""
    for start, end, mode in modes().find(folded):
        yield Token("mode", start, end, folded[start:end], mode, mode)
