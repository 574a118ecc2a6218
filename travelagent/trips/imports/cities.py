"""Where the places of a file are: the catalogue's sights among them, and the cities they are visited from."""

from collections import Counter
from collections.abc import Sequence

from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay
from travelagent.catalog.names import near_covered
from travelagent.catalog.open_data import world_cities
from travelagent.catalog.values import Sight
from travelagent.plans.values import CityStay, LocalizedText
from travelagent.trips.imports.values import Place

COVERED_KM = 60
"""So far from a covered city one still visits from there."""
SAME_NAME_KM = 1.0
SAME_SPOT_KM = 0.03


def sight_of(place: Place) -> Sight | None:
    """Return the sight of the catalogue that the place is: by its id, by its name near its position, or on its spot."""
    named = source.sights().get(place.sight)
    if named is not None:
        return named
    folded, found = place.name.casefold(), None
    for sight in source.sights().values():
        if abs(sight.lat - place.lat) > 0.02:
            continue
        km = source.distance_km(place.lat, place.lon, sight.lat, sight.lon)
        if km <= SAME_NAME_KM and folded in (sight.name_en.casefold(), sight.name_zh.casefold()):
            return sight
        if km <= SAME_SPOT_KM:
            found = sight
    return found


def city_of(places: Sequence[Place], sights: Sequence[Sight | None]) -> CityStay:
    """Return the city that places of one day are visited from: that of most of its sights, else the nearest covered
    one, else the nearest on Earth."""
    counted = Counter(sight.city for sight in sights if sight is not None)
    if counted:
        return city_stay(source.cities()[counted.most_common(1)[0][0]])
    lat, lon = places[0].lat, places[0].lon
    nearest, km = near_covered(lat, lon, 1)[0]
    if km <= COVERED_KM:
        return city_stay(source.cities()[nearest])
    town = min(world_cities(), key=lambda each: source.distance_km(lat, lon, each.lat, each.lon))
    name = LocalizedText(town.name_en, town.name_zh or town.name_en)
    return CityStay(town.id, name, town.lat, town.lon, timezone=town.timezone, country=town.country)
