"""Well-known quarters, squares and stations of the cities, where visitors stay: their names and where they lie."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from travelagent.catalog import gazetteer
from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.text import fold, is_spaced, key


class Quarter(NamedTuple):
    """A part of a city, good to some 300 metres."""

    city: str
    names: tuple[str, ...]
    lat: float
    lon: float


class Named(NamedTuple):
    """A quarter named at `start`:`end` of a text."""

    start: int
    end: int
    quarter: Quarter


def quarters_of(city: str) -> tuple[Quarter, ...]:
    """Return the quarters of a city; none of one that has no list."""
    return _by_city().get(city, ())


def quarter_of(name: str, cities: Iterable[str]) -> Quarter | None:
    """Return the quarter of these cities that goes by a name."""
    here = key(name)
    return next((q for city in cities for q in quarters_of(city) if here in map(key, q.names)), None)


def quarters_named(folded: str, cities: Iterable[str]) -> Iterator[Named]:
    """Find where a folded text names quarters of these cities, the longest name first at each place."""
    known = {fold(name): quarter for city in cities for quarter in quarters_of(city) for name in quarter.names}
    if not known:
        return
    names = sorted(known, key=len, reverse=True)
    pattern = "|".join(rf"\b{re.escape(name)}\b" if is_spaced(name) else re.escape(name) for name in names)
    for found in re.finditer(pattern, folded):
        yield Named(found.start(), found.end(), known[found[0]])


@cache
def _by_city() -> Mapping[str, tuple[Quarter, ...]]:
    found: dict[str, tuple[Quarter, ...]] = {}
    for row in csv_rows(DATA / "curated/quarters.csv"):
        names = (row["name_en"], row["name_zh"], *gazetteer.split(row["aliases"]))
        quarter = Quarter(row["city"], names, float(row["lat"]), float(row["lon"]))
        found[row["city"]] = (*found.get(row["city"], ()), quarter)
    return found
