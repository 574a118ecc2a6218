"""The names on the ground: countries and cities, in both languages."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from training.ground.cut import Box
from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.names import country_name
from travelagent.catalog.open_data import world_cities
from travelagent.catalog.source import cities
from travelagent.catalog.values import WorldCity
from travelagent.ground.pieces import Level

Place = list[int | str]
"""Steps from the piece's corner, how many people live there in thousands, English and Chinese name."""


NOT_COUNTRIES = {"HK", "MO", "TW"}
"""ISO codes of regions, which the catalogue names as such."""


def city_names(box: Box, level: Level, least: int, most: int) -> list[Place]:
    """Return the `most` largest cities of at least `least` people in a box, largest first."""
    near = (city for city in _by_degree(_bins(box)) if city.population >= least)
    inside = (city for city in near if _is_inside(city.lon, city.lat, box))
    largest = sorted(inside, key=lambda city: (-city.population, city.geoname_id))[:most]
    return [_place(city.lon, city.lat, city.population, city.name_en, city.name_zh, box, level) for city in largest]


def quarter_names(box: Box, level: Level) -> list[Place]:
    """Return the catalogue's quarters in a box, with no people: they are parts of cities."""
    rows = [
        row for row in csv_rows(DATA / "curated/quarters.csv") if _is_inside(float(row["lon"]), float(row["lat"]), box)
    ]
    return [_place(float(row["lon"]), float(row["lat"]), 0, row["name_en"], row["name_zh"], box, level) for row in rows]


def country_names(box: Box, level: Level) -> list[Place]:
    """Return the countries of the catalogue, each in the middle of where nine tenths of its cities lie."""
    found = []
    for code in sorted({city.country for city in cities().values()} - NOT_COUNTRIES):
        own = [city for city in world_cities() if city.country == code]
        people = sum(city.population for city in own)
        lon, lat = _middle([city.lon for city in own]), _middle([city.lat for city in own])
        en, zh = country_name(code)
        found.append(_place(lon, lat, people, en, zh, box, level))
    return sorted(found, key=lambda place: -int(place[2]))


def _middle(numbers: list[float]) -> float:
    ordered = sorted(numbers)
    rest = len(ordered) // 20
    return (ordered[rest] + ordered[-1 - rest]) / 2


def _place(lon: float, lat: float, people: int, en: str, zh: str, box: Box, level: Level) -> Place:
    return [round((lon - box[0]) / level.step), round((lat - box[1]) / level.step), people // 1000, en, zh or en]


def _is_inside(lon: float, lat: float, box: Box) -> bool:
    return box[0] <= lon < box[2] and box[1] <= lat < box[3]


def _bins(box: Box) -> Iterable[tuple[int, int]]:
    return ((lon, lat) for lon in range(box[0], box[2]) for lat in range(box[1], box[3]))


def _by_degree(bins: Iterable[tuple[int, int]]) -> Iterable[WorldCity]:
    index = _index()
    return (city for key in bins for city in index.get(key, ()))


@cache
def _index() -> dict[tuple[int, int], list[WorldCity]]:
    found: dict[tuple[int, int], list[WorldCity]] = defaultdict(list)
    for city in world_cities():
        found[int(city.lon // 1), int(city.lat // 1)].append(city)
    return dict(found)
