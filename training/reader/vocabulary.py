"""Which pieces of the vocabulary are kept: those that Chinese and English messages are written with.

A kept text is cut just as with the whole vocabulary where all pieces of its best path remain, since fewer pieces cannot
make a better path.
"""

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from wordfreq import top_n_list

from training.reader.base import Base
from travelagent.assistant.encoder.tokenizer import SPACE, UNKNOWN, Tokenizer

_PACKAGE: Final = Path(__file__).parents[2] / "travelagent"
_WORDS: Final = 60_000
"""Number of the most frequent words of each language whose pieces are kept."""
_CAPITALISED: Final = 30_000
_DATA: Final = (".toml", ".json", ".jsonl", ".csv", ".tsv")
_LARGEST: Final = 30_000_000
"""Bytes of the largest data file whose names are looked at."""
_LATIN_END: Final = 0x250
_EMOJI_START: Final = 0x1F000


def kept(base: Base, texts: Iterable[str]) -> npt.NDArray[np.int64]:
    """Return the ids of the pieces to keep, in their order; the texts are messages all of whose pieces are."""
    tokenizer = Tokenizer(base.pieces, base.scores.tolist(), base.normalisation)
    seen = np.zeros(len(base.pieces), dtype=np.bool_)
    seen[: UNKNOWN + 1] = True
    for n, piece in enumerate(base.pieces):
        seen[n] |= len(piece.removeprefix(SPACE)) <= 1 and _is_plain(piece)
        seen[n] |= re.fullmatch(f"{SPACE}?[一-鿿]+", piece) is not None
    english = top_n_list("en", _WORDS)
    capitalised = [word.capitalize() for word in english[:_CAPITALISED]]
    for text in (*english, *capitalised, *top_n_list("zh", _WORDS), *texts, *_names()):
        seen[list(tokenizer.pieces(text).ids)] = True
    return np.flatnonzero(seen)


def _names() -> list[str]:
    """Return the words in the data of the package."""
    found: set[str] = set()
    for path in sorted(_PACKAGE.rglob("*")):
        if path.suffix in _DATA and path.stat().st_size < _LARGEST:
            found.update(re.findall(r"[^\W_]+", path.read_text("utf-8", "ignore")))
    return sorted(name for name in found if _is_plain(name) and not name.isdigit())


def _is_plain(text: str) -> bool:
    """Whether Chinese and English messages are written with all these characters."""
    return all(map(_is_plain_character, text))


def _is_plain_character(c: str) -> bool:
    latin_or_han = c == SPACE or ord(c) < _LATIN_END or "一" <= c <= "鿿"
    signs = (
        "\u2000" <= c <= "\u2bff" or "\u3000" <= c <= "\u303f" or "\uff00" <= c <= "\uffef" or ord(c) >= _EMOJI_START
    )
    return latin_or_han or signs or unicodedata.category(c)[0] in "PSN"
