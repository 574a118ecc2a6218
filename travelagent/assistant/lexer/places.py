"""The places that a text names: cities, regions, countries and sights by the gazetteer, parts of sights' names by the
cities at hand, airports."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from travelagent.assistant.lexer.sentence import Sentence
from travelagent.assistant.lexer.tokens import Token
from travelagent.catalog import source
from travelagent.catalog.derived import follows_places
from travelagent.catalog.local import landmarks
from travelagent.catalog.matches import Ambiguous, CityMatch, Mention
from travelagent.catalog.names import area_members, resolve_city
from travelagent.catalog.open_data import world_city
from travelagent.catalog.quarters import quarters_named

PlaceKind: TypeAlias = Literal["city", "town", "region", "country", "sight", "quarter"]
MOST_CITIES = 12
"""Of so many cities at hand the sights are looked for by parts of their names."""
REACH_KM = 300
"""A sight of another city is meant beside a city as far off as Pompeii is from Rome."""

BEST_SIGHTS: Final = 8
"""A city of an area is worth as much as so many of its best sights."""


@dataclass(frozen=True, slots=True)
class PlaceValue:
    """What a name means. `ids`: a catalogue id, `geonames:…` of a town that the catalogue does not cover, a region's
    English name, a country's code, `city/sight`; several where a name stands for all of them (`together`) or does not
    tell which one is meant. `sights`: those that go by the name of a city or area, too."""

    kind: PlaceKind
    ids: tuple[str, ...]
    together: bool = False
    sights: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The first of the ids."""
        return self.ids[0]


def find_places_in(sentence: Sentence, cities: Sequence[str] = ()) -> Iterator[Token]:
    """Yield the places of a message as tokens; `cities` are those at hand, whose sights are recognized by parts of
    their names.
    """
    meant = (m for m in sentence.doubtful if any(city_of(sight) in cities for sight in m.reading.ids))
    mentions = [
        Token("place", m.start, m.start + len(m.surface), m.surface, *_value(m, sentence))
        for m in sorted((*sentence.mentions, *meant), key=lambda mention: mention.start)
    ]
    named = [i for token in mentions if token.form == "city" for i in token.value.ids]
    covered = [city for city in dict.fromkeys([*cities, *named]) if city in source.cities()][:MOST_CITIES]
    marks = [
        Token(
            "place",
            mark.start,
            mark.end,
            sentence.text[mark.start : mark.end],
            "sight",
            PlaceValue("sight", (mark.sight,)),
        )
        for mark in (landmarks(sentence.text, covered) if covered else ())
        if not mark.kind_only
    ]
    quarters = [
        Token(
            "place", q.start, q.end, sentence.text[q.start : q.end], "quarter", PlaceValue("quarter", (q.quarter.city,))
        )
        for q in (quarters_named(sentence.folded, covered) if covered else ())
    ]
    kept = [token for token in mentions if not any(_gives_way(token, mark) for mark in (*marks, *quarters))]
    kept = [_nearest(token, cities, covered) for token in kept]
    for token in (*marks, *quarters):
        if not any(token.start < other.end and other.start < token.end for other in kept):
            kept.append(token)
    yield from sorted(kept, key=lambda token: token.start)


def _gives_way(token: Token, mark: Token) -> bool:
    """Whether a name is but a part of the longer one of a sight or quarter at hand, or runs into it: 加上海洋世界 names
    no 上海."""
    longer = mark.end - mark.start > token.end - token.start
    return longer and mark.start < token.end and token.start < mark.end


def _nearest(token: Token, at_hand: Sequence[str], cities: Sequence[str]) -> Token:
    """Return a sight's name of several rows as the one in the cities at hand, else in or near those that are named."""
    value = token.value
    if value.kind != "sight" or len(value.ids) < 2:
        return token
    here = [i for i in value.ids if city_of(i) in at_hand] or [i for i in value.ids if city_of(i) in cities]
    here = here or [i for i in value.ids if _within_reach(i, cities)]
    best = here or sorted(value.ids, key=lambda i: -source.sights()[i].score)
    return Token("place", token.start, token.end, token.text, "sight", PlaceValue("sight", tuple(best[:1])))


def _within_reach(sight: str, cities: Sequence[str]) -> bool:
    there = source.cities()[city_of(sight)]
    here = (source.cities()[city] for city in cities)
    return any(source.distance_km(there.lat, there.lon, city.lat, city.lon) <= REACH_KM for city in here)


def _value(mention: Mention, sentence: Sentence) -> tuple[str, PlaceValue]:
    reading = mention.reading
    sights = tuple(i for r in mention.also if r.kind == "sight" for i in r.ids)
    match reading.kind:
        case "sight":
            return "sight", PlaceValue("sight", (*reading.ids, *sights))
        case "region" | "macro":
            return "region", PlaceValue("region", reading.ids, reading.together, sights)
        case "country":
            return "country", PlaceValue("country", reading.ids, sights=sights)
        case _:
            ids = _cities(mention, sentence)
            kind: PlaceKind = "city" if ids[0] in source.cities() else "town"
            return kind, PlaceValue(kind, ids, reading.together, tuple(s for s in sights if city_of(s) in ids))


def _cities(mention: Mention, sentence: Sentence) -> tuple[str, ...]:
    """The cities that a name may mean, settled by the regions and countries that are named beside it."""
    reading = mention.reading
    if reading.together:
        return reading.ids
    areas = [m.surface for m in sentence.mentions if m.reading.kind in ("region", "country")]
    choices = choices_of(mention.surface) or reading.ids
    behind = [
        m.surface
        for m in sentence.mentions
        if m.reading.kind in ("region", "country") and sentence.text[mention.end : m.start].strip() == ","
    ]
    for area in (*behind, *(areas if len(choices) > 1 else ())):
        if settled := city_in(mention.surface, area):
            return (settled,)
    return reading.ids[:1] if reading.kind == "world_city" else choices


@follows_places
@lru_cache(maxsize=1024)
def choices_of(name: str) -> tuple[str, ...]:
    """Return the cities that an ambiguous name may mean; empty for a name that is clear."""
    found = resolve_city(name)
    return tuple(choice.id for choice in found.choices) if isinstance(found, Ambiguous) else ()


@follows_places
@lru_cache(maxsize=1024)
def city_in(name: str, area: str) -> str | None:
    """Return the city of a name in a region or country; None where none is surely meant."""
    found = resolve_city(f"{name} {area}")
    return found.id if isinstance(found, CityMatch) and found.score == 100 else None


def city_of(sight: str) -> str:
    """Return the city of a sight's id."""
    return sight.partition("/")[0]


@follows_places
@lru_cache(maxsize=1024)
def country_of(city: str) -> str:
    """Return the ISO code of a city's country, by its catalogue or GeoNames id; empty where it is not known."""
    if city in source.cities():
        return source.cities()[city].country
    town = world_city(int(city.removeprefix("geonames:"))) if city.startswith("geonames:") else None
    return town.country if town else ""


def lies_in(city: str, area: PlaceValue) -> bool:
    """Return whether a city lies in a region, macro-region or country."""
    if area.kind == "country":
        return country_of(city) in area.ids
    if city in source.cities() and source.cities()[city].region_en in area.ids:
        return True
    return any(city in (area_members(name) or ()) for name in area.ids)


def is_macro(area: PlaceValue) -> bool:
    """Return whether an area is a part of the world of many regions (Europe, East China) rather than a region or
    country.
    """
    return area.kind == "region" and any(area_members(name) for name in area.ids)


@follows_places
@lru_cache(maxsize=256)
def best_city_of(area: PlaceValue) -> str | None:
    """Return the city of an area whose best sights are the best; None where the catalogue has none there."""
    within = [city for city in source.cities() if lies_in(city, area)]
    return max(within, key=_worth, default=None)


@follows_places
@lru_cache(maxsize=512)
def _worth(city: str) -> float:
    scores = sorted((sight.score for sight in source.sights().values() if sight.city == city), reverse=True)
    return sum(scores[:BEST_SIGHTS])
