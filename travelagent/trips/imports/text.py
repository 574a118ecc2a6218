"""The text of a file, whatever it is encoded in, and texts without what cannot be shown or stored."""

import codecs
import re
import unicodedata

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks, the longer before those that they begin with."""
ENCODINGS = frozenset(
    ("utf-8", "us-ascii", "ascii", "gb2312", "gbk", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr", "koi8-r")
) | {f"{family}{number}" for family in ("iso-8859-", "windows-125") for number in range(17)}  # fmt: skip
"""What an XML file may declare, as the standard library knows it."""
DOUBTFUL = 0.2, 0.8
"""Shares of bytes in pairs between which a text may be either."""
_DECLARED = re.compile(rb"\s*<\?xml\s[^>]{0,80}?encoding=[\"']([A-Za-z0-9._-]{2,20})[\"']")
_HIGH = re.compile(rb"[\x80-\xff]+")
_DIRECTIONS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Characters that turn the direction of what stands behind them."""


def decoded(content: bytes) -> str:
    """Return the text: by its byte order mark, else UTF-8. Raises ValueError."""
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")
    return content.decode(encoding).removeprefix("\ufeff")


def decoded_markup(content: bytes) -> str:
    """Return the text of an XML file in the encoding that it declares, else as `decoded` does. Raises ValueError."""
    declared = _DECLARED.match(content)
    if declared is None or any(content.startswith(mark) for mark, _ in _MARKS):
        return decoded(content)
    name = declared[1].decode("ascii")
    if name.lower() not in ENCODINGS:
        return decoded(content)
    return content.decode(name)


def guessed(content: bytes) -> tuple[str, str]:
    """Return the text of a table that may be in a spreadsheet's own encoding, and the name of a doubtful one.

    Beside UTF-8 that is Chinese (GB 18030), whose characters are mostly pairs of bytes above ASCII, or Western European
    (Windows-1252), where single ones stand among ASCII. The name is empty where there is no doubt. Raises ValueError.
    """
    try:
        return decoded(content), ""
    except ValueError:
        runs = [len(run) for run in _HIGH.findall(content)]
    chinese = sum(run for run in runs if run % 2 == 0) / sum(runs)
    name, encoding = ("GB 18030", "gb18030") if chinese >= 0.5 else ("Windows-1252", "cp1252")
    return content.decode(encoding), name if DOUBTFUL[0] < chinese < DOUBTFUL[1] else ""


def cleaned(text: str, most: int) -> str:
    """Return the text on one line of at most so many characters, without control characters and surrogates."""
    spaced = " ".join(text[: 4 * most].split())
    kept = (c for c in spaced if unicodedata.category(c) not in ("Cc", "Cs", "Co") and c not in _DIRECTIONS)
    return "".join(kept).strip()[:most].strip()
