"""The places of the evidence, with the shortened names that may stand for them: `Met`, `the bazaar`, 三塔."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from travelagent.assistant.grounding.evidence import Evidence
from travelagent.assistant.grounding.lexicon import cue, word_list
from travelagent.catalog import source
from travelagent.catalog.derived import follows_places
from travelagent.catalog.gazetteer import base_names, country_codes, word_lists
from travelagent.catalog.local import landmarks
from travelagent.catalog.matches import Reading
from travelagent.catalog.names import expand
from travelagent.catalog.text import fold

LONGEST: Final = 4  # so many words of a sight's name are taken for it at most
GENERIC_ZH: Final = word_list("generic_zh")
SILENT: Final = word_list("generic") | word_list("no_place")
_NOUNS: Final = word_list("place_nouns")
# A word that may be clipped from a longer one: `the Met`.
_CLIPPED: Final = re.compile(r"(?<=[a-z] )[a-z]{3,6}\b")
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


@follows_places
@lru_cache(maxsize=4096)
def _full_names(place: str) -> tuple[str, ...]:
    """Return a place's names in both languages, folded; of a city also its region's and country's."""
    if place in source.sights():
        return (fold(source.sights()[place].name_en), fold(source.sights()[place].name_zh))
    if (city := source.cities().get(place)) is None:
        return ()
    country = country_codes().get(city.country, ("", ""))
    return tuple(map(fold, (city.name_en, city.name_zh, *city.aliases, city.region_en, city.region_zh, *country)))


@follows_places
@lru_cache(maxsize=8192)
def _short_names(place: str) -> frozenset[str]:
    """Return what may stand for a sight: its own words, runs of them, parts of its Chinese name and their ends."""
    sight = source.sights()[place]
    city = source.cities()[sight.city]
    own = {*_WORD.findall(fold(city.name_en)), *word_list("generic")}
    words = {stem(word) for word in _WORD.findall(fold(sight.name_en))}
    keys = {word for word in words if (len(word) >= 4 and word not in own) or word in _NOUNS}
    for part in map(str.split, _JOINTS.split(fold(sight.name_en))):
        runs = ((at, at + size) for size in range(2, LONGEST + 1) for at in range(len(part) - size + 1))
        keys.update(" ".join(part[start:end]) for start, end in runs)
    generic = word_lists().generic_zh
    for name in {fold(part) for whole in base_names(sight.name_zh) for part in _JOINTS.split(whole)}:
        piece = name.removeprefix(fold(city.name_zh)) if len(name) - len(city.name_zh) >= 2 else name
        pairs = {piece[:2], piece[-2:]} if len(piece) > 3 else {piece[:2]}
        keys |= pairs - generic - GENERIC_ZH - _places_zh() | {piece} - generic
    return frozenset(key for key in keys if len(key) > 1 and (key.isascii() or key[0] > "\u2fff"))


@follows_places
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
        of_cities = {name for city in self.cities for name in _full_names(city)}
        full = {name for sight in self.sights for name in _full_names(sight)}
        self.areas = {name for name in of_cities if len(name) >= 2 and not name.isascii()}
        self._blob = "\n".join([*(text for text, _ in evidence.strings), *of_cities, *full])
        short: dict[str, frozenset[str]] = {}
        for sight in self.sights:
            for key in _short_names(sight) - of_cities:
                short[key] = short.get(key, frozenset()) | {sight}
        self._kinds = {key: sights for key, sights in short.items() if key in _NOUNS}
        vague = {key for key in short if key in _NOUNS or (len(key) == 2 and not key.isascii())}
        self._short = {key: sights for key, sights in short.items() if len(sights) == 1 or key not in vague}

    def reads(self, reading: Reading) -> bool:
        """Return whether one reading of a catalogue's name is a place of the evidence, or an area that holds one."""
        if reading.kind == "sight":
            return not self.sights.isdisjoint(reading.ids)
        return not self.cities.isdisjoint(expand(reading))

    def called(self, short: str) -> frozenset[str]:
        """Return the sights that a shortened name may stand for."""
        return self._short.get(short, frozenset())

    def contains(self, phrase: str) -> bool:
        """Return whether the evidence's words hold this phrase, folded, as whole words."""
        return phrase in self._blob if not phrase.isascii() else _as_words(phrase).search(self._blob) is not None

    def names(self, folded: str, text: str) -> Iterator[Name]:
        """Return the shortened names of the evidence's sights."""
        start = 0
        for line in text.splitlines(keepends=True):
            for mark in landmarks(line, self.cities):
                if mark.sight in self.sights and not mark.kind_only:
                    yield Name(start + mark.start, start + mark.end, True, frozenset({mark.sight}))
            start += len(line)
        for match in _alternatives(key for key in self._short if not key.isascii()).finditer(folded):
            yield Name(*match.span(), True, self._short[match[0]])
        for match in _alternatives(self._kinds, "(?:the|that|this) ").finditer(folded):
            yield Name(*match.span("key"), True, self._kinds[match["key"]], loose=True)
        for match in _alternatives(key for key in self._short if key.isascii()).finditer(folded):
            if text[match.start()].isupper() and not (match["key"] in _NOUNS and _goes_on(text, match)):
                yield Name(*match.span(), True, self._short[match["key"]])
        for match in _CLIPPED.finditer(folded):
            if text[match.start()].isupper() and (clipped := self._clipped(match[0])):
                yield Name(*match.span(), True, clipped)

    def _clipped(self, word: str) -> frozenset[str]:
        """Return the sights of the one word that a word is clipped from: `the Met`."""
        whole = {key for key in self._short if key.startswith(word) and len(key) >= len(word) + 4 and " " not in key}
        return self.called(whole.pop()) if len(whole) == 1 and word not in SILENT else frozenset()


def _alternatives(keys: Iterable[str], before: str = "") -> re.Pattern[str]:
    """Return the pattern of any of the keys, the longest at each place, Latin ones as whole words."""
    longest = sorted(keys, key=len, reverse=True)
    latin = bool(longest) and longest[0].isascii()
    key = "|".join(map(re.escape, longest)) or "(?!)"
    return re.compile(rf"(?<![\w’'-]){before}(?P<key>{key})(?:'s)?(?![\w’'-])" if latin else rf"(?P<key>{key})")


def _goes_on(text: str, match: re.Match[str]) -> bool:
    """Return whether a place's noun is a part of a longer name: `Basilica of San Clemente`."""
    first = text[max(0, match.start() - 40) : match.start()].rpartition(" ")[0].rpartition(" ")[2]
    return bool(cue("named_on").match(text, match.end())) or (first[:1].isupper() and first != "The")


@lru_cache(maxsize=4096)
def _as_words(phrase: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z0-9]){re.escape(phrase)}(?![a-rt-z0-9])", re.ASCII)
