"""The index of names: every name that a place goes by, folded to a key, with the ways to read it.

Two layers, built once a process, the known one anew when places are added. The *known* layer holds what the catalogue
covers or names (cities and sights, regions, countries, macro-regions, compounds such as 江浙): a key leads to readings
in order of likelihood. The *world* layer holds 34,006 cities as bare positions in `world_cities()`, largest first, to
keep the load short. Precedence of one key's readings: a curated city's own name, a region, a country, a macro-region,
a city's other names, a sight; then added cities and their sights, so that none of them hides what is packaged.
"""

import csv
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Generic, TypeVar

from babel import Locale

from travelagent.catalog import source
from travelagent.catalog.derived import follows_places
from travelagent.catalog.files import DATA
from travelagent.catalog.matches import Kind, Reading
from travelagent.catalog.open_data import world_cities
from travelagent.catalog.text import is_spaced, key
from travelagent.catalog.values import City, Sight

NAMES = DATA / "names"
T_co = TypeVar("T_co", covariant=True)

# Ranks of a reading: lower is likelier.
OWN_NAME, COMPOUND, REGION, COUNTRY, MACRO, ALIAS, SIGHT, SIGHT_PART, ADDED, ADDED_SIGHT = range(10)

# What joins two sights of one row: `Big Ben & Houses of Parliament`, `豫园与城隍庙`.
_JOINTS = re.compile(r" & | and | - |: |与|·|，")
# City aliases that are regions first: asked for as a region, though the loader's city answers to them as well.
REGIONS_BEFORE_ALIASES = {"Hokkaido", "Okinawa", "Hawaii", "Alaska", "Quebec"}
_NOT_COUNTRIES = {"EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"}
# Named as a city or a region of the catalogue before anything else.
_OWN_REGIONS = {"HK", "MO", "TW"}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a key of the known layer may mean, likeliest first; `weak` names are long shots inside a sentence."""

    readings: tuple[Reading, ...]
    rank: int
    weak: bool


@dataclass(frozen=True, slots=True)
class Words:
    """The word lists that decide how a name inside a sentence is read; keys, see data/names/words.toml."""

    common: frozenset[str]
    never: frozenset[str]
    weak: frozenset[str]
    common_zh: frozenset[str]
    known_zh: frozenset[str]
    hidden: frozenset[str]
    before_en: frozenset[str]
    place_en: frozenset[str]
    after_en: frozenset[str]
    before_zh: frozenset[str]
    person_before: frozenset[str]
    single_zh: frozenset[str]
    single_zh_not_before: frozenset[str]
    short_lower: frozenset[str]
    generic_zh: frozenset[str]
    ask: frozenset[str]
    not_before_zh: tuple[str, ...]
    not_road_zh: frozenset[str]
    generic_en: frozenset[str]
    generic_regions: frozenset[str]
    region_suffixes: tuple[str, ...]
    sight_suffixes: tuple[str, ...]
    kinds_zh: tuple[str, ...]
    ordinary_zh: frozenset[str]
    kinds_en: frozenset[str]
    kinds_one_zh: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layer(Generic[T_co]):
    """Keys of one layer.

    `words_of` gives the numbers of words of keys that start with a word, `lengths_of` the lengths of unspaced keys that
    start with a character; both longest first.
    """

    entries: Mapping[str, T_co]
    words_of: Mapping[str, tuple[int, ...]]
    lengths_of: Mapping[str, tuple[int, ...]]


def rows(name: str) -> Iterator[dict[str, str]]:
    """Yield the rows of one of the packaged name lists."""
    with (NAMES / name).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, strict=True)


def split(cell: str) -> tuple[str, ...]:
    """Split a cell at `|`; an empty one has no parts."""
    return tuple(cell.split("|")) if cell else ()


@cache
def word_lists() -> Words:
    """Return the word lists, folded."""
    raw = tomllib.loads((NAMES / "words.toml").read_text(encoding="utf-8"))

    def keys(*names: str) -> frozenset[str]:
        listed = [word for name in names for word in (raw[name] if isinstance(raw[name], list) else raw[name].split())]
        return frozenset(filter(None, map(key, listed)))

    return Words(
        common=keys("common"),
        never=keys("never"),
        weak=keys("weak", "weak_en") - keys("strong"),
        common_zh=keys("common_zh"),
        known_zh=keys("known_zh"),
        hidden=keys("hidden", "hidden_en"),
        before_en=keys("before_en"),
        place_en=keys("place_en"),
        after_en=keys("after_en"),
        before_zh=frozenset(raw["before_zh"].split()),
        person_before=keys("person_before"),
        single_zh=keys("single_zh"),
        single_zh_not_before=frozenset(raw["single_zh_not_before"].split()),
        short_lower=keys("short_lower"),
        generic_zh=keys("generic_zh"),
        ask=keys("ask"),
        not_before_zh=tuple(raw["not_before_zh"].split()),
        not_road_zh=frozenset(raw["not_road_zh"].split()),
        generic_en=keys("generic_en"),
        generic_regions=keys("generic_regions"),
        region_suffixes=tuple(raw["region_suffixes"].split()),
        sight_suffixes=tuple(raw["sight_suffixes"].split()),
        kinds_zh=tuple(raw["kinds_zh"].split()),
        ordinary_zh=frozenset(raw["ordinary_zh"].split()),
        kinds_en=keys("kinds_en"),
        kinds_one_zh=tuple(raw["kinds_one_zh"].split()),
    )


class _Builder:
    """Collects names with ranked readings."""

    def __init__(self) -> None:
        self.found: dict[str, dict[Reading | tuple[Kind, str], int]] = defaultdict(dict)

    def add(self, names: Iterable[str], rank: int, kind: Kind, place: str) -> None:
        """One place under several names; the lowest rank of a name counts."""
        for name in names:
            if folded := key(name):
                self.put(folded, rank, (kind, place))

    def put(self, folded: str, rank: int, what: Reading | tuple[Kind, str]) -> None:
        senses = self.found[folded]
        senses[what] = min(rank, senses.get(what, rank))

    def entry(self, folded: str, weak: frozenset[str]) -> Entry:
        """The key's readings; places of the same kind and rank share one, as the name does not tell them apart."""
        grouped: dict[tuple[int, Kind], list[str]] = {}
        whole: list[tuple[int, Reading]] = []
        senses = self.found[folded]
        own = {what[1] for what, rank in senses.items() if isinstance(what, tuple) and rank == OWN_NAME}
        for what, rank in sorted(senses.items(), key=lambda sense: sense[1]):
            if isinstance(what, Reading):
                whole.append((rank, what))
                continue
            kind, place = what
            # Nicknames of two cities, one of them its own name (圣地亚哥): neither comes first.
            shared = kind == "city" and rank == ALIAS and own and place not in own
            grouped.setdefault((OWN_NAME if shared else rank, kind), []).append(place)
        whole += [(rank, Reading(kind, tuple(ids))) for (rank, kind), ids in grouped.items()]
        whole.sort(key=lambda ranked: ranked[0])
        return Entry(tuple(reading for _, reading in whole), whole[0][0], folded in weak)


def base_names(name: str) -> tuple[str, ...]:
    """Return a name, the name without its parenthesis, and what stands in it: `Qiandongnan (Kaili)`, `Qiandongnan`,
    `Kaili`.
    """
    for left, right in (("（", "）"), (" (", ")")):
        if left in name and name.endswith(right):
            outer, _, inner = name[: -len(right)].partition(left)
            return (name, outer, inner)
    return (name,)


def _city_names(builder: _Builder, city: City) -> None:
    for name in (city.name_en, city.name_zh):
        whole, *parts = base_names(name)
        builder.add([whole, *parts[:1]], OWN_NAME, "city", city.id)
        builder.add(parts[1:], ALIAS, "city", city.id)
    builder.add([city.id.replace("-", " "), city.name_en.replace("Saint ", "St ")], OWN_NAME, "city", city.id)
    builder.add(city.aliases, ALIAS, "city", city.id)
    for joint in (" & ", " and "):
        builder.add(city.name_en.split(joint), OWN_NAME, "city", city.id)
    builder.add(city.name_zh.split("与"), OWN_NAME, "city", city.id)


def _more_city_names(builder: _Builder) -> None:
    for row in rows("city_aliases.csv"):
        builder.add(split(row["aliases"]), ALIAS, "city", row["city"])


def _regions(builder: _Builder, cities: Iterable[City]) -> None:
    lists = word_lists()
    cities = tuple(cities)
    aliases = {alias for city in cities for alias in city.aliases}
    for city in cities:
        for name in (city.region_en, city.region_zh, _without(city.region_zh, lists.region_suffixes)):
            minor = city.region_en not in REGIONS_BEFORE_ALIASES and name in aliases
            if name and key(name) not in lists.generic_regions:
                builder.add([name], SIGHT if minor else REGION, "region", city.region_en)
    for row in rows("regions.csv"):
        builder.add(split(row["aliases"]), REGION, "region", row["region"])


def _without(name: str, suffixes: Iterable[str]) -> str:
    for suffix in suffixes:
        if name.endswith(suffix) and len(name) - len(suffix) >= 2 and name != "北海道":
            return name[: -len(suffix)]
    return ""


def country_codes() -> Mapping[str, tuple[str, str]]:
    """Return the English and Chinese names of countries by ISO code, from Babel's territories."""
    english, chinese = Locale("en").territories, Locale("zh", script="Hans").territories
    return {
        code: (name, chinese[code])
        for code, name in english.items()
        if len(code) == 2 and code.isalpha() and code in chinese and code not in _NOT_COUNTRIES
    }


def _countries(builder: _Builder) -> None:
    for code, names in country_codes().items():
        if code not in _OWN_REGIONS:
            builder.add(names, COUNTRY, "country", code)
    for row in rows("countries.csv"):
        builder.add(split(row["aliases"]), COUNTRY, "country", row["code"])


def _sight_names(builder: _Builder, sight: Sight, city_names: frozenset[str]) -> None:
    builder.add(_usable((sight.name_en, sight.name_zh), city_names), SIGHT, "sight", sight.id)
    lists = word_lists()
    wholes = {*base_names(sight.name_en), *base_names(sight.name_zh)}
    parts = {part for whole in wholes for part in _JOINTS.split(whole)}
    parts |= {part.removeprefix("The ") for part in parts}
    parts |= {_without(part, lists.sight_suffixes) for part in parts if not part.isascii()}
    parts |= {part[2:] for part in parts if part[:2] in city_names and len(part) >= 5}
    builder.add(_usable(sorted(parts), city_names), SIGHT_PART, "sight", sight.id)


def _usable(names: Iterable[str], city_names: frozenset[str]) -> Iterator[str]:
    """Names that say something on their own: no city's, no bare `Old Town`, nothing of one Chinese character."""
    for name in names:
        folded = key(name)
        long_enough = len(folded) >= (4 if is_spaced(folded) else 2)
        if long_enough and not _is_generic(folded) and folded not in city_names:
            yield name


def _is_generic(folded: str) -> bool:
    """Whether a name is only words for kinds of sights: `old town`, 博物馆."""
    lists = word_lists()
    if is_spaced(folded):
        return all(word in lists.generic_en for word in folded.split())
    return folded in lists.generic_zh


def _added_names(builder: _Builder, city: City) -> None:
    """The names of an added city, and of its sights those that are unmistakable: whole, of two words or three
    characters, and no name of a packaged place."""
    builder.add((city.name_en, city.name_zh, city.id.replace("-", " "), *city.aliases), ADDED, "city", city.id)
    for sight in source.sights_of(city.id):
        for folded in {key(name) for name in (sight.name_en, sight.name_zh)}:
            if (" " in folded or (len(folded) >= 3 and not is_spaced(folded))) and not _is_generic(folded):
                builder.put(folded, ADDED_SIGHT, ("sight", sight.id))


def _add_listed(builder: _Builder) -> None:
    """Macro-regions, compounds and the sights' usual short names."""
    for row in rows("macros.csv"):
        builder.add([row["name"], *split(row["aliases"])], MACRO, "macro", row["name"])
    for row in rows("compounds.csv"):
        kind: Kind = row["kind"]  # type: ignore[assignment]
        builder.put(key(row["name"]), COMPOUND, Reading(kind, split(row["ids"]), together=True))
    for row in rows("sights.csv"):
        for pattern in split(row["sights"]):
            city = pattern.partition("/")[0]
            for sight in source.sights_of(city):
                if fnmatchcase(sight.id, pattern):
                    builder.add(split(row["alias"]), SIGHT, "sight", sight.id)


def _layer(entries: Mapping[str, T_co]) -> Layer[T_co]:
    words_of: dict[str, set[int]] = defaultdict(set)
    lengths_of: dict[str, set[int]] = defaultdict(set)
    for name in entries:
        if is_spaced(name):
            first, _, rest = name.partition(" ")
            words_of[first].add(rest.count(" ") + 2 if rest else 1)
        else:
            lengths_of[name[0]].add(len(name))
    return Layer(
        entries,
        {first: tuple(sorted(counts, reverse=True)) for first, counts in words_of.items()},
        {first: tuple(sorted(counts, reverse=True)) for first, counts in lengths_of.items()},
    )


@cache
def _packaged() -> tuple[_Builder, Mapping[str, Entry]]:
    """The names of the packaged places, and what they mean."""
    builder = _Builder()
    ids = source.packaged_ids()
    cities = tuple(city for city in source.cities().values() if city.id in ids)
    for city in cities:
        _city_names(builder, city)
    _more_city_names(builder)
    city_names = frozenset(builder.found)
    for sight in source.sights().values():
        if sight.city in ids:
            _sight_names(builder, sight, city_names)
    _regions(builder, cities)
    _countries(builder)
    _add_listed(builder)
    weak = word_lists().weak
    return builder, {folded: builder.entry(folded, weak) for folded in builder.found}


@cache
def spots() -> frozenset[tuple[Kind, str]]:
    """Return the named areas in which no packaged city lies: an added city of their name is meant before them."""
    kinds: tuple[Kind, ...] = ("region", "macro")
    return frozenset((kind, row["area"]) for row in rows("spots.csv") for kind in kinds)


@follows_places
@cache
def known() -> Layer[Entry]:
    """Return the layer of covered and named places."""
    packaged, entries = _packaged()
    builder = _Builder()
    for id in source.additions():
        _added_names(builder, source.cities()[id])
    for folded in builder.found.keys() & entries.keys():
        empty = spots() if any(what[0] == "city" for what in builder.found[folded] if isinstance(what, tuple)) else ()
        senses = packaged.found[folded].items()
        builder.found[folded].update((what, rank) for what, rank in senses if what not in empty)
    weak = word_lists().weak
    return _layer({**entries, **{folded: builder.entry(folded, weak) for folded in builder.found}})


def _world_names() -> Iterator[tuple[str, int]]:
    listed = {(row["name"], row["country"]): split(row["aliases"]) for row in rows("cities.csv")}
    for index, city in enumerate(world_cities()):
        folded = key(city.name_en)
        yield folded, index
        if city.name_zh:
            yield key(city.name_zh), index
            if len(city.name_zh) > 2 and city.name_zh[-1] in "市县":
                yield key(city.name_zh[:-1]), index
        if city.name_en.endswith(" City") or city.name_en.endswith("-si") or city.name_en.endswith("-shi"):
            yield key(city.name_en.rsplit("-", 1)[0].removesuffix(" City")), index
        for alias in listed.pop((city.name_en, city.country), ()):
            yield key(alias), index


@cache
def world() -> Layer[list[int]]:
    """Return the layer of world cities: positions in `world_cities()`, largest first."""
    entries: dict[str, list[int]] = {}
    for folded, index in _world_names():
        places = entries.setdefault(folded, [])
        if not places or places[-1] != index:
            places.append(index)
    entries.pop("", None)
    return _layer(entries)


@cache
def hidden() -> Layer[None]:
    """Return the phrases inside which a place's name is no place: 大理石, Peking duck."""
    return _layer(dict.fromkeys(word_lists().hidden))
