"""What to pack: by the climate of the months, the ways on foot, the kinds of sights, the children."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from travelagent.assistant.asks.subjects import cities_of, months_of, visits_by_sight
from travelagent.assistant.asks.topics.weather import Normals, normals_of
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, month_range, name_of, say
from travelagent.briefs.acts import Ask
from travelagent.briefs.party import everybody
from travelagent.catalog import source
from travelagent.catalog.climate import climate_of
from travelagent.catalog.values import City
from travelagent.checklists.packing import HIKING, SWIMMING, WET_SHARE

WET_DAYS: Final = WET_SHARE * 30
"""From so many rain days a month rain gear is worth its place."""
LONG_WALK_KM: Final = 4.0
STROLLER_AGE: Final = 4


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell what the climate, the walks, the sights and the party of the trip ask for."""
    cities = cities_of(question, trip)
    months = {city.id: months_of(question, trip, city.id) for city in cities}
    if not all(months.values()):
        return compose_answer(trip, [say(trip, "packing.when", city=name_of(trip, cities[0]))], {}, known=False)
    means = {city.id: normals_of(climate_of(city.id), months[city.id]) for city in cities}
    facts: dict[str, Any] = {
        "climate": [
            {"city": id, "months": list(months[id]), "t_min": m.low, "t_max": m.high, "rain_days": m.rain_days}
            for id, m in means.items()
        ]
    }
    texts = [*_clothes(cities, means, months, trip), *_gear(means, trip, facts)]
    return compose_answer(trip, texts, facts)


def _clothes(
    cities: Sequence[City], means: dict[str, Normals], months: dict[str, tuple[int, ...]], trip: TripContext
) -> Iterator[str]:
    """What to wear in the coldest of the cities, and in the warmest where it feels otherwise."""
    ranked = sorted(cities, key=lambda city: means[city.id].low)
    for city in dict.fromkeys((ranked[0], ranked[-1])):
        if city is ranked[0] or means[city.id].felt != means[ranked[0].id].felt:
            m = means[city.id]
            yield say(
                trip, "packing.climate", wear=say(trip, f"wear.{m.felt}"), city=name_of(trip, city),
                months=month_range(trip, months[city.id]), low=round(m.low), high=round(m.high),
            )  # fmt: skip


def _gear(means: dict[str, Normals], trip: TripContext, facts: dict[str, Any]) -> Iterator[str]:
    rain = max(m.rain_days for m in means.values())
    if rain >= WET_DAYS:
        yield say(trip, "packing.rain", days=round(rain))
    walked = max(
        ((day.walked.km, day.day) for day in (trip.route.days if trip.route else ()) if day.walked), default=None
    )
    if walked and walked[0] >= LONG_WALK_KM:
        facts["longest_walk"] = {"km": walked[0], "day": walked[1]}
        yield say(trip, "packing.shoes", km=f"{walked[0]:.1f}", day=walked[1])
        if any(age is not None and age <= STROLLER_AGE for age in everybody(trip.brief.party).children):
            yield say(trip, "packing.stroller", age=STROLLER_AGE)
    visited = [source.sights()[id] for id in visits_by_sight(trip) if id in source.sights()]
    for kinds, key in ((SWIMMING, "packing.swim"), (HIKING, "packing.uphill")):
        names = [name_of(trip, sight) for sight in visited if kinds & {sight.category, *sight.tags}]
        if names:
            facts[key.partition(".")[2]] = names
            yield say(trip, key, name=names[0])
