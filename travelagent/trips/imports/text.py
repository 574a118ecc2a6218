"""Texts without what cannot be shown or stored."""

import unicodedata

_DIRECTIONS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Characters that turn the direction of what stands behind them."""


def cleaned(text: str, most: int) -> str:
    """Return the text on one line of at most so many characters, without control characters and surrogates."""
    spaced = " ".join(text[: 4 * most].split())
    kept = (c for c in spaced if unicodedata.category(c) not in ("Cc", "Cs", "Co") and c not in _DIRECTIONS)
    return "".join(kept).strip()[:most].strip()
