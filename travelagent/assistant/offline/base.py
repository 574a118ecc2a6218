"""Where the traveller stays: the place that was said, found in the catalogue, and where staying saves the most way."""

from collections.abc import Iterable, Sequence
from typing import Any

from travelagent.assistant.offline.values import Understood
from travelagent.catalog import source
from travelagent.catalog.local import landmarks
from travelagent.catalog.names import find_places
from travelagent.catalog.text import key
from travelagent.catalog.values import Sight


def hotel_of(understood: Understood, cities: Sequence[str]) -> dict[str, Any] | None:
    """The said place of the hotel as generate_route takes it, at the sight that it names in these cities; None where
    none was said or the catalogue cannot place it."""
    area = understood.entities.hotel_area
    sight = _sight_of(area, cities) if area else None
    if area is None or sight is None:
        return None
    return {"name": area, "lat": sight.lat, "lon": sight.lon}


def _sight_of(area: str, cities: Sequence[str]) -> Sight | None:
    covered = [city for city in cities if city in source.cities()]
    named = [mark.sight for mark in landmarks(area, covered)]
    for mention in find_places(area):
        named += [id for reading in (mention.reading, *mention.also) if reading.kind == "sight" for id in reading.ids]
    if not named:
        named = [sight.id for city in covered for sight in source.sights_of(city) if _names(sight, area)]
        named = named if len(named) == 1 else []
    return next((source.sights()[id] for id in named if id.partition("/")[0] in covered), None)


def _names(sight: Sight, area: str) -> bool:
    """Whether the area is the end of the sight's name: 钟楼 of 西安钟楼."""
    return key(sight.name_zh).endswith(key(area)) or key(sight.name_en).endswith(f" {key(area)}")


def central_stop(stops: Iterable[str]) -> str:
    """Of these sights the id of the one from which all the others are nearest. ValueError without any."""
    sights = [source.sights()[id] for id in stops]
    return min(sights, key=lambda here: (sum(_km(here, there) for there in sights), here.id)).id


def _km(one: Sight, other: Sight) -> float:
    return source.distance_km(one.lat, one.lon, other.lat, other.lon)
