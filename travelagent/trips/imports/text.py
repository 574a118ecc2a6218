"""The text of a file, whatever it is encoded in, and texts without what cannot be shown or stored."""

import codecs
import unicodedata
from collections.abc import Sequence

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks, the longer before those that they begin with."""
_DIRECTIONS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Characters that turn the direction of what stands behind them."""


def decoded(content: bytes, others: Sequence[str] = ()) -> str:
    """Return the text: by its byte order mark, else UTF-8, else the first of the `others` that fits.

    Raises ValueError.
    """
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "")
    if encoding:
        return content.decode(encoding).removeprefix("\ufeff")
    for name in ("utf-8", *others):
        try:
            return content.decode(name)
        except UnicodeDecodeError as error:
            failure = error
    raise ValueError("the encoding is not known") from failure


def cleaned(text: str, most: int) -> str:
    """Return the text on one line of at most so many characters, without control characters and surrogates."""
    spaced = " ".join(text[: 4 * most].split())
    kept = (c for c in spaced if unicodedata.category(c) not in ("Cc", "Cs", "Co") and c not in _DIRECTIONS)
    return "".join(kept).strip()[:most].strip()
