"""Places to eat, to sleep and of need around the stops of a plan. Imports no Django.

Nothing is assumed of a venue: what its source does not tag is unknown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, Literal, get_args

from opening_hours import OpeningHours, State

from travelagent.plans.values import LocalizedText

VenueKind = Literal["restaurant", "cafe", "bar", "fast_food", "hotel", "toilets", "pharmacy"]
Diet = Literal["vegetarian", "vegan", "halal", "kosher", "gluten_free"]
Tagged = Literal["yes", "only", "limited", "no", "unknown"]

VENUE_KINDS: tuple[VenueKind, ...] = get_args(VenueKind)
DIETS: tuple[Diet, ...] = get_args(Diet)
PLACES_TO_EAT: tuple[VenueKind, ...] = ("restaurant", "cafe", "fast_food")
PLACES_TO_SLEEP: tuple[VenueKind, ...] = ("hotel",)
SERVED: frozenset[Tagged] = frozenset({"yes", "only"})
"""What counts as served of a diet."""
SOURCE = LocalizedText("OpenStreetMap contributors", "OpenStreetMap 贡献者")
LICENCE = "ODbL 1.0"


@dataclass(frozen=True, slots=True)
class Venue:
    """A venue at a point in degrees.

    `reference` is OpenStreetMap's (`node/123`); `hours` an `opening_hours` text that can be read, None where there is
    none; `cuisine` its values as tagged (`finnish`, `sushi`); `diet` and `stars` only what is tagged; `as_of` the day
    of the data.
    """

    kind: VenueKind
    reference: str
    name: LocalizedText
    lat: float
    lon: float
    as_of: date
    hours: str | None = None
    cuisine: tuple[str, ...] = ()
    diet: Mapping[Diet, Tagged] = field(default_factory=dict)
    stars: float | None = None
    wheelchair: Tagged = "unknown"
    website: str = ""
    phone: str = ""
    address: str = ""

    def serves(self, diet: Diet) -> bool:
        """Return whether it is tagged to serve this diet; false where nothing is known."""
        return self.diet.get(diet, "unknown") in SERVED

    def is_open(self, start: datetime, end: datetime | None = None) -> bool | None:
        """Return whether it is open at a local time, or from then until `end`; None where its hours are not known."""
        if self.hours is None:
            return None
        return _is_open(self.hours, round(self.lat, 1), round(self.lon, 1), start, end or start + timedelta(minutes=1))


@dataclass(frozen=True, slots=True)
class NearVenue:
    """A venue with the metres to it, as the crow flies, and whether it is open then: None where that is not known."""

    venue: Venue
    metres: int
    is_open: bool | None


@lru_cache(maxsize=16384)
def _is_open(hours: str, lat: float, lon: float, start: datetime, end: datetime) -> bool:
    naive = start.replace(tzinfo=None), end.replace(tzinfo=None)
    intervals = OpeningHours(hours, coords=(lat, lon)).intervals(*naive)
    return all(state == State.OPEN for _, _, state, _ in intervals)


def details_of(venue: Venue) -> dict[str, Any]:
    """Return what of a venue is kept beside its kind, reference, position and day."""
    return {
        "name": [venue.name.en, venue.name.zh],
        "hours": venue.hours,
        "cuisine": list(venue.cuisine),
        "diet": dict(venue.diet),
        "stars": venue.stars,
        "wheelchair": venue.wheelchair,
        "website": venue.website,
        "phone": venue.phone,
        "address": venue.address,
    }


def venue_of(kind: VenueKind, reference: str, lat: float, lon: float, as_of: date, details: Mapping[str, Any]) -> Venue:
    """Return the venue of what `details_of` kept."""
    rest = {**details, "name": LocalizedText(*details["name"]), "cuisine": tuple(details["cuisine"])}
    return Venue(kind=kind, reference=reference, lat=lat, lon=lon, as_of=as_of, **rest)
