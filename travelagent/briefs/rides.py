"""How long the rides from home to a trip and back take, by the planner's own estimate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from travelagent.catalog import source
from travelagent.catalog.adapter import home_point
from travelagent.catalog.open_data import world_city
from travelagent.plans.values import IntercityMode, Point
from travelagent.travel.intercity import intercity_leg
from travelagent.travel.network.flights import airports_near
from travelagent.travel.network.values import Place

WINTER = datetime(2026, 1, 15, 12)
"""Zones are compared at this hour."""


@dataclass(frozen=True, slots=True)
class Rides:
    """Minutes from door to door; None where the place of departure is not known.

    `ahead`: the minutes by which the clocks of the trip's first city are ahead of those at home, `home_ahead` those at
    home of the last city's. `international`: whether the trip begins in another country; None unknown. `onward`: from
    the last city to the one that one leaves from, 0 where that is the last one.
    """

    there: int | None = None
    back: int | None = None
    ahead: int = 0
    home_ahead: int = 0
    international: bool | None = None
    onward: int = 0

    @property
    def there_by_clock(self) -> int | None:
        """The minutes between the hour at home when one sets out and the one there when one arrives."""
        return None if self.there is None else self.there + self.ahead

    @property
    def back_by_clock(self) -> int | None:
        """The minutes between the hour there when one leaves and the one at home when one is back."""
        return None if self.back is None else self.back + self.home_ahead


def rides_between(
    origin: str,
    cities: Sequence[str],
    there: IntercityMode | None = None,
    back: IntercityMode | None = None,
    ends_at: str = "",
) -> Rides:
    """Return the rides from a city by its id to the first of these cities and from the last one home, by these modes.

    `ends_at`: the city that the ride home leaves from, where it is not the last one.
    """
    if not cities:
        return Rides()
    exit, last = point_of(ends_at or cities[-1]), point_of(cities[-1])
    onward = intercity_leg(last, exit).minutes if ends_at not in ("", cities[-1]) and last and exit else 0
    if not origin or origin in cities:
        return Rides(onward=onward)
    home, first = point_of(origin), point_of(cities[0])
    if home is None or first is None or exit is None:
        return Rides(onward=onward)
    at_home = _zone(origin)
    return Rides(
        intercity_leg(home, first, there).minutes,
        intercity_leg(exit, home, back).minutes,
        _minutes_ahead(_zone(cities[0]), at_home),
        _minutes_ahead(at_home, _zone(ends_at or cities[-1])),
        country_of(origin) != country_of(cities[0]),
        onward,
    )


USUAL_AIRPORT, MUCH_LONGER = 60, 15
"""Minutes between a town and its airport that the usual ones around a flight hold, and so many more are counted."""


def extra_airport_minutes(city: str, international: bool | None) -> int:
    """Return by how many minutes the transfer between a city and its airport is longer than usual.

    Of a flight abroad the largest airport near counts, else the quickest; 0 where none is known.
    """
    point = point_of(city)
    near = airports_near(Place(point.lat, point.lon)) if point else ()
    transfers = [minutes for _, minutes in near]
    if not transfers:
        return 0
    more = round((min(transfers) if international is False else transfers[0]) / 5) * 5 - USUAL_AIRPORT
    return more if more >= MUCH_LONGER else 0


def point_of(city: str) -> Point | None:
    """Return the location of a city of the catalogue, or of one known by its GeoNames id; None for any other."""
    if covered := source.cities().get(city):
        return home_point(covered)
    place = world_city(int(city.removeprefix("geonames:"))) if city.startswith("geonames:") else None
    return home_point(place) if place else None


def country_of(city: str) -> str:
    """Return the ISO code of a city's country, by its catalogue or GeoNames id; empty where that is not known."""
    if city in source.cities():
        return source.cities()[city].country
    town = world_city(int(city.removeprefix("geonames:"))) if city.startswith("geonames:") else None
    return town.country if town else ""


def _minutes_ahead(zone: ZoneInfo, of: ZoneInfo) -> int:
    """The minutes by which the standard time of a zone is ahead of another's."""
    offsets = [WINTER.replace(tzinfo=each).utcoffset() or timedelta() for each in (zone, of)]
    return round((offsets[0] - offsets[1]).total_seconds() / 60)


def _zone(city: str) -> ZoneInfo:
    """The time zone of a city of the catalogue or one known by its GeoNames id, UTC where that is not known."""
    known = source.cities().get(city) or world_city(int(city.removeprefix("geonames:")))
    return ZoneInfo(known.timezone if known else "UTC")
