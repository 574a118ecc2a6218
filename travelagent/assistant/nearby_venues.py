"""The stored places to eat and to sleep that questions about food and hotels are answered from."""

from collections.abc import Mapping
from datetime import datetime, time
from typing import Final, Literal

from travelagent.assistant.asks.subjects import named_cities, named_sights, visits_by_sight
from travelagent.assistant.asks.topics.hotel import middles
from travelagent.assistant.asks.values import TripContext, VenuesNearby
from travelagent.briefs.acts import Ask
from travelagent.briefs.diet import diet_of
from travelagent.catalog.values import City, Sight
from travelagent.catalog.venues import DIETS, PLACES_TO_EAT, PLACES_TO_SLEEP, VenueKind
from travelagent.providers.venues import venues_around

Purpose = Literal["food", "hotel"]

KINDS: Final[Mapping[Purpose, tuple[VenueKind, ...]]] = {
    "food": PLACES_TO_EAT,
    "hotel": PLACES_TO_SLEEP,
}
NEAR_SIGHT_M: Final[Mapping[Purpose, int]] = {"food": 800, "hotel": 1500}
NEAR_CENTRE_M: Final = 1500
MOST_PLACES: Final = 3
MOST_VENUES: Final = 3


def venues_nearby(question: Ask, trip: TripContext, purpose: Purpose) -> Mapping[str, VenuesNearby]:
    """Return the venues near the sights that are named, else near the cities: places to eat near the centres of those
    that are named, places to sleep near the middle of what is visited in those that are meant.

    Places to eat that are closed when the plan leaves the stop are left out. With a diet, of the question or the brief,
    only those stay that are tagged to serve it. Empty where nothing is stored. Raises Unanswered as `cities_of`.
    """
    is_food = purpose == "food"
    wanted = {*(question.kinds or ()), *map(diet_of, trip.brief.diet)} if is_food else set()
    diet = next((each for each in DIETS if each in wanted), None)
    near: tuple[Sight | City, ...] = named_sights(question)
    if not near:
        near = named_cities(question) if is_food else middles(question, trip)
    found: dict[str, VenuesNearby] = {}
    for place in near[:MOST_PLACES]:
        at = _end_of_visit(trip, place.id) if is_food else None
        radius = NEAR_SIGHT_M[purpose] if isinstance(place, Sight) else NEAR_CENTRE_M
        venues = venues_around(
            KINDS[purpose], place.lat, place.lon, radius, open_at=at, diet=diet, limit=MOST_VENUES
        ).venues
        if venues:
            found[place.id] = VenuesNearby(venues, at)
    return found


def _end_of_visit(trip: TripContext, sight: str) -> datetime | None:
    """When the plan leaves a sight, None where it does not visit it or leaves after midnight."""
    day, visit = visits_by_sight(trip).get(sight, (None, None))
    if day is None or visit is None or visit.depart >= "24:00":
        return None
    return datetime.combine(day.date, time.fromisoformat(visit.depart))
