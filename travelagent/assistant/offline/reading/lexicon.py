"""The rules of the embedded reading: TOML files beside this package."""

from pathlib import Path
from typing import Final

from travelagent.assistant.lexer.patterns import (
    ADVENTURE,
    AREA,
    CITY,
    CULTURE,
    ENGLISH_COUNTS,
    ENGLISH_ORDINALS,
    HIDDEN,
    NATURE,
    SIGHT,
    TAKEN,
    TASTE,
    Tables,
    blank,
    compiled,
    expanded,
)

__all__ = [
    "ADVENTURE", "AREA", "CITY", "CULTURE", "DATA", "ENGLISH_COUNTS", "ENGLISH_ORDINALS", "HIDDEN", "NATURE", "SIGHT",
    "TAKEN", "TASTE", "blank", "compiled", "corrects", "expanded", "pattern", "table",
]  # fmt: skip

DATA: Final = Path(__file__).parent.parent / "data"
_TABLES = Tables(DATA)
table, pattern = _TABLES.table, _TABLES.pattern


def corrects(before: str) -> bool:
    """Whether what stands before a word lets it take the place of one that was said before it."""
    return pattern("dialogue", "corrected").search(before[-48:]) is not None
