"""How hard the days are: hours out, kilometres on foot, early starts."""

from collections.abc import Sequence
from typing import Any, Final

from travelagent.assistant.asks.subjects import days_of, is_of_days, named_sights
from travelagent.assistant.asks.topics.safety import BODILY
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import (
    compose_answer,
    counted,
    day_label,
    in_locale,
    length_of_time,
    listed,
    name_of,
    note_of,
    say,
)
from travelagent.assistant.results.route import Day
from travelagent.briefs.acts import Ask
from travelagent.briefs.party import goes_gently, young_children
from travelagent.catalog import source
from travelagent.catalog.values import Sight
from travelagent.plans.fields import minutes_of
from travelagent.plans.words import term

FULL_MINUTES, FULL_KM = 11 * 60, 8.0
"""From so long out, or so far on foot between the stops, a day is full."""
GENTLE_MINUTES, GENTLE_KM = 9 * 60, 5.0
"""The same with children, seniors, or at a relaxed pace."""
MOST_SIGHTS: Final = 2
EARLY: Final = 8 * 60
"""A day that begins before this begins early."""


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell what a named sight asks of the body; else whether the named days are full; of the whole plan which day is
    the fullest, and how far one walks."""
    if sights := named_sights(question):
        return _of_sights(sights, trip)
    days = [day for day in days_of(question, trip) if day.visits]
    if not days:
        return compose_answer(trip, [say(trip, "plan.empty_day")], {"days": []})
    fullest = max(days, key=lambda day: (minutes_out(day), walked_km(day)))
    facts = {"days": [_facts(day, trip) for day in days], "fullest": fullest.day}
    label = {"day": day_label(trip, fullest.day, fullest.date), **_figures(fullest, trip)}
    key = "tiring.fullest"
    if is_of_days(question, trip) and len(days) == 1:
        key = "tiring.full" if is_full(fullest, trip) else "tiring.not_full"
    texts = [say(trip, key, **label), _walks(days, trip), *_early(days, trip)]
    return compose_answer(trip, [*texts, say(trip, "tiring.inside")], facts)


def _of_sights(sights: Sequence[Sight], trip: TripContext) -> TopicAnswer:
    """Height, stairs and climbs of these sights, how long a visit takes, and what is noted of it."""
    texts, facts = [], []
    for sight in sights[:MOST_SIGHTS]:
        strains = [strain for strain in source.strains_of(sight) if strain in BODILY]
        what = listed(trip, (in_locale(trip, term(strain)) for strain in strains))
        words = {"name": name_of(trip, sight), "time": length_of_time(trip, sight.minutes), "what": what}
        texts += [say(trip, "tiring.sight" if strains else "tiring.easy_sight", **words), note_of(trip, sight)]
        facts.append({"sight": sight.id, "strains": strains, "minutes": sight.minutes})
    return compose_answer(trip, texts, {"sights": facts})


def minutes_out(day: Day) -> int:
    """Return how long one is out on a day."""
    return int(minutes_of(day.end) - minutes_of(day.start))


def walked_km(day: Day) -> float:
    """Return how far one walks between the stops, 0 in plans that did not count it."""
    return float(day.walked.km) if day.walked else 0.0


def is_full(day: Day, trip: TripContext) -> bool:
    """Return whether a day is full for this party."""
    gently = goes_gently(trip.brief) or bool(young_children(trip.brief.party)) or trip.brief.pace == "relaxed"
    minutes, km = (GENTLE_MINUTES, GENTLE_KM) if gently else (FULL_MINUTES, FULL_KM)
    return minutes_out(day) >= minutes or walked_km(day) >= km


def _figures(day: Day, trip: TripContext) -> dict[str, str]:
    return {
        "start": day.start,
        "end": day.end,
        "out": length_of_time(trip, minutes_out(day)),
        "stops": counted(trip, "stops", len(day.visits)),
        "km": f"{walked_km(day):.1f}",
    }


def _facts(day: Day, trip: TripContext) -> dict[str, Any]:
    return {
        "day": day.day, "start": day.start, "end": day.end, "minutes_out": minutes_out(day), "stops": len(day.visits),
        "walked_km": walked_km(day), "full": is_full(day, trip), "early": minutes_of(day.start) < EARLY,
    }  # fmt: skip


def _walks(days: Sequence[Day], trip: TripContext) -> str:
    if len(days) < 2:
        return ""
    each = (say(trip, "tiring.walk", day=day.day, km=f"{walked_km(day):.1f}") for day in days)
    return say(trip, "tiring.walks", days=listed(trip, each, 7))


def _early(days: Sequence[Day], trip: TripContext) -> list[str]:
    early = [day for day in days if minutes_of(day.start) < EARLY]
    if not early:
        first = min(day.start for day in days)
        return [say(trip, "tiring.no_early", start=first)]
    named = (say(trip, "tiring.early_day", day=day.day, start=day.start) for day in early)
    return [say(trip, "tiring.early", days=listed(trip, named))]
