"""The imported places to eat that questions about food are answered from."""

from collections.abc import Mapping
from datetime import datetime, time
from typing import Final

from travelagent.assistant.asks.subjects import named_cities, named_sights, visits_by_sight
from travelagent.assistant.asks.values import Asked, FoodNearby
from travelagent.briefs.acts import Ask
from travelagent.catalog.additions import venues_near
from travelagent.catalog.values import City, Sight
from travelagent.catalog.venues import DIETS, VenueKind

KINDS: Final[tuple[VenueKind, ...]] = ("restaurant", "cafe", "fast_food")
NEAR_SIGHT_M: Final = 800
NEAR_CENTRE_M: Final = 1500
MOST_PLACES: Final = 3
MOST_VENUES: Final = 3


def food_nearby(question: Ask, asked: Asked) -> Mapping[str, FoodNearby]:
    """Return the places to eat near the sights that are named, else near the centres of the cities that are named.

    Near a stop of the plan those are left out that are closed when it ends. With a diet, of the question or the brief,
    only those stay that are tagged to serve it. Empty where nothing is stored.
    """
    wanted = {*(question.kinds or ()), *asked.brief.diet}
    diet = next((each for each in DIETS if each in wanted), None)
    places: tuple[Sight | City, ...] = named_sights(question) or named_cities(question)
    found: dict[str, FoodNearby] = {}
    for place in places[:MOST_PLACES]:
        at = _end_of_visit(asked, place.id)
        radius = NEAR_SIGHT_M if isinstance(place, Sight) else NEAR_CENTRE_M
        venues = venues_near(KINDS, place.lat, place.lon, radius, open_at=at, diet=diet, limit=MOST_VENUES)
        if venues:
            found[place.id] = FoodNearby(venues, at)
    return found


def _end_of_visit(asked: Asked, sight: str) -> datetime | None:
    """When the plan leaves a sight, None where it does not visit it or leaves after midnight."""
    day, visit = visits_by_sight(asked).get(sight, (None, None))
    if day is None or visit is None or visit.depart >= "24:00":
        return None
    return datetime.combine(day.date, time.fromisoformat(visit.depart))
