"""Villages and towns near what lies far out of a city, where travellers sleep for a night."""

from collections.abc import Mapping
from functools import cache

from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.ground import land_of
from travelagent.catalog.values import City
from travelagent.plans.values import Base, LocalizedText, Point


def bases_of(city: City) -> tuple[Base, ...]:
    """The bases out of that city, good to some 500 metres; none of one that has no list."""
    return tuple(
        Base(Point(name, lat, lon, land_of(city.country, lat, lon)), draw)
        for name, lat, lon, draw in _by_city().get(city.id, ())
    )


@cache
def _by_city() -> Mapping[str, tuple[tuple[LocalizedText, float, float, int], ...]]:
    found: dict[str, tuple[tuple[LocalizedText, float, float, int], ...]] = {}
    for row in csv_rows(DATA / "curated/bases.csv"):
        name = LocalizedText(row["name_en"], row["name_zh"])
        base = (name, float(row["lat"]), float(row["lon"]), int(row["draw"]))
        found[row["city"]] = (*found.get(row["city"], ()), base)
    return found
