"""Where a person has been: the cities of trips' days that lie in the past."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from travelagent.catalog import source
from travelagent.catalog.values import City
from travelagent.trips.actions import trips_of

MOST_TRIPS: Final = 500
"""So many are looked at, those changed last."""


@dataclass(frozen=True, slots=True)
class Visited:
    """A city, and the last day on which somebody was there."""

    city: City
    last: date


def visited_cities(person: int, today: date) -> list[Visited]:
    """Return the cities of days before `today`, the one visited last first. Trips without set dates do not count."""
    last: dict[str, date] = {}
    for itinerary in trips_of(person).order_by("-updated_at").values_list("itinerary", flat=True)[:MOST_TRIPS]:
        if itinerary.get("date_assumed"):
            continue
        for day in itinerary["days"]:
            when = date.fromisoformat(day["date"])
            if when < today:
                last[day["city"]] = max(when, last.get(day["city"], when))
    cities = source.cities()
    found = [Visited(cities[city], when) for city, when in last.items() if city in cities]
    return sorted(found, key=lambda visited: (visited.last, visited.city.id), reverse=True)
