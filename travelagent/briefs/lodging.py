"""Where the traveller stays: the stated place, found in the catalogue, and where staying saves the most travel."""

from collections.abc import Iterable, Sequence

from travelagent.catalog import gazetteer, source
from travelagent.catalog.local import landmarks
from travelagent.catalog.names import find_places
from travelagent.catalog.open_data import world_cities
from travelagent.catalog.quarters import Quarter, quarter_of
from travelagent.catalog.scan import enclosing_city
from travelagent.catalog.text import key
from travelagent.catalog.values import Sight, WorldCity
from travelagent.plans.values import LocalizedText, Point

NEAR_KM = 3.0
"""Sights of one area lie no farther from the one in their middle."""


def point_near(area: str, cities: Sequence[str]) -> Point | None:
    """Return the location of a hotel near a quarter, a sight or a station of these cities, under that name; None where
    the catalogue cannot place it.
    """
    spot = spot_of_area(area, cities) if area else None
    return Point(LocalizedText(area, area), spot.lat, spot.lon) if spot else None


def spot_of_area(area: str, cities: Sequence[str]) -> Quarter | Sight | WorldCity | None:
    """Return the quarter or sight of these cities that an area is called by, else the district of the name; None
    without one.
    """
    if spot := quarter_of(area, cities) or sight_of_area(area, cities):
        return spot
    places = gazetteer.world().entries.get(key(area), ())
    return next((world_cities()[index] for index in places if enclosing_city(index) in cities), None)


def sight_of_area(area: str, cities: Sequence[str]) -> Sight | None:
    """Return the sight in these cities that an area is called by, or the middle one of those that bear its name; None
    without any, or where they lie far apart.
    """
    covered = [city for city in cities if city in source.cities()]
    named = [mark.sight for mark in landmarks(area, covered)]
    for mention in find_places(area):
        named += [id for reading in (mention.reading, *mention.also) if reading.kind == "sight" for id in reading.ids]
    if not named:
        named = _middle([sight.id for city in covered for sight in source.sights_of(city) if _names(sight, area)])
    return next((source.sights()[id] for id in named if id.partition("/")[0] in covered), None)


def _middle(sights: list[str]) -> list[str]:
    """The sight in the middle of these; none where one of them is not near it."""
    if not sights:
        return []
    middle = source.sights()[central_stop(sights)]
    return [middle.id] if all(_km(middle, source.sights()[id]) <= NEAR_KM for id in sights) else []


def _names(sight: Sight, area: str) -> bool:
    """Whether the area begins or ends the sight's name: 钟楼 of 西安钟楼, Shinjuku of Shinjuku Gyoen."""
    here, zh, en = key(area), key(sight.name_zh), key(sight.name_en)
    return zh.startswith(here) or zh.endswith(here) or f"{en} ".startswith(f"{here} ") or en.endswith(f" {here}")


def central_stop(stops: Iterable[str]) -> str:
    """Return the id of the sight from which all the others are nearest. Raises ValueError without any."""
    sights = [source.sights()[id] for id in stops]
    return min(sights, key=lambda here: (sum(_km(here, there) for there in sights), here.id)).id


def _km(one: Sight, other: Sight) -> float:
    return source.distance_km(one.lat, one.lon, other.lat, other.lon)
