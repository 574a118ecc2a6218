"""The word lists of the grounding check, from `words.toml` beside this file."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from travelagent.catalog import source

Bound: TypeAlias = Literal["", "about", "over", "under"]


@cache
def _lists() -> Mapping[str, Any]:
    return tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of one list; currency codes in small letters."""
    return frozenset(_lists()[name].lower().split())


_SMALL: Final = re.compile(r"(?<![\w'’-])[a-z][a-z'-]+")


@cache
def _ordinary() -> frozenset[str]:
    """The English words that the catalogue's prose has in small letters."""
    prose = [*(sight.note_en for sight in source.sights().values()), *(c.summary_en for c in source.cities().values())]
    return frozenset(word for text in prose for word in _SMALL.findall(text)) | word_list("no_place")


def is_ordinary(word: str) -> bool:
    """Whether a folded English word is an ordinary one rather than a name."""
    return word in _ordinary()


@cache
def money_signs() -> Mapping[str, frozenset[str]]:
    """Signs and words of money, in small letters, with the ISO 4217 codes that they may mean; empty for too many."""
    signs = {code: frozenset({code.upper()}) for code in word_list("codes")}
    for codes, written in _lists()["signs"].items():
        meant = frozenset() if codes == "any" else frozenset(codes.split("_"))
        signs.update(dict.fromkeys(written.split(), meant))
    return signs


@cache
def bounds() -> tuple[tuple[Bound, tuple[str, ...]], ...]:
    """The words that stand before an amount which is not exact, by what they make of it."""
    listed = _lists()["bounds"]
    kinds: tuple[Bound, ...] = ("under", "over", "about")
    return tuple((kind, tuple(word.strip() for word in listed[kind].split(","))) for kind in kinds)
