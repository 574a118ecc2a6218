"""Trips as the cards of a list: title, cities, dates, a picture, a small map."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from travelagent.catalog.models import is_chinese
from travelagent.trips import sketch
from travelagent.trips.models import Trip
from travelagent.trips.posters import city_names, trip_poster
from travelagent.wire.itinerary import stop_count

SKETCH_SIZE: Final = {"width": sketch.WIDTH, "height": sketch.HEIGHT}


@dataclass(frozen=True, slots=True)
class TripCard:
    """One trip: `cities` in the page's language, `problems` of its certificate, `poster` the address of its picture;
    `shared_role`: the role of a member whom it is shown to, "" for its owner."""

    trip: Trip
    cities: str
    days: int
    stops: int
    first: date
    problems: int
    sketch: tuple[sketch.DayWay, ...]
    poster: str
    shared_role: str = ""


def trip_cards(trips: Iterable[Trip]) -> list[TripCard]:
    """Return the cards of the trips, in their order."""
    return [_card(trip) for trip in trips]


def _card(trip: Trip) -> TripCard:
    days = trip.itinerary["days"]
    return TripCard(
        trip,
        ("、" if is_chinese() else ", ").join(city_names(trip.itinerary)),
        len(days),
        stop_count(days),
        date.fromisoformat(days[0]["date"]),
        sum(check["status"] == "fail" for check in trip.itinerary["certificate"]["checks"]),
        sketch.sketch(trip.itinerary),
        trip_poster(trip.itinerary),
        trip.member_role or "",
    )
