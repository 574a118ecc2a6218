"""The towns among elements of OpenStreetMap, and the elements that belong to one."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from travelagent.catalog.source import distance_km
from travelagent.catalog.text import key
from travelagent.osm.elements import Element
from travelagent.osm.kinds import Tags
from travelagent.osm.names import names_of
from travelagent.plans.values import LocalizedText

RADIUS_KM = {"city": 12.0, "town": 8.0, "village": 5.0, "hamlet": 3.0, "island": 12.0}
"""What of a place is within a day's reach from its middle, by `place=*`."""
SMALL_NEAR_KM = 1.0
KM_PER_DEGREE = 111.2


@dataclass(frozen=True, slots=True)
class Town:
    """A settlement: names, centre in degrees, people and height in metres where tagged, ISO code of the country where
    tagged (else empty), and the kilometres around it that belong to it."""

    reference: str
    name: LocalizedText
    local_name: str
    lat: float
    lon: float
    population: int | None
    elevation_m: int | None
    country: str
    radius_km: float

    @property
    def names(self) -> frozenset[str]:
        """The names that it is found by, folded."""
        return frozenset(key(name) for name in (self.name.en, self.name.zh, self.local_name) if name)


class ElementGrid:
    """Elements by squares of a tenth of a degree, so that those around a point are found in a whole country's."""

    def __init__(self, elements: Iterable[Element]) -> None:
        self._squares: dict[tuple[int, int], list[Element]] = defaultdict(list)
        for element in elements:
            self._squares[_square(element.lat, element.lon)].append(element)

    def around(self, lat: float, lon: float, km: float) -> Iterator[Element]:
        """Yield the elements within so many kilometres of a point in degrees."""
        high = km / KM_PER_DEGREE
        wide = high / max(math.cos(math.radians(lat)), 0.01)
        (south, west), (north, east) = _square(lat - high, lon - wide), _square(lat + high, lon + wide)
        for row in range(south, north + 1):
            for column in range(west, east + 1):
                for element in self._squares.get((row, column), ()):
                    if distance_km(lat, lon, element.lat, element.lon) <= km:
                        yield element


def _square(lat: float, lon: float) -> tuple[int, int]:
    return math.floor(lat * 10), math.floor(lon * 10)


def towns_of(elements: Iterable[Element]) -> tuple[Town, ...]:
    """Return the settlements among these elements, largest first, each name once within a kilometre."""
    found: list[Town] = []
    for town in sorted(filter(None, map(_town, elements)), key=lambda town: -(town.population or 0)):
        known = (each for each in found if each.names & town.names)
        if not any(distance_km(each.lat, each.lon, town.lat, town.lon) <= SMALL_NEAR_KM for each in known):
            found.append(town)
    return tuple(found)


def belonging_to(town: Town, towns: Sequence[Town], grid: ElementGrid) -> list[Element]:
    """Return the elements within the town's reach that lie nearer to it than to any of the others."""
    others = [
        each
        for each in towns
        if each is not town and distance_km(each.lat, each.lon, town.lat, town.lon) < town.radius_km + each.radius_km
    ]
    near = grid.around(town.lat, town.lon, town.radius_km)
    return [element for element in near if _is_nearest(element, town, others)]


def _is_nearest(element: Element, town: Town, others: Sequence[Town]) -> bool:
    km = distance_km(element.lat, element.lon, town.lat, town.lon)
    return all(km <= distance_km(element.lat, element.lon, each.lat, each.lon) for each in others)


def _town(element: Element) -> Town | None:
    tags = element.tags
    radius = RADIUS_KM.get(tags.get("place", ""))
    name = names_of(tags) if radius else None
    if radius is None or name is None:
        return None
    return Town(
        reference=f"{element.kind}/{element.id}",
        name=name,
        local_name=tags.get("name", ""),
        lat=element.lat,
        lon=element.lon,
        population=_whole(tags.get("population", "")),
        elevation_m=_whole(tags.get("ele", "")),
        country=_country(tags),
        radius_km=radius,
    )


def _whole(text: str) -> int | None:
    digits = text.replace(",", "").replace(" ", "").partition(".")[0].removesuffix("m")
    return int(digits) if digits.lstrip("-").isascii() and digits.lstrip("-").isdigit() and len(digits) < 10 else None


def _country(tags: Tags) -> str:
    keys = ("is_in:country_code", "ISO3166-1", "country_code", "addr:country")
    codes = (tags.get(key, "").upper() for key in keys)
    return next((code for code in codes if len(code) == 2 and code.isalpha()), "")
