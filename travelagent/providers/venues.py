"""Places to eat and to sleep around a point: those that are stored, and around a fetched town those of OpenStreetMap.

Those of a town are fetched once, by whoever asks for them first, and stored; nobody waits for the service.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone

from travelagent.catalog import source
from travelagent.catalog.additions import has_venues, replace_venues, venues_near
from travelagent.catalog.source import distance_km
from travelagent.catalog.values import City
from travelagent.catalog.venues import Diet, NearVenue, VenueKind
from travelagent.osm.venues import venues_of
from travelagent.providers.access import Around, elements_around
from travelagent.providers.answers import Answer
from travelagent.providers.failures import TooSlow
from travelagent.providers.overpass import What

TOWN_RADIUS_M: Final = 3000
"""Venues of a town are fetched this far around its centre."""
FETCHED: Final[tuple[What, ...]] = ("food", "lodging")


@dataclass(frozen=True, slots=True)
class NearVenues:
    """`venues`: nearest first. `is_pending`: those of the town are being fetched, and may be there when asked again."""

    venues: tuple[NearVenue, ...]
    is_pending: bool


def venues_around(
    kinds: Sequence[VenueKind],
    lat: float,
    lon: float,
    radius_m: int,
    *,
    open_at: datetime | None = None,
    diet: Diet | None = None,
    limit: int = 10,
) -> NearVenues:
    """Return the venues of these kinds within `radius_m` metres of a point in degrees, as `additions.venues_near` does.

    Those of a town that was fetched are fetched where none of them is stored.
    """

    def stored() -> tuple[NearVenue, ...]:
        return venues_near(kinds, lat, lon, radius_m, open_at=open_at, diet=diet, limit=limit)

    found = stored()
    town = None if found else _fetched_town(lat, lon)
    if town is None or has_venues(town.id):
        return NearVenues(found, False)
    is_pending = fetch_venues(town)
    return NearVenues(() if is_pending else stored(), is_pending)


def fetch_venues(town: City) -> bool:
    """Store the venues of a town as far as they are known by now, and have them fetched where they are not.

    Return whether they are being fetched.
    """
    centre = Around(town.lat, town.lon, TOWN_RADIUS_M)
    answers = [elements_around(centre, what, wait=False) for what in FETCHED]
    known = [answer for answer in answers if isinstance(answer, Answer)]
    if len(known) == len(FETCHED):
        venues = [venue for each in known for venue in venues_of(each.value, timezone.localdate(each.as_of))]
        replace_venues(town.id, venues)
    return any(isinstance(answer, TooSlow) for answer in answers)


def _fetched_town(lat: float, lon: float) -> City | None:
    """The town that was fetched around a point."""
    cities = source.cities()
    towns = [cities[id] for id, added in source.additions().items() if added.origin.how == "fetched"]
    near = [(distance_km(lat, lon, town.lat, town.lon), town.id, town) for town in towns]
    km, _, town = min(near, default=(TOWN_RADIUS_M, "", None))
    return town if km * 1000 <= TOWN_RADIUS_M else None
