"""Lifts, steps and ways without them: what the catalogue knows of a sight's stairs and climbs, and whom to ask."""

from typing import Final

from travelagent.assistant.asks.subjects import named_sights, visited_sights
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import compose_answer, in_locale, listed, name_of, note_of, say
from travelagent.briefs.acts import Ask
from travelagent.catalog import source
from travelagent.catalog.values import Sight
from travelagent.plans.values import BODILY, LocalizedText, Strain

STRAINS: Final = {
    "stairs": LocalizedText("many stairs", "台阶多"),
    "climb": LocalizedText("a climb", "要爬坡"),
    "altitude": LocalizedText("thin air", "海拔高"),
}
ABOUT: Final = ("lift", "elevator", "funicular", "cable car", "电梯", "缆车", "索道")
"""What the notes of sights say where something carries one up."""


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell what is known of the sights that are named, else which stops of the plan are hard; lifts are in the data
    only where a note names one."""
    sights = named_sights(question)
    if sights:
        texts = [text for sight in sights for text in _of_sight(sight, trip)]
    else:
        sights = visited_sights(question, trip)
        hard = [sight for sight in sights if _strains(sight)]
        names = listed(trip, (_with_strains(sight, trip) for sight in hard))
        texts = [say(trip, "access.hard", names=names) if hard else say(trip, "access.none_hard")]
    facts = {"sights": [{"sight": sight.id, "strains": list(_strains(sight))} for sight in sights]}
    known = any(_strains(sight) or _lifted(sight) for sight in sights)
    return compose_answer(trip, [*texts, say(trip, "access.ask")], facts, known=known, sights=sights)


def _strains(sight: Sight) -> tuple[Strain, ...]:
    return tuple(strain for strain in source.strains_of(sight) if strain in BODILY)


def _lifted(sight: Sight) -> bool:
    """Return whether the note of a sight mentions a lift or a cable car."""
    return any(word in note for word in ABOUT for note in (sight.note_en.lower(), sight.note_zh))


def _of_sight(sight: Sight, trip: TripContext) -> list[str]:
    strains = _strains(sight)
    words = {"name": name_of(trip, sight)}
    if strains:
        names = listed(trip, (in_locale(trip, STRAINS[strain]) for strain in strains))
        lead = say(trip, "access.strains", strains=names, **words)
    else:
        lead = say(trip, "access.unknown", **words)
    return [lead, note_of(trip, sight)] if _lifted(sight) else [lead]


def _with_strains(sight: Sight, trip: TripContext) -> str:
    names = listed(trip, (in_locale(trip, STRAINS[strain]) for strain in _strains(sight)))
    return say(trip, "access.stop", name=name_of(trip, sight), strains=names)
