"""Names that stand for a covered city without being its own: of its districts, its suburbs and places near it."""

from functools import cache
from typing import Literal, TypeAlias, cast

from travelagent.catalog import gazetteer, source
from travelagent.catalog.open_data import world_cities
from travelagent.catalog.scan import LARGE_PEOPLE, enclosing_city
from travelagent.catalog.text import key

Relation: TypeAlias = Literal["part", "near", "around"]
# A settlement of the city's size within so many kilometres of its centre is the city itself.
SAME_KM = 2


def relation(name: str, city: str) -> Relation | None:
    """Return what a place of this name is to the city that it stands for; None where the name is the city's own."""
    listed = _listed().get((key(name), city))
    if listed is not None or key(name) in gazetteer.known().entries:
        return listed
    places = gazetteer.world().entries.get(key(name), ())
    return "around" if any(enclosing_city(index) == city and not _is(index, city) for index in places) else None


def _is(index: int, city: str) -> bool:
    town, here = world_cities()[index], source.cities()[city]
    return town.population >= LARGE_PEOPLE and source.distance_km(town.lat, town.lon, here.lat, here.lon) <= SAME_KM


@cache
def _listed() -> dict[tuple[str, str], Relation]:
    rows = gazetteer.rows("districts.csv")
    return {
        (key(name), row["city"]): cast(Relation, row["relation"])
        for row in rows
        for name in gazetteer.split(row["names"])
    }
