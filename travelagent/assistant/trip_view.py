"""The trip at hand as models see it: what is wanted, and which sights each day visits, in the system message.

It is what stood when the run began; what a run changes itself, the results of its tools tell.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from travelagent.assistant.prompts import fenced, render
from travelagent.assistant.results.reading import read_route
from travelagent.assistant.views.plan import stop_lines
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.values import EMPTY, TripBrief
from travelagent.briefs.wire import brief_to_wire, without_sources
from travelagent.wire.itinerary import itinerary_from_wire


@dataclass(frozen=True, slots=True)
class PlannedDay:
    """A day of the plan at hand, with the ids of its sights."""

    day: int
    date: dt.date
    city: str
    sights: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlanAtHand:
    """The plan that stands: the id of its artifact, its cities in order, its days."""

    cities: tuple[str, ...]
    days: tuple[PlannedDay, ...]
    id: str = ""

    @property
    def sights(self) -> frozenset[str]:
        """The sights of all days."""
        return frozenset(sight for day in self.days for sight in day.sights)


@dataclass(frozen=True, slots=True)
class TripView:
    """What a conversation wants and has by now; `plan` None: nothing is planned yet. `earlier`: the traveller's message
    before; `spoken_of`: the sight that the turn before was about; `preferred`: the city that its comparison
    would take; `offered`: the cities that were recommended last."""

    brief: TripBrief = EMPTY
    plan: PlanAtHand | None = None
    earlier: str = ""
    spoken_of: str = ""
    offered: tuple[str, ...] = ()
    preferred: str = ""


NO_TRIP: Final = TripView()


def view_of(trip: TripAtHand) -> TripView:
    """Return the view of the trip at hand."""
    return TripView(trip.brief, None if trip.itinerary is None else plan_at_hand(trip.itinerary, trip.plan))


def plan_at_hand(itinerary: Mapping[str, Any], id: str) -> PlanAtHand:
    """Return the plan of an itinerary as its artifact has it."""
    cities = tuple(city if isinstance(city, str) else city["id"] for city in itinerary["cities"])
    return PlanAtHand(cities, tuple(_day(day) for day in itinerary["days"]), id)


def trip_section(language: str, trip: TripAtHand) -> str:
    """Return the part of a system message that describes the trip; empty where nothing is requested yet."""
    view = view_of(trip)
    if view == NO_TRIP:
        return ""
    data: dict[str, Any] = {"brief": brief_to_wire(without_sources(view.brief))}
    if trip.itinerary is not None:
        route = read_route(trip.itinerary, itinerary_from_wire(trip.itinerary), "zh" if language == "zh" else "en")
        days = [
            {
                "day": day.day,
                "date": day.date.isoformat(),
                "city": day.city,
                "hours": f"{day.start}-{day.end}",
                "stops": list(stop_lines(day)),
            }
            for day in route.days
        ]
        data["plan"] = {"itinerary": trip.plan, "cities": [city.id for city in route.cities], "days": days}
    return render(language, "trip", trip=fenced(data))


def _day(day: Mapping[str, Any]) -> PlannedDay:
    sights = tuple(visit["sight"] for visit in day["visits"] if visit["sight"])
    return PlannedDay(day["day"], dt.date.fromisoformat(day["date"]), day["city"], sights)
