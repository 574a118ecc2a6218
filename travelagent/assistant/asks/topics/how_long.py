"""How long a city or a sight takes, and whether a number of days is enough."""

from typing import Any

from travelagent.assistant.asks.subjects import cities_of, named_sights, visits_by_sight
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, counted, length_of_time, name_of, say
from travelagent.briefs.acts import Ask
from travelagent.catalog.values import City, Sight

MOST_SIGHTS = 4


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell how long the sights take that are named, else how many days the cities do."""
    if sights := named_sights(question):
        parts = [_of_sight(sight, trip) for sight in sights[:MOST_SIGHTS]]
        return compose_answer(trip, (text for text, _ in parts), {"sights": [facts for _, facts in parts]})
    cities = cities_of(question, trip)
    lengths = [_days_in(city, question, trip, alone=len(cities) == 1) for city in cities]
    texts = [_of_city(city, days, trip) for city, days in zip(cities, lengths, strict=True)]
    facts = [
        {"city": c.id, "days_min": c.days_min, "days_max": c.days_max, "days": days, "enough": _enough(c, days)}
        for c, days in zip(cities, lengths, strict=True)
    ]
    return compose_answer(trip, texts, {"cities": facts})


def _of_sight(sight: Sight, trip: TripContext) -> tuple[str, dict[str, Any]]:
    name, usual, held = (
        name_of(trip, sight),
        length_of_time(trip, sight.minutes),
        visits_by_sight(trip).get(sight.id),
    )
    facts = {"sight": sight.id, "minutes": sight.minutes, "planned_minutes": held[1].minutes if held else None}
    if held is None:
        return say(trip, "how_long.sight", name=name, usual=usual), facts
    day, visit = held
    planned = length_of_time(trip, visit.minutes)
    texts = {"name": name, "usual": usual, "planned": planned, "day": day.day}
    return say(trip, "how_long.sight_planned", start=visit.arrive, end=visit.depart, **texts), facts


def _days_in(city: City, question: Ask, trip: TripContext, *, alone: bool) -> int | None:
    """The days whose sufficiency is asked about: those named, those of the plan there, those of the brief."""
    if question.length is not None and alone:
        return question.length
    planned = sum(day.city == city.id for day in trip.route.days) if trip.route else 0
    stay = next((stay.days for stay in trip.brief.stays if stay.place == city.id), None)
    return planned or stay or (trip.brief.days if alone and city.id in trip.brief.places else None)


def _enough(city: City, days: int | None) -> bool | None:
    return None if days is None else days >= city.days_min


def _of_city(city: City, days: int | None, trip: TripContext) -> str:
    usual = {"name": name_of(trip, city), "least": city.days_min, "most": city.days_max}
    if days is None:
        return say(trip, "how_long.city", **usual)
    key = "short" if days < city.days_min else "ample" if days > city.days_max else "enough"
    return say(trip, f"how_long.{key}", days=counted(trip, "days", days), **usual)
