"""The text of a file: by its byte order mark, else as declared, else UTF-8, else guessed; a doubtful guess is named."""

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _

from travelagent.trips.imports.values import Unread

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks, the longer before those that they begin with."""
_WEB = {"iso-8859-1": "cp1252", "latin-1": "cp1252", "latin1": "cp1252", "iso-8859-9": "cp1254", "gb2312": "gb18030",
        "gbk": "gb18030", "shift_jis": "cp932", "euc-kr": "cp949"}  # fmt: skip
"""Labels that mean a larger set in files than in their standards (WHATWG Encoding, 4.2)."""
ENCODINGS = frozenset(
    ("utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "gb18030", "big5", "euc-jp", "iso-2022-jp", "koi8-r", "koi8-u")
) | {f"{family}{number}" for family in ("iso-8859-", "windows-125", "cp125") for number in range(17)}  # fmt: skip
"""What a file may declare beside `_WEB`, as the standard library knows it."""
_IN_PAGE = re.compile(rb"<meta\s[^<>]{0,80}?charset=[\"']?([A-Za-z0-9._-]{2,20})", re.IGNORECASE)
_IN_MARKUP = re.compile(rb"[^<]{0,1024}<\?xml\s[^>]{0,80}?encoding=[\"']([A-Za-z0-9._-]{2,20})[\"']")
MOST_GUESSED: Final = 200_000
"""Characters that a guess looks at."""
SURE: Final = 0.9
"""Share of characters that must be likely ones, for a guess without doubt."""
APART: Final = 0.1
"""How far behind the second best guess must lie, for one without doubt."""
DAMAGED: Final = 0.1
"""Share of broken characters up to which a text is still UTF-8."""
FEW: Final = 6
"""Fewer ideographs than this may be Chinese even where each could be a Korean syllable."""


Measure = Callable[[str], Iterator[bool]]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """An encoding that spreadsheets write. `likely`: yields for each character above ASCII whether texts have it."""

    encoding: str
    name: str
    likely: Measure


def decoded(content: bytes, declared: str = "") -> tuple[str, list[Unread]]:
    """Return the text of a file, and what is doubtful about it. `declared`: the encoding that is stated outside of it.

    A byte order mark counts more than what is declared (RFC 7303, 3.3). Raises ValueError for what is no text.
    """
    marked = next((name for mark, name in _MARKS if content.startswith(mark)), "")
    if marked:
        return content.decode(marked).removeprefix("\ufeff"), []
    name = (declared or _declared_in(content)).strip().lower()
    if (name in ENCODINGS or name in _WEB) and not name.startswith("utf"):
        try:
            return content.decode(_WEB.get(name, name)), []
        except (ValueError, LookupError):
            pass
    text = _wide(content)
    text = _utf8(content) if text is None else text
    return (text, []) if text is not None else _guessed(content)


def _declared_in(content: bytes) -> str:
    """Return the encoding that an XML declaration or the head of a page states, empty for none."""
    found = _IN_MARKUP.match(content) or _IN_PAGE.search(content[:4096])
    return found[1].decode("ascii") if found else ""


def _wide(content: bytes) -> str | None:
    """Return UTF-16 without a mark, in which every other byte of the first ASCII letters is zero."""
    head = content[:8]
    for encoding, zeros, letters in (("utf-16-le", head[1::2], head[::2]), ("utf-16-be", head[::2], head[1::2])):
        if len(head) == 8 and not any(zeros) and all(letters):
            return content[: len(content) // 2 * 2].decode(encoding)
    return None


def _utf8(content: bytes) -> str | None:
    """Return UTF-8, without the half of a character at the end; None for any other text."""
    try:
        return codecs.getincrementaldecoder("utf-8")().decode(content)
    except ValueError:
        return None


def _guessed(content: bytes) -> tuple[str, list[Unread]]:
    damaged = content.decode("utf-8", "replace")
    if damaged.count("\ufffd") <= DAMAGED * sum(not letter.isascii() for letter in damaged):
        return damaged, [Unread(_("The encoding"), _("Some characters are damaged."))]
    found: list[tuple[float, str, _Candidate]] = []
    for candidate in CANDIDATES:
        try:
            text = content.decode(candidate.encoding)
        except ValueError:
            continue
        likely = list(candidate.likely(text[:MOST_GUESSED]))
        found.append((sum(likely) / max(len(likely), 1), text, candidate))
    if not found:
        raise ValueError("no text in a known encoding")
    best, text, chosen = max(found, key=lambda each: each[0])
    rival = max((share for share, other, _each in found if other != text), default=0.0)
    if best >= SURE and best - rival > APART:
        return text, []
    why = _("The file does not state it; it was read as %(name)s.") % {"name": chosen.name}
    return text, [Unread(_("The encoding"), why)]


def _of_alphabet(letters: str) -> Measure:
    """Return the measure of an alphabet: a letter is likely in a word of its shape, Latin ones among those of ASCII."""
    alphabet = frozenset(letters + letters.upper())
    is_latin = "é" in alphabet

    def likely(text: str) -> Iterator[bool]:
        for word in _WORD.findall(text):
            if word.isascii():
                continue
            above = sum(not letter.isascii() for letter in word)
            mixes = any(letter.isascii() and letter.isalpha() for letter in word)
            is_shaped = not any(one.islower() and other.isupper() for one, other in pairwise(word))
            fits = is_shaped and (2 * above <= len(word) + 2 if is_latin else not mixes)
            yield from (fits and letter in alphabet for letter in word if not letter.isascii())

    return likely


def _of_pairs(encoding: str, leads: tuple[range, ...], trails: tuple[range, ...], few: int = 0) -> Measure:
    """Return the measure of a set in pairs of bytes: likely are its punctuation and the rows of what is common.

    `few`: fewer characters than this are none of it.
    """

    def likely(text: str) -> Iterator[bool]:
        pairs = [letter.encode(encoding) for letter in text if not letter.isascii()]
        for pair in pairs:
            is_common = len(pair) == 2 and _in(pair[0], leads) and _in(pair[1], trails)
            yield len(pairs) >= few and is_common

    return likely


def _in(byte: int, ranges: tuple[range, ...]) -> bool:
    return any(byte in each for each in ranges)


_WORD = re.compile(r"[^\s,;:|\"()/\d]+")
_HIGH = (range(0xA1, 0xFF),)
_ANY = (range(0x40, 0x7F), range(0x80, 0xFF))
_WESTERN = "àáâãäåæçèéêëìíîïñòóôõöøùúûüßœ’‘“”–—°"
CANDIDATES: Final = (
    _Candidate("cp1252", "Windows-1252", _of_alphabet(_WESTERN)),
    _Candidate("cp1254", "Windows-1254", _of_alphabet("âçéîöûüğışİ’‘“”–—°")),
    _Candidate("cp1250", "Windows-1250", _of_alphabet("áäąăâćčçďđéęěëíîĺľłńňóôöőŕřśšşťţúůüűýźžżß’‘“”–—°")),
    _Candidate("cp1251", "Windows-1251", _of_alphabet("абвгдежзийклмнопрстуфхцчшщъыьэюяёєіїґў«»“”–—№°")),
    _Candidate("koi8_r", "KOI8-R", _of_alphabet("абвгдежзийклмнопрстуфхцчшщъыьэюяё°")),
    _Candidate("cp1253", "Windows-1253", _of_alphabet("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ«»’–—°")),
    _Candidate("cp932", "Shift JIS", _of_pairs("cp932", (range(0x81, 0x98),), _ANY)),
    _Candidate("cp949", "EUC-KR", _of_pairs("cp949", (range(0xB0, 0xC9),), _HIGH, FEW)),
    _Candidate("gb18030", "GB 18030", _of_pairs("gb18030", (range(0xA1, 0xA4), range(0xB0, 0xD8)), _HIGH)),
    _Candidate("big5", "Big5", _of_pairs("big5", (range(0xA1, 0xC7),), _ANY)),
)
