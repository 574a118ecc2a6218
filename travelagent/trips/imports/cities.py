"""Where the places of a file are: the catalogue's sights among them, and the cities they are visited from."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import floor

from rapidfuzz import fuzz

from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay
from travelagent.catalog.derived import follows_places
from travelagent.catalog.matches import Mention
from travelagent.catalog.names import find_places
from travelagent.catalog.open_data import world_cities, world_city
from travelagent.catalog.text import key
from travelagent.catalog.values import Sight
from travelagent.plans.values import CityStay, LocalizedText
from travelagent.travel.network.data_files import airports
from travelagent.trips.imports.values import NAME_CHARS, Place

COVERED_KM = 60
"""So far from a covered city one still visits from there."""
SAME_NAME_KM = 3.0
"""So far from its point in the catalogue a sight of the very name is still the same: parks and walls are long."""
LIKE_NAME_KM, LIKE_NAME = 0.6, 87
"""So near, a name that is so much alike (0 to 100) means the same: "Senso-ji Temple"."""
SAME_SPOT_KM = 0.03
CELL_DEGREES = 0.1
ADDRESS_CHARS = 300


def sight_of(place: Place) -> Sight | None:
    """Return the sight of the catalogue that the place is: by its id, by its name near its position, or on its spot."""
    if place.booked:
        return None
    named = source.sights().get(place.sight)
    if named is not None:
        return named
    called = key(place.name)
    near = [(source.distance_km(place.lat, place.lon, s.lat, s.lon), s) for s in _around(place.lat, place.lon)]
    near = sorted((pair for pair in near if pair[0] <= SAME_NAME_KM), key=lambda pair: pair[0])
    for _km, sight in near:
        if called in _keys(sight):
            return sight
    for km, sight in near:
        if km <= SAME_SPOT_KM or (km <= LIKE_NAME_KM and _is_alike(called, sight)):
            return sight
    return None


def sight_called(name: str, city: str = "") -> Sight | None:
    """Return the one sight that is called so, or the one of that city among several; None for none or too many."""
    found = _by_name().get(key(name), ()) or _by_other_name(name)
    if len(found) > 1:
        found = tuple(sight for sight in found if sight.city == city)
    return found[0] if len(found) == 1 else None


def _by_other_name(name: str) -> tuple[Sight, ...]:
    """Return the sights that are also called so: 天坛 for 天坛公园."""
    mention = next(iter(find_places(name[:NAME_CHARS], mend=False)), None)
    is_whole = mention is not None and mention.kind == "sight" and key(mention.surface) == key(name)
    return tuple(source.sights()[each] for each in mention.ids) if mention is not None and is_whole else ()


def _around(lat: float, lon: float) -> list[Sight]:
    if not (abs(lat) <= 90 and abs(lon) <= 180):
        return []
    row, column = floor(lat / CELL_DEGREES), floor(lon / CELL_DEGREES)
    cells = _cells()
    return [s for r in (-1, 0, 1) for c in (-1, 0, 1) for s in cells.get((row + r, column + c), ())]


@follows_places
@cache
def _cells() -> Mapping[tuple[int, int], Sequence[Sight]]:
    """Return the sights by the cell of the grid that they lie in."""
    cells: dict[tuple[int, int], list[Sight]] = {}
    for sight in source.sights().values():
        cells.setdefault((floor(sight.lat / CELL_DEGREES), floor(sight.lon / CELL_DEGREES)), []).append(sight)
    return cells


@follows_places
@cache
def _by_name() -> Mapping[str, tuple[Sight, ...]]:
    found: dict[str, tuple[Sight, ...]] = {}
    for sight in source.sights().values():
        for name in _keys(sight):
            found[name] = (*found.get(name, ()), sight)
    return found


def _keys(sight: Sight) -> set[str]:
    return {key(sight.name_en), key(sight.name_zh)}


def _is_alike(called: str, sight: Sight) -> bool:
    return any(
        max(fuzz.ratio(called, name), fuzz.token_set_ratio(called, name) if " " in name else 0) >= LIKE_NAME
        for name in _keys(sight)
    )


def city_of(places: Sequence[Place], sights: Sequence[Sight | None]) -> CityStay:
    """Return the city that places of one day are visited from: that of most of its sights, else the nearest covered
    one, else the nearest on Earth."""
    counted = Counter(sight.city for sight in sights if sight is not None)
    if counted:
        return city_stay(source.cities()[counted.most_common(1)[0][0]])
    return city_at(places[0].lat, places[0].lon)


@follows_places
@lru_cache(maxsize=2000)
def city_at(lat: float, lon: float) -> CityStay:
    """Return the covered city near a point, else the nearest on Earth."""
    nearest = covered_near(lat, lon)
    if nearest:
        return city_stay(source.cities()[nearest])
    town = min(world_cities(), key=lambda each: source.distance_km(lat, lon, each.lat, each.lon))
    name = LocalizedText(town.name_en, town.name_zh or town.name_en)
    return CityStay(town.id, name, town.lat, town.lon, timezone=town.timezone, country=town.country)


def covered_near(lat: float, lon: float) -> str:
    """Return the id of the nearest covered city from which one visits a point, empty for none."""
    degrees = COVERED_KM / 100
    cities = (city for city in source.cities().values() if abs(city.lat - lat) <= degrees)
    near = [(source.distance_km(lat, lon, city.lat, city.lon), city.id) for city in cities]
    km, ident = min(near, default=(COVERED_KM + 1, ""))
    return ident if km <= COVERED_KM else ""


def area_of(place: Place, sight: Sight | None) -> str:
    """Return a key that separates places of one city from those of others: the city's id, else a cell of a degree."""
    near = sight.city if sight is not None else covered_near(place.lat, place.lon)
    return near or f"{round(place.lat)}/{round(place.lon)}"


def town_in(text: str) -> tuple[float, float] | None:
    """Return (latitude, longitude) of the town that an address or the name of a station names last, None for none."""
    named = [spot for mention in find_places(text[:ADDRESS_CHARS], mend=False) if (spot := _town(mention)) is not None]
    return named[-1] if named else None


def _town(mention: Mention) -> tuple[float, float] | None:
    """Return where the city of a mention lies, the likeliest of several of that name."""
    ident = mention.ids[0]
    if mention.kind == "city":
        known = source.cities()[ident]
        return known.lat, known.lon
    if mention.kind == "world_city":
        town = world_city(int(ident.removeprefix("geonames:")))
        return (town.lat, town.lon) if town else None
    return None


def airport_at(iata: str) -> tuple[float, float] | None:
    """Return (latitude, longitude) of an airport by its IATA code, None for one that is not known."""
    found = next((airport for airport in airports() if airport.iata == iata.upper()), None)
    return (found.at.lat, found.at.lon) if found else None
