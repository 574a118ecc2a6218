"""What asks something of a body: height, climbs and stairs for seniors and children; the rest is not known."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from travelagent.assistant.asks.subjects import cities_of, named_sights, visited_sights
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, in_locale, listed, name_of, note_of, say
from travelagent.briefs.acts import Ask
from travelagent.briefs.party import everybody, has_seniors, young_children
from travelagent.catalog import source
from travelagent.catalog.climate import elevation_of
from travelagent.catalog.values import City, Sight
from travelagent.plans.values import Strain
from travelagent.plans.words import term

FELT_METRES: Final = 2400
"""From this height on many feel the air."""
BODILY: Final[tuple[Strain, ...]] = ("altitude", "climb", "stairs")
_FOR_ADULTS: Final[tuple[Strain, ...]] = ("atrocity", "adult")


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell the height of the places, and which sights strain whoever goes; crime and health are not known."""
    cities = cities_of(question, trip)
    sights = visited_sights(question, trip)
    strained = {sight.id: _strains(sight, trip) for sight in sights if _strains(sight, trip)}
    facts: dict[str, Any] = {
        "elevations": {city.id: elevation_of(city.id) for city in cities},
        "strains": {id: list(strains) for id, strains in strained.items()},
    }
    high = [city for city in cities if elevation_of(city.id) >= FELT_METRES]
    texts = [*_heights(high, trip), *_sights([source.sights()[id] for id in strained], strained, trip)]
    ask = say(trip, "safety.unknown", city=listed(trip, (name_of(trip, city) for city in cities)))
    if not texts:
        named = listed(trip, (name_of(trip, sight) for sight in sights), 3)
        calm = say(trip, "safety.no_strain", names=named) if sights else ""
        notes = [note_of(trip, sight) for sight in named_sights(question)[:1]]
        texts = [calm, *notes, ask] if named_sights(question) else [ask, calm]
        return compose_answer(trip, texts, facts, known=False)
    return compose_answer(trip, [*texts, ask], facts)


def _strains(sight: Sight, trip: TripContext) -> tuple[Strain, ...]:
    """What of a sight concerns this party: of grown-ups what is bodily, with children also what is not for them."""
    wanted = (*BODILY, *_FOR_ADULTS) if everybody(trip.brief.party).children else BODILY
    return tuple(dict.fromkeys(strain for strain in source.strains_of(sight) if strain in wanted))


def _heights(high: Sequence[City], trip: TripContext) -> Iterator[str]:
    for city in high:
        yield say(trip, "safety.high", city=name_of(trip, city), metres=f"{elevation_of(city.id):,}")
    if high:
        yield say(trip, "safety.go_slowly")


def _sights(sights: Sequence[Sight], strained: dict[str, tuple[Strain, ...]], trip: TripContext) -> Iterator[str]:
    """The sights that strain, and for whom of the party that counts."""
    if not sights:
        return
    named = [
        say(
            trip, "safety.sight", name=name_of(trip, sight),
            what=listed(trip, (in_locale(trip, term(strain)) for strain in strained[sight.id])),
        )
        for sight in sights
    ]  # fmt: skip
    yield say(trip, "safety.strains", sights=listed(trip, named))
    if has_seniors(trip.brief.party):
        yield say(trip, "safety.seniors")
    elif young_children(trip.brief.party):
        yield say(trip, "safety.children")
