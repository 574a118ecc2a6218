"""Folding of names: what makes `São Paulo`, `SAO PAULO` and `Sao-Paulo` one key, and `東京` the same as `东京`.

`fold` maps character by character, so that offsets in the folded text are offsets in the text. A key is the folded
name with everything but letters and digits of alphabetic scripts reduced to single spaces.
"""

import re
import unicodedata
from typing import Final

from opencc import OpenCC

# Below this code point scripts part words by spaces or marks; from here on (Thai, Han, kana, Hangul) names are found
# as plain substrings.
FIRST_UNSPACED: Final = "\u0e00"

_IDEOGRAPHS: Final = range(0x3400, 0xA000)
_UNDECOMPOSED: Final = str.maketrans("øæœßþðłđıħŋ’‘ʻ`´–—−‐‑·・　", "oaostdldihn'''''-----  " + " ")


class _Folding(dict[int, str]):
    """A translation table that learns: one character to one character, for each character when it is first met."""

    def __init__(self) -> None:
        super().__init__({ord("駅"): "站"})
        self._chinese, self._japanese = OpenCC("t2s"), OpenCC("jp2t")

    def __missing__(self, code: int) -> str:
        folded = self[code] = self._simplified(chr(code)) if code in _IDEOGRAPHS else _unaccented(chr(code))
        return folded

    def _simplified(self, ideograph: str) -> str:
        """The simplified form of an ideograph, also of Japan's own forms (広, 沢); 駅 is what China calls 站."""
        simple = self._chinese.convert(ideograph)
        if simple == ideograph and not _is_common(simple):
            simple = self._chinese.convert(self._japanese.convert(simple))
        return simple if len(simple) == 1 else ideograph


def _unaccented(character: str) -> str:
    base = unicodedata.normalize("NFKD", character).casefold().translate(_UNDECOMPOSED)
    return base[:1] if base and not unicodedata.combining(base[0]) else character


def _is_common(character: str) -> bool:
    """Whether mainland China writes it so: it stands in the national character set GB 2312."""
    try:
        character.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return True


_FOLDING = _Folding()
_WORD = re.compile(r"[^\W_]+")


def fold(text: str) -> str:
    """Fold a text: lower case, no accents, simplified characters; the same length as `text`, which should be in NFC."""
    return text.lower() if text.isascii() else text.translate(_FOLDING)


def is_spaced(name: str) -> bool:
    """Return whether a name is wholly in scripts that part their words."""
    return name.isascii() or max(name) < FIRST_UNSPACED


def key(name: str) -> str:
    """Return the folded name as it is looked up: words joined by one space, or without any space in unspaced
    scripts.
    """
    folded = fold(name)
    if is_spaced(folded):
        return " ".join(_WORD.findall(folded))
    return "".join(folded.split())


def words(folded: str) -> list[tuple[int, int]]:
    """Return the start and end of every word of a folded text in spaced scripts."""
    spans = []
    for match in _WORD.finditer(folded):
        start = match.start()
        for index in range(match.start(), match.end() + 1):
            if index == match.end() or folded[index] >= FIRST_UNSPACED:
                if index > start:
                    spans.append((start, index))
                start = index + 1
    return spans
