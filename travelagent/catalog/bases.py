"""Villages and towns near what lies far out of a city, where travellers sleep for a night."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import time
from functools import cache

from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.ground import land_of
from travelagent.catalog.values import City
from travelagent.plans.values import Base, LocalizedText, Point


def bases_of(city: City) -> tuple[Base, ...]:
    """Return the bases out of that city, good to some 500 metres; none of one that has no list."""
    return tuple(
        replace(base, place=replace(base.place, land=land_of(city.country, base.place.lat, base.place.lon)))
        for base in _by_city().get(city.id, ())
    )


@cache
def _by_city() -> Mapping[str, tuple[Base, ...]]:
    found: dict[str, tuple[Base, ...]] = {}
    for row in csv_rows(DATA / "curated/bases.csv"):
        place = Point(LocalizedText(row["name_en"], row["name_zh"]), float(row["lat"]), float(row["lon"]))
        last = time.fromisoformat(row["arrive_by"]) if row["arrive_by"] else None
        base = Base(place, int(row["draw"]), None if last is None else last.hour * 60 + last.minute)
        found[row["city"]] = (*found.get(row["city"], ()), base)
    return found
