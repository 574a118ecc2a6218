"""The places of the evidence: their full names, the shortened ones that may stand for them, and what is said of them.

A name counts as known when a tool, the user or a memory named that place, in either language. `Met`, `the Forum`, `the
bazaar` and 大研古城 stand for the one place of the evidence that they can mean.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from travelagent.assistant.grounding.evidence import Evidence
from travelagent.assistant.grounding.lexicon import cue, word_list
from travelagent.catalog import source
from travelagent.catalog.gazetteer import base_names, country_codes, word_lists
from travelagent.catalog.matches import Reading
from travelagent.catalog.names import expand
from travelagent.catalog.text import fold

LONGEST: Final = 4
"""So many words of a sight's name are taken for it at most."""
CLIPPED: Final = range(3, 7)
"""How long a clipped word, `Met`, may be."""
GENERIC_ZH: Final = word_list("generic_zh")
SILENT: Final = word_list("generic") | word_list("no_place")
_NOUNS: Final = word_list("place_nouns")
_WORD: Final = re.compile(r"[^\W\d_][\w’'-]*")
_JOINTS: Final = re.compile(r" & | and | - |: |与|和(?=.{2})|·|，|、|（|）|\(|\)|/")


@dataclass(frozen=True, slots=True)
class Name:
    """`text[start:end]` names a place; `sights` and `cities` are what of the evidence it may mean.

    A `loose` one is a mere noun, `the bazaar`, which may as well mean something else.
    """

    start: int
    end: int
    known: bool
    sights: frozenset[str] = frozenset()
    cities: frozenset[str] = frozenset()
    loose: bool = False

    def is_part_of(self, other: "Name") -> bool:
        """Return whether another, longer name holds this one."""
        longer = other.end - other.start > self.end - self.start
        return longer and other.start <= self.start and self.end <= other.end


def stem(word: str) -> str:
    """Return a word without its genitive and the marks around it."""
    return word.removesuffix("'s").removesuffix("’s").strip("'’-.,")


@lru_cache(maxsize=4096)
def _full_names(place: str) -> tuple[str, ...]:
    """Return a place's names in both languages, folded; of a city also its region's and country's."""
    sight, city = source.sights().get(place), source.cities().get(place)
    if sight is not None:
        return (fold(sight.name_en), fold(sight.name_zh))
    if city is not None:
        country = country_codes().get(city.country, ("", ""))
        named = (city.name_en, city.name_zh, *city.aliases, city.region_en, city.region_zh, *country)
        return tuple(map(fold, named))
    return ()


@lru_cache(maxsize=8192)
def _short_names(place: str) -> frozenset[str]:
    """Return the parts of a sight's names that may stand for it: its own words, runs of them, pieces of a Chinese name."""
    sight = source.sights()[place]
    city = source.cities()[sight.city]
    own = set(_WORD.findall(fold(city.name_en)))
    words = {stem(word) for word in _WORD.findall(fold(sight.name_en))}
    keys = {w for w in words if (len(w) >= 4 and w not in word_list("generic") and w not in own) or w in _NOUNS}
    for part in map(str.split, _JOINTS.split(fold(sight.name_en))):
        runs = ((at, at + size) for size in range(2, LONGEST + 1) for at in range(len(part) - size + 1))
        keys.update(" ".join(part[start:end]) for start, end in runs)
    for part in {part for name in base_names(sight.name_zh) for part in _JOINTS.split(name)}:
        keys.update(_pieces(fold(part), fold(city.name_zh)))
    return frozenset(keys)


def _pieces(name: str, city: str) -> Iterator[str]:
    """Return the pieces of three characters or more of a Chinese name, and its ends where they tell which it is."""
    name = name.removeprefix(city) if len(name) - len(city) >= 2 else name
    if len(name) < 2 or name.isascii():
        return
    generic = word_lists().generic_zh
    spans = [(start, end) for start in range(len(name)) for end in range(start + 3, len(name) + 1)]
    for piece in (name[start:end] for start, end in spans):
        if not (piece in generic or piece.isascii() or piece[0].isdigit() or " " in piece):
            yield piece
    for pair in {name[:2], name[-2:] if len(name) > 3 else name[:2]}:
        if not (pair.isascii() or pair in generic | GENERIC_ZH | _places_zh()):
            yield pair


@cache
def _places_zh() -> frozenset[str]:
    """Return the Chinese names of cities, regions and countries."""
    cities = source.cities().values()
    countries = (zh for _, zh in country_codes().values())
    return frozenset((*(c.name_zh for c in cities), *(c.region_zh for c in cities), *countries))


class KnownPlaces:
    """The places of the evidence, to be asked about names."""

    def __init__(self, evidence: Evidence) -> None:
        self.sights = frozenset(place for place in evidence.places if "/" in place)
        self.cities = frozenset(place.partition("/")[0] for place in evidence.places)
        of_cities = frozenset(name for city in self.cities for name in _full_names(city))
        full = {sight: frozenset(_full_names(sight)) for sight in self.sights}
        self.areas = {name for name in of_cities if len(name) >= 2 and not name.isascii()}
        self._blob = "\n".join([*(text for text, _ in evidence.strings), *of_cities.union(*full.values())])
        self._full = {name: sights for name, sights in _index(full).items() if len(name) > 3}
        short = _index({sight: _short_names(sight) - of_cities for sight in self.sights})
        self._kinds = {key: sights for key, sights in short.items() if key in _NOUNS}
        self._short = {key: sights for key, sights in short.items() if len(sights) == 1 or not _is_vague(key)}
        self._longest = max((len(key.split()) for key in self._full), default=1)
        self._lengths: dict[str, set[int]] = {}
        for key in (key for key in (*self._short, *self._full) if not key.isascii()):
            self._lengths.setdefault(key[0], set()).add(len(key))

    def reads(self, reading: Reading) -> bool:
        """Return whether one reading of a catalogue's name is a place of the evidence, or an area that holds one."""
        if reading.kind == "sight":
            return not self.sights.isdisjoint(reading.ids)
        return not self.cities.isdisjoint(expand(reading))

    def called(self, short: str) -> frozenset[str]:
        """Return the sights that a shortened name may stand for."""
        return self._short.get(short, frozenset())

    def says(self, phrase: str) -> bool:
        """Return whether the evidence's words hold this phrase, folded, as whole words."""
        return phrase in self._blob if not phrase.isascii() else _as_words(phrase).search(self._blob) is not None

    def names(self, folded: str, text: str) -> Iterator[Name]:
        """Return the full and shortened names of the evidence's sights, the longest at each place."""
        words = [match.span() for match in _WORD.finditer(folded)]
        end = 0
        for at, (start, _) in enumerate(words):
            if start >= end and (found := self._name_at(folded, text, words, at)):
                end = found.end
                yield found
        end = 0
        for at, character in enumerate(folded):
            lengths = self._lengths.get(character, ()) if at >= end else ()
            spans = (folded[at : at + length] for length in sorted(lengths, reverse=True))
            if key := next((key for key in spans if key in self._full or key in self._short), ""):
                end = at + len(key)
                yield Name(at, end, True, self._full.get(key) or self.called(key))

    def _name_at(self, folded: str, text: str, words: list[tuple[int, int]], at: int) -> Name | None:
        """Return the longest name that begins with a word: a full one, or in capital letters a short or clipped one."""
        start, end = words[at]
        runs = [last for _, last in words[at : at + max(self._longest, LONGEST)]][::-1]
        for last in runs:
            if sights := self._full.get(folded[start:last]):
                return Name(start, last, True, sights)
        if folded[start:end] in self._kinds and folded[max(0, start - 5) : start].endswith(("the ", "that ", "this ")):
            return Name(start, end, True, self._kinds[folded[start:end]], loose=True)
        if not text[start].isupper() or end - start < 2:
            return None
        before = slice(*words[at - 1]) if at else slice(0)
        within = text[before][:1].isupper() and text[before.stop : start] == " " and folded[before] != "the"
        for last in runs[-LONGEST:]:
            key = stem(folded[start:last])
            is_noun = key in _NOUNS and (within or cue("named_on").match(text, last))
            if (sights := self._short.get(key)) and not is_noun:
                return Name(start, last, True, sights)
        clipped = self._clipped(folded, start, end)
        return Name(start, end, True, clipped) if clipped else None

    def _clipped(self, folded: str, start: int, end: int) -> frozenset[str]:
        """Return the sights of the one word that a capitalised word is clipped from: `the Met`."""
        word = folded[start:end]
        inside = folded[max(0, start - 4) : start] == "the " or folded[max(0, start - 2) : start - 1].isalpha()
        if not inside or len(word) not in CLIPPED or word in SILENT:
            return frozenset()
        whole = {key for key in self._short if key.startswith(word) and len(key) >= len(word) + 4 and " " not in key}
        return self.called(whole.pop()) if len(whole) == 1 else frozenset()


def _is_vague(key: str) -> bool:
    """Return whether a short name means a sight only where the evidence has no other of its kind."""
    return key in _NOUNS or (len(key) == 2 and not key.isascii())


def _index(names: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """Return the sights of each name."""
    sights: dict[str, set[str]] = {}
    for sight, own in names.items():
        for name in own:
            sights.setdefault(name, set()).add(sight)
    return {name: frozenset(ids) for name, ids in sights.items()}


@lru_cache(maxsize=4096)
def _as_words(phrase: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z0-9]){re.escape(phrase)}(?![a-rt-z0-9])", re.ASCII)
