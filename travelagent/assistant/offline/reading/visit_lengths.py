"""How long the visits of a plan are to last, as a message wishes it: for so long, by so much longer or shorter, or a
little."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import Message, says
from travelagent.assistant.offline.reading.visits import Days, clauses_about
from travelagent.assistant.questions.numerals import count
from travelagent.assistant.results.route import Day, Visit
from travelagent.catalog import source
from travelagent.planning.windows import WHOLE_DAY_MINUTES
from travelagent.plans.wire_fields import minutes_of

A_LITTLE: Final = 60
"""So many minutes longer or shorter a visit is to be where no length is said."""
SHORTEST: Final = 30
LONGEST: Final = 720
_HOUR, _HALF = 60, 30


def lengths_wished(message: Message, about: Sequence[str], days: Days) -> dict[str, int]:
    """By sight of the plan the minutes that its visit is to last, a meal there aside; empty where a message asks.

    `about` are the cities and sights that the message names, `days` the rows of the plan at hand.
    """
    if _asks(message):
        return {}
    visits = ((row, visit) for row in days for visit in row.visits if visit.sight in about)
    lasting = {visit.sight: partial(_lasts, visit, row) for row, visit in visits}
    return {
        sight: min(max(minutes, SHORTEST), LONGEST)
        for clause, sights, _, _ in clauses_about(message, about)
        for sight in sights
        if sight in lasting and (minutes := _wished(clause, lasting[sight])) is not None
    }


def wishes_length(message: Message) -> bool:
    """Whether a message with a sight wishes for a longer or shorter visit."""
    wishes = bool(message.places.sights) and _wished(message.sentence.masked, lambda: LONGEST) is not None
    return wishes and not _asks(message)


def _asks(message: Message) -> bool:
    return pattern("intents", "question").search(message.sentence.masked) is not None and not says(message, "may_we")


def _wished(clause: str, lasts: Callable[[], int]) -> int | None:
    """The minutes that a clause wishes for a visit that `lasts` so many; None where it wishes for none."""
    longer, shorter = _says(clause, "lengthens"), _says(clause, "shortens")
    longer, shorter = longer or _says_root(clause, "longer"), shorter or _says_root(clause, "shorter")
    said = pattern("length", "visit", "time").search(clause)
    if said is None:
        return lasts() + A_LITTLE * (longer - shorter) if longer != shorter else None
    before, after = clause[: said.start()], clause[said.end() :]
    if longer != shorter and (_says(before, "by") or _says(after, "more_or_less")):
        return lasts() + _minutes(said) * (longer - shorter)
    return _minutes(said) if longer or shorter or _says(clause, "so_long") else None


def _says(text: str, cue: str) -> bool:
    return pattern("length", "visit", cue).search(text) is not None


def _says_root(text: str, cue: str) -> bool:
    return pattern("length", cue).search(text) is not None


def _minutes(said: re.Match[str]) -> int:
    """The minutes of a length that is said in hours, halves of one or minutes."""
    words = {name: value for name, value in said.groupdict().items() if value}
    if minutes := next((value for name, value in words.items() if name.startswith("minutes")), None):
        return count(minutes) or 0
    hours = next((value for name, value in words.items() if name.startswith("hours")), None)
    whole = 0 if hours is None else 1 if hours in ("a", "an") else count(hours) or 0
    return whole * _HOUR + (_HALF if any(name.startswith("half") for name in words) else 0)


def _lasts(visit: Visit, day: Day) -> int:
    """The minutes of a visit of the plan without a meal there, which one of a whole day has within it."""
    meals = (meal for meal in day.meals if meal.visit == visit.id)
    minutes = visit.minutes
    without = minutes - sum(minutes_of(meal.end) - minutes_of(meal.start) for meal in meals)
    within = without >= WHOLE_DAY_MINUTES or minutes == source.sights()[visit.sight or ""].minutes
    return minutes if within else without
