"""What there is to see: one sight in short, or the best of a city that are not in the plan yet."""

from collections.abc import Sequence
from typing import Any, Final

from travelagent.assistant.asks.subjects import cities_of, kinds_of_sights, named_sights, visits_by_sight
from travelagent.assistant.asks.topics.tickets import price_of
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, in_locale, length_of_time, listed, name_of, note_of, say
from travelagent.briefs.acts import Ask
from travelagent.catalog import source
from travelagent.catalog.hours_words import opening_text
from travelagent.catalog.values import City, Sight
from travelagent.plans.words import term

MOST_NAMED: Final = 4
MOST_SHOWN: Final = 12


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell of the sights that are named, else the best of the cities that the plan does not visit, of the kinds that
    are mentioned."""
    if sights := named_sights(question):
        texts = [text for sight in sights[:MOST_NAMED] for text in _of_sight(sight, trip, whole=len(sights) == 1)]
        return compose_answer(trip, texts, {"sights": [_facts(sight, trip) for sight in sights]}, sights=sights)
    cities = cities_of(question, trip)
    kinds = kinds_of_sights(question)
    parts = [(city, _best(city, kinds, trip)) for city in cities]
    texts = [_of_city(city, best, kinds, trip) for city, best in parts]
    if len(cities) == 1:
        texts.append(cities[0].summary_zh if trip.locale == "zh" else cities[0].summary_en)
    facts = [{"city": city.id, "sights": [_facts(sight, trip) for sight in best[:MOST_NAMED]]} for city, best in parts]
    shown = [sight for _, best in parts for sight in best[:MOST_SHOWN]]
    return compose_answer(trip, texts, {"cities": facts}, known=bool(shown), sights=shown)


def _best(city: City, kinds: Sequence[str], trip: TripContext) -> list[Sight]:
    """The sights that the plan does not visit, of these kinds where any is known, the best first."""
    planned, wanted = visits_by_sight(trip), set(kinds)
    found = [s for s in source.sights_of(city.id) if s.id not in planned]
    if wanted:
        found = [sight for sight in found if wanted & {sight.category, *sight.tags}]
    return sorted(found, key=lambda sight: (-sight.score, sight.id))


def _of_city(city: City, best: Sequence[Sight], kinds: Sequence[str], trip: TripContext) -> str:
    wanted = listed(trip, (in_locale(trip, term(kind)) for kind in kinds))
    words = {"city": name_of(trip, city), "kinds": wanted}
    if not best:
        return say(trip, "sights.none_of_kind" if wanted else "sights.none", **words)
    named = (say(trip, "sights.rated", name=name_of(trip, s), score=s.score) for s in best[:MOST_NAMED])
    is_planned = any(sight.partition("/")[0] == city.id for sight in visits_by_sight(trip))
    key = f"sights.{'more' if is_planned else 'best'}{'_of_kind' if wanted else ''}"
    return say(trip, key, names=listed(trip, named), **words)


def _of_sight(sight: Sight, trip: TripContext, *, whole: bool) -> list[str]:
    """What a sight is; asked about alone also its hours, its ticket and its day in the plan."""
    words = {"name": name_of(trip, sight), "kind": in_locale(trip, term(sight.category)), "score": sight.score}
    lead = say(trip, "sights.is", note=note_of(trip, sight), time=length_of_time(trip, sight.minutes), **words)
    if not whole:
        return [lead]
    held = visits_by_sight(trip).get(sight.id)
    day = [say(trip, "sights.planned", day=held[0].day, start=held[1].arrive, end=held[1].depart)] if held else []
    hours = say(trip, "sights.hours", hours=in_locale(trip, opening_text(sight)))
    return [lead, *day, hours, price_of(sight, trip)[0]]


def _facts(sight: Sight, trip: TripContext) -> dict[str, Any]:
    held = visits_by_sight(trip).get(sight.id)
    return {
        "sight": sight.id, "name": name_of(trip, sight), "category": sight.category, "score": sight.score,
        "minutes": sight.minutes, "hours": sight.hours, "price": sight.price,
        "currency": source.cities()[sight.city].currency, "booking": sight.booking,
        "day": held[0].day if held else None,
    }  # fmt: skip
