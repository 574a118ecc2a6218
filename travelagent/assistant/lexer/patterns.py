"""The rules: TOML files of regular expressions and word lists, compiled once.

A rule is a regular expression over the folded and marked message. Capital letters in angle brackets stand for what
many rules share: `<P>` a place of any kind, `<C>` a city, `<S>` a sight, `<R>` a region or country, `<T>` a word of a
tour's theme, `<N>` a Chinese
or Arabic count, `<E>` an English one, `<G>` up to six characters of one clause. Patterns are compiled with `re.ASCII`:
a word boundary parts Latin letters from Chinese characters and from marks.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

# Marks of the Unicode private area: they stand in a message for what has been understood there.
CITY: Final = "\ue000"
AREA: Final = "\ue001"
SIGHT: Final = "\ue002"
HIDDEN: Final = "\ue003"
TAKEN: Final = "\ue004"
NATURE: Final = "\ue010"
CULTURE: Final = "\ue011"
ADVENTURE: Final = "\ue012"

_UNITS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
_UNITS += "eighteen nineteen"
ENGLISH_COUNTS: Final[Mapping[str, int]] = {
    **{word: number for number, word in enumerate(_UNITS.split(), 1)},
    "twenty": 20, "twenty-one": 21, "twenty one": 21, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
}  # fmt: skip
ENGLISH_ORDINALS: Final[Mapping[str, int]] = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
    "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
}  # fmt: skip
_ENGLISH = "|".join(sorted(ENGLISH_COUNTS, key=len, reverse=True))

_SHARED: Final = {
    "<P>": f"[{CITY}{AREA}{SIGHT}]+",
    "<C>": f"{CITY}+",
    "<S>": f"{SIGHT}+",
    "<R>": f"{AREA}+",
    "<T>": f"(?:{NATURE}+|{CULTURE}+|{ADVENTURE}+)",
    "<N>": r"(?:(?<![\d.])\d{1,3}(?![\d,.]?\d)|[一二两三四五六七八九十]{1,3}|俩|仨)",
    "<E>": rf"(?:(?<![\d.])\d{{1,3}}(?![\d,.]?\d)|\b(?:{_ENGLISH})\b)",
    "<O>": rf"\b(?:{'|'.join(ENGLISH_ORDINALS)})\b",
    "<G>": r"[^,.;!?\n。、]{0,6}?",
}


def expanded(rule: str) -> str:
    """Return a rule with its shared parts written out."""
    for name, part in _SHARED.items():
        rule = rule.replace(name, part)
    return rule


def compiled(rules: Iterable[str]) -> re.Pattern[str]:
    """Compile the rules to one pattern that matches where any of them does; at one place the earlier rule wins."""
    return re.compile("|".join(f"(?:{expanded(rule)})" for rule in rules), re.ASCII)


class Tables:
    """The rule files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tables: dict[str, Mapping[str, Any]] = {}
        self._patterns: dict[tuple[str, ...], re.Pattern[str]] = {}

    def table(self, name: str) -> Mapping[str, Any]:
        """Return a rule file by its name without `.toml`."""
        if name not in self._tables:
            self._tables[name] = tomllib.loads((self._folder / f"{name}.toml").read_text(encoding="utf-8"))
        return self._tables[name]

    def pattern(self, name: str, *path: str) -> re.Pattern[str]:
        """Return the rules of a file at a key (or keys, from the outer to the inner) as one pattern."""
        if (name, *path) not in self._patterns:
            found: Any = self.table(name)
            for key in path:
                found = found[key]
            self._patterns[name, *path] = compiled(found)
        return self._patterns[name, *path]


def blank(text: str, start: int, end: int) -> str:
    """Return the text with a span marked as understood."""
    return text[:start] + TAKEN * (end - start) + text[end:]


_OWN = Tables(Path(__file__).parent / "data")
table, pattern = _OWN.table, _OWN.pattern


def currencies() -> Mapping[str, Any]:
    """Return the names of currencies (`currency`, patterns by code) and their symbols (`symbol`, codes by symbol)."""
    return table("currencies")
