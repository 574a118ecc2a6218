"""The word lists and closed classes of the grounding check, from the TOML files beside this file."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from travelagent.catalog import source

_SMALL: Final = re.compile(r"(?<![\w'’-])[a-z][a-z'-]+")


@cache
def table(name: str) -> Mapping[str, Any]:
    """Return a data file by its name without `.toml`."""
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def word_list(name: str) -> frozenset[str]:
    """Return the words of one list of `words.toml`; an underscore stands for a space."""
    return frozenset(word.replace("_", " ") for word in table("words")[name].split())


@cache
def cue(name: str) -> re.Pattern[str]:
    """Return the pattern of a closed class of `cues.toml`, which ignores case."""
    return re.compile("|".join(table("cues")[name]), re.IGNORECASE)


@cache
def _ordinary() -> frozenset[str]:
    prose = [*(sight.note_en for sight in source.sights().values()), *(c.summary_en for c in source.cities().values())]
    return frozenset(word for text in prose for word in _SMALL.findall(text)) | word_list("no_place")


def is_ordinary(word: str) -> bool:
    """Return whether a folded English word is one of the catalogue's prose in small letters, or listed as no place."""
    return word in _ordinary()
