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
from travelagent.assistant.grounding.lexicon import is_ordinary, word_list
from travelagent.catalog import source
from travelagent.catalog.gazetteer import base_names, country_codes, word_lists
from travelagent.catalog.matches import Reading
from travelagent.catalog.names import expand_macro
from travelagent.catalog.text import fold

LONGEST: Final = 4
"""So many words of a sight's name are taken for it at most."""
CLIPPED: Final = range(3, 7)
"""How long a clipped word, `Met`, may be."""


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


# -- the words of names ------------------------------------------------------------------------------------------------

_CAPITAL: Final = re.compile(r"(?<![\w])[A-ZÀ-ÖØ-ÞŞÇİ][\w’'-]+")
_WORD: Final = re.compile(r"[^\W\d_][\w’'-]*")
_JOINTS: Final = re.compile(r" & | and | - |: |与|和(?=.{2})|·|，|、|（|）|\(|\)|/")
_GENERIC: Final = word_list("generic")
GENERIC_ZH: Final = word_list("generic_zh")


# A noun that goes on as a name: `Basilica of San Clemente`.
_NAMED: Final = re.compile(r"\s(?:of\s|de\s|di\s|[A-ZÀ-Þ])")
SILENT: Final = word_list("generic") | word_list("no_place")
_PLACE_NOUNS: Final = word_list("place_nouns")
_THE_NOUN: Final = re.compile(rf"\b(?:the|that|this) (?P<noun>{'|'.join(sorted(_PLACE_NOUNS))})\b")


def stem(word: str) -> str:
    return word.removesuffix("'s").removesuffix("’s").strip("'’-")


@lru_cache(maxsize=4096)
def _all_names(place: str) -> tuple[str, ...]:
    """A place's names in both languages, folded; of a city also its region's and country's."""
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
    """Parts of a sight's names that may stand for it: a word that is its own, a piece of a Chinese name."""
    sight = source.sights()[place]
    city = source.cities()[sight.city]
    own = {fold(word) for word in _WORD.findall(city.name_en)}
    words = (stem(fold(word)) for word in _WORD.findall(sight.name_en))
    keys = {word for word in words if len(word) >= 4 and word not in _GENERIC and word not in own}
    keys.update(_phrases(fold(sight.name_en)))
    keys.update(word for raw in _WORD.findall(sight.name_en) if (word := stem(fold(raw))) in _PLACE_NOUNS)
    names_zh = (part for name in base_names(sight.name_zh) for part in _JOINTS.split(name))
    for part in map(fold, names_zh):
        keys.update(_pieces(part, fold(city.name_zh)))
    return frozenset(keys)


def _is_vague(key: str) -> bool:
    """Whether a short name means a place only where the evidence has no other of its kind."""
    return key in _PLACE_NOUNS or (len(key) == 2 and not key.isascii())


def _phrases(name: str) -> Iterator[str]:
    """The runs of two to four words of a name."""
    for part in _JOINTS.split(name):
        words = part.split()
        for count in range(2, LONGEST + 1):
            yield from (" ".join(words[at : at + count]) for at in range(len(words) - count + 1))


def _pieces(name: str, city: str) -> Iterator[str]:
    """The pieces of three characters or more, and the first and last two where they say something."""
    name = name.removeprefix(city) if len(name) - len(city) >= 2 else name
    if len(name) >= 2 and not name.isascii():
        ends = [(start, end) for start in range(len(name)) for end in range(start + 3, len(name) + 1)]
        lists = word_lists()
        pieces = (name[start:end] for start, end in ends if not name[start].isdigit() and " " not in name[start:end])
        yield from (piece for piece in pieces if piece not in lists.generic_zh and not piece.isascii())
        ends_of = [name[:2], name[-2:]] if len(name) > 3 else [name[:2]]
        yield from (pair for pair in ends_of if _says_something(pair) and pair not in lists.generic_zh)


def _says_something(pair: str) -> bool:
    """Whether two characters of a sight's name may stand for it: no noun of plans, and no other place's name."""
    return not (pair.isascii() or pair in GENERIC_ZH or pair in _places_zh())


@cache
def _places_zh() -> frozenset[str]:
    """The Chinese names of cities, regions and countries."""
    cities = source.cities().values()
    countries = (zh for _, zh in country_codes().values())
    return frozenset((*(c.name_zh for c in cities), *(c.region_zh for c in cities), *countries))


# -- the places of a conversation --------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _members(macro: str) -> frozenset[str]:
    return frozenset(expand_macro(macro))


class KnownPlaces:
    """The places of the evidence, to be asked about names."""

    def __init__(self, evidence: Evidence) -> None:
        self.sights = frozenset(place for place in evidence.places if "/" in place)
        self.cities = frozenset(place.partition("/")[0] for place in evidence.places)
        named = (name for place in (*self.sights, *self.cities) for name in _all_names(place))
        self.strings = evidence.strings
        self.blob = "\n".join([*(text for text, _ in evidence.strings), *named])
        covered = [found for id in self.cities if (found := source.cities().get(id)) is not None]
        self.countries = {city.country for city in covered}
        self.regions = {city.region_en for city in covered}
        self.areas = {name for id in self.cities for name in _all_names(id) if len(name) >= 2 and not name.isascii()}
        self._short: dict[str, set[str]] = {}
        for sight in self.sights:
            for key in _short_names(sight):
                self._short.setdefault(key, set()).add(sight)
        self._kinds = {key: frozenset(sights) for key, sights in self._short.items() if key in _PLACE_NOUNS}
        shared = [key for key, sights in self._short.items() if len(sights) > 1 and _is_vague(key)]
        for key in shared:
            del self._short[key]
        for place in self.cities:
            for name in _all_names(place):
                self._short.pop(name, None)
        self._lengths: dict[str, set[int]] = {}
        for key in self._short:
            if not key.isascii():
                self._lengths.setdefault(key[0], set()).add(len(key))

    def reads(self, reading: Reading) -> bool:
        """Whether one reading of a catalogue's name is a place of the evidence, or an area that holds one."""
        match reading.kind:
            case "sight":
                return not self.sights.isdisjoint(reading.ids)
            case "city":
                return not self.cities.isdisjoint(reading.ids)
            case "region":
                return not self.regions.isdisjoint(reading.ids)
            case "country":
                return not self.countries.isdisjoint(reading.ids)
            case "macro":
                return any(not self.cities.isdisjoint(_members(name)) for name in reading.ids)
            case "world_city":
                return False

    def told_of(self, phrase: str) -> frozenset[str]:
        """The sights whose notes hold this phrase, unless it is an ordinary word."""
        if is_ordinary(phrase):
            return frozenset()
        return frozenset().union(*(sights for text, sights in self.strings if sights and phrase in text))

    def whole(self, folded: str) -> Iterator[Name]:
        """The full names of the evidence's sights, longer ones first."""
        written: dict[str, set[str]] = {}
        for sight in self.sights:
            for name in _all_names(sight):
                if len(name) > 3:
                    written.setdefault(name, set()).add(sight)
        for name in sorted(written, key=len, reverse=True):
            at = folded.find(name)
            while at >= 0:
                yield Name(at, at + len(name), True, frozenset(written[name]))
                at = folded.find(name, at + len(name))

    def called(self, short: str) -> frozenset[str]:
        """The sights that a shortened name may stand for."""
        return frozenset(self._short.get(short, ()))

    def says(self, phrase: str) -> bool:
        """Whether the evidence's words hold this phrase, folded, as whole words."""
        at = self.blob.find(phrase)
        while at >= 0:
            before, after = self.blob[at - 1 : at], self.blob[at + len(phrase) : at + len(phrase) + 1]
            if not (phrase[0].isascii() and before.isalnum() and before.isascii()) and not (
                phrase[-1].isascii() and after.isalnum() and after.isascii() and after != "s"
            ):
                return True
            at = self.blob.find(phrase, at + 1)
        return False

    def _short_spaced(self, folded: str, text: str) -> Iterator[Name]:
        """The longest runs of capitalised words that are a part of one sight's name, and words clipped from one."""
        words = [match.span() for match in _CAPITAL.finditer(text)]
        at = 0
        while at < len(words):
            within = at > 0 and text[words[at - 1][1] : words[at][0]] == " " and folded[slice(*words[at - 1])] != "the"
            for count in range(min(LONGEST, len(words) - at), 0, -1):
                start, end = words[at][0], words[at + count - 1][1]
                key = stem(folded[start:end])
                if (sights := self._short.get(key)) and not (
                    key in _PLACE_NOUNS and (within or _NAMED.match(text, end))
                ):
                    yield Name(start, end, True, frozenset(sights))
                    at += count - 1
                    break
            else:
                if clipped := self._clipped(folded, *words[at]):
                    yield Name(*words[at], True, clipped)
            at += 1

    def _clipped(self, folded: str, start: int, end: int) -> frozenset[str]:
        """The sights of the one word that a capitalised word is clipped from: `the Met`."""
        word = folded[start:end]
        inside = folded[max(0, start - 4) : start] == "the " or folded[max(0, start - 2) : start - 1].isalpha()
        if not inside or len(word) not in CLIPPED or word in SILENT:
            return frozenset()
        whole = {key for key in self._short if key.startswith(word) and len(key) >= len(word) + 4 and " " not in key}
        return self.called(whole.pop()) if len(whole) == 1 else frozenset()

    def _by_noun(self, folded: str) -> Iterator[Name]:
        """`the bazaar` in small letters: any place of that kind."""
        for match in _THE_NOUN.finditer(folded):
            if match["noun"] in self._kinds:
                yield Name(*match.span("noun"), True, self._kinds[match["noun"]], loose=True)

    def short(self, folded: str, text: str) -> Iterator[Name]:
        """The shortened names of the evidence's sights."""
        yield from self._short_spaced(folded, text)
        yield from self._by_noun(folded)
        at = 0
        while at < len(folded):
            lengths = self._lengths.get(folded[at], ())
            for length in sorted(lengths, reverse=True):
                if sights := self._short.get(folded[at : at + length]):
                    yield Name(at, at + length, True, frozenset(sights))
                    at += length - 1
                    break
            at += 1
