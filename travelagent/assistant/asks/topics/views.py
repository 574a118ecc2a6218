"""Where one sees the sun set, or far: the viewpoints that are known, their day in the plan and the hour of sunset."""

from collections.abc import Sequence
from typing import Final

from travelagent.assistant.asks.subjects import cities_of, dates_of, visits_by_sight
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, listed, name_of, note_of, say
from travelagent.briefs.acts import Ask
from travelagent.catalog import source
from travelagent.catalog.values import City, Sight
from travelagent.planning.hours import daylight
from travelagent.plans.fields import MIDNIGHT, clock

MOST: Final = 3
OUTLOOK: Final = frozenset({"viewpoint", "tower"})
"""Categories of places to which one goes for the view."""
EVENING: Final = ("sunset", "日落")
"""What the notes of sights say where the evening sun is seen."""


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell the best places of each city that is meant, those of the plan first, and when the sun sets there."""
    cities = cities_of(question, trip)
    found = {city.id: _outlooks(city, trip) for city in cities}
    texts = [text for city in cities for text in _of_city(city, found[city.id], question, trip)]
    shown = [sight for sights in found.values() for sight in sights[:MOST]]
    facts = [{"city": city.id, "sights": [sight.id for sight in found[city.id][:MOST]]} for city in cities]
    return compose_answer(trip, texts, {"cities": facts}, known=bool(shown), sights=shown)


def _outlooks(city: City, trip: TripContext) -> list[Sight]:
    """Return the sights with a view, those whose note mentions the evening first, then those of the plan, then the
    best.
    """
    planned = visits_by_sight(trip)
    sights = [s for s in source.sights_of(city.id) if s.category in OUTLOOK or _is_of_evening(s)]
    return sorted(sights, key=lambda s: (not _is_of_evening(s), s.id not in planned, -s.score, s.id))


def _is_of_evening(sight: Sight) -> bool:
    return any(word in note for word in EVENING for note in (sight.note_en.lower(), sight.note_zh))


def _of_city(city: City, sights: Sequence[Sight], question: Ask, trip: TripContext) -> list[str]:
    if not sights:
        return [say(trip, "views.none", city=name_of(trip, city))]
    planned = visits_by_sight(trip)
    names = []
    for sight in sights[:MOST]:
        held = planned.get(sight.id)
        id = "views.planned" if held else "views.place"
        when = {"day": held[0].day, "start": held[1].arrive} if held else {}
        names.append(say(trip, id, name=name_of(trip, sight), **when))
    texts = [say(trip, "views.best", city=name_of(trip, city), names=listed(trip, names))]
    if _is_of_evening(sights[0]):
        texts.append(note_of(trip, sights[0]))
    dates = dates_of(question, trip, city.id)
    if dates:
        rises, sets = daylight(city.lat, city.lon, dates[len(dates) // 2])
        if rises < sets < MIDNIGHT:
            texts.append(say(trip, "views.sets", city=name_of(trip, city), at=clock(sets)))
    return texts
