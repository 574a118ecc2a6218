"""How long the rides from home to a trip and back take, by the planner's own estimate."""

from collections.abc import Sequence
from dataclasses import dataclass

from travelagent.assistant.offline.values import Understood
from travelagent.catalog import source
from travelagent.catalog.adapter import home_point
from travelagent.catalog.open_data import world_city
from travelagent.planning.travel import intercity_leg
from travelagent.planning.values import Point


@dataclass(frozen=True, slots=True)
class Rides:
    """Minutes from door to door; None where it was not said from where one sets out."""

    there: int | None = None
    back: int | None = None


def rides_of(understood: Understood, cities: Sequence[str]) -> Rides:
    """The rides from home to the first of these cities and from the last one back, in the ways that were said."""
    origin, journey = understood.entities.origin, understood.journey
    if origin is None or origin in cities or not cities:
        return Rides()
    home, first, last = (point_of(city) for city in (origin, cities[0], cities[-1]))
    if home is None or first is None or last is None:
        return Rides()
    way_back = journey.way_back or journey.way
    return Rides(intercity_leg(home, first, journey.way).minutes, intercity_leg(last, home, way_back).minutes)


def point_of(city: str) -> Point | None:
    """Where a city of the catalogue, or one known by its GeoNames id, lies."""
    if covered := source.cities().get(city):
        return home_point(covered)
    place = world_city(int(city.removeprefix("geonames:")))
    return home_point(place) if place else None
