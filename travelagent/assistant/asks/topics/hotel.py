"""Where one stays: the quarter in the middle of what one visits, hotels near it, and the price of a room by class."""

from collections.abc import Sequence
from typing import Any, Final

from travelagent.assistant.asks.subjects import cities_of
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.venue_wording import venue_facts, venue_sentences
from travelagent.assistant.asks.wording import about_money, compose_answer, name_of, say
from travelagent.briefs.acts import Ask
from travelagent.briefs.lodging import central_stop
from travelagent.catalog import source
from travelagent.catalog.quarters import Quarter, quarters_of
from travelagent.catalog.values import TIERS, City, Sight

NEAR_KM: Final = 1.5
"""A quarter is in the middle that lies no farther from the stop in the middle."""
BEST: Final = 6
"""So many of the best sights stand for a city that is not planned."""


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell for every city that is meant where its stops are nearest on the whole, and what a room costs."""
    texts: list[str] = []
    facts: list[dict[str, Any]] = []
    cities = cities_of(question, trip)
    for city in cities:
        spoken, figures = _of_city(city, trip)
        texts += spoken
        facts.append(figures)
    behind: dict[str, Any] = {"cities": facts}
    if trip.nearby:
        behind["nearby"] = venue_facts(trip.nearby)
        return compose_answer(trip, [*venue_sentences(trip.nearby, trip), *texts[::2], *texts[1::2]], behind)
    return compose_answer(trip, [*texts[::2], *texts[1::2], say(trip, "hotel.none_known")], behind)


def middles(question: Ask, trip: TripContext) -> tuple[Sight, ...]:
    """Return the sight in the middle of each city that is meant: of the plan's stops there, else of its best sights.

    Raises Unanswered as `cities_of`."""
    return tuple(_middle(city, _visited(city, trip)) for city in cities_of(question, trip))


def _visited(city: City, trip: TripContext) -> list[str]:
    """The sights of a city that the plan visits."""
    days = trip.route.days if trip.route else ()
    return [
        v.sight for day in days if day.city == city.id for v in day.visits if v.sight and v.sight in source.sights()
    ]


def _middle(city: City, visited: Sequence[str]) -> Sight:
    best = sorted(source.sights_of(city.id), key=lambda sight: -sight.score)[:BEST]
    return source.sights()[central_stop(visited or [sight.id for sight in best])]


def _of_city(city: City, trip: TripContext) -> tuple[list[str], dict[str, Any]]:
    """The middle of the plan's stops there, else of the city's best sights; and the price of a double room."""
    visited = _visited(city, trip)
    middle = _middle(city, visited)
    quarter = _quarter_near(middle, city)
    where = _name(quarter, trip) if quarter else name_of(trip, middle)
    key = "hotel.near_plan" if visited else "hotel.near_best"
    prices = {tier: about_money(trip, city.lodging.of(tier), city.currency) for tier in TIERS}
    texts = [
        say(trip, key, city=name_of(trip, city), where=where),
        say(trip, "hotel.prices", city=name_of(trip, city), **prices),
    ]
    facts = {
        "city": city.id, "near": middle.id, "quarter": quarter.names[0] if quarter else None, "planned": bool(visited),
        "currency": city.currency, "room_night": {tier: city.lodging.of(tier) for tier in TIERS},
    }  # fmt: skip
    return texts, facts


def _quarter_near(middle: Sight, city: City) -> Quarter | None:
    """The well-known quarter around a sight; None where none is near."""
    found = [(source.distance_km(middle.lat, middle.lon, q.lat, q.lon), q) for q in quarters_of(city.id)]
    km, quarter = min(found, key=lambda each: each[0], default=(NEAR_KM + 1, None))
    return quarter if km <= NEAR_KM else None


def _name(quarter: Quarter, trip: TripContext) -> str:
    return quarter.names[1] if trip.locale == "zh" else quarter.names[0]
