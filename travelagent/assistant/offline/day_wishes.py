"""What is wished of whole days of a plan, new or at hand: a rest amid them, days left free, days for the rain."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from travelagent.assistant.offline.reading.asked import rest_wished
from travelagent.assistant.offline.reading.lexicon import pattern
from travelagent.assistant.offline.reading.message import read_message
from travelagent.assistant.offline.reading.visits import Days, days_named, days_numbered
from travelagent.plans.words import REST, clock


def rest_arguments(said: Sequence[str], days: Sequence[int] = (), *, today: date) -> dict[str, Any] | None:
    """The rest amid the day that was wished for by now, for these days of the plan or all."""
    rest = rest_wished(said, today)
    if rest is None:
        return None
    start = {"start": clock(rest.start)} if rest.start is not None else {}
    return {**start, "minutes": rest.minutes, **({"days": list(days)} if days else {})}


def rest_wanted(said: Sequence[str], wanted: int, days: Days, today: date) -> dict[str, Any] | None:
    """The rest that the message wishes for the days it names, else all; one wished before, for days that are added."""
    if read_message(said[-1], today).hours.rest:
        return rest_arguments(said, days_named(said[-1], days, today), today=today)
    added = range(len(days) + 1, wanted + 1)
    return rest_arguments(said, added, today=today) if added else None


def rests_given_up(said: str, days: Days, today: date) -> list[str]:
    """The rests at the hotel, on the days that the message names or all, where none is wished any longer."""
    if not read_message(said, today).hours.restless:
        return []
    named = days_named(said, days, today) or [row.day for row in days]
    own = [visit for row in days if row.day in named for visit in row.visits if visit.sight is None]
    return [visit.id for visit in own if visit.name in (REST.en, REST.zh)]


def free_days_said(said: Sequence[str], days: int, today: date) -> list[int]:
    """The days of a new plan of so many on which nothing is to be planned: those that are named, else the last one
    before that of leaving."""
    off = [text for text in said if read_message(text, today).hours.off]
    named = days_numbered(off[-1], days) if off else []
    return named or ([days - 1] if off and days > 2 else [])


def rainy_days_said(said: Sequence[str], days: int) -> list[int]:
    """The days of a new plan of so many that are said to be rainy, all of them where it is to be one for the rain."""
    wet = (each for each in map(str.lower, said) if pattern("dialogue", "for_rain").search(each) or _rains_then(each))
    asks = pattern("dialogue", "asks_rain")
    named = [days_numbered(each, days) or range(1, days + 1) for each in wet if not asks.search(each)]
    return sorted({day for found in named for day in found})


def rainy_days(said: str, days: Days, today: date) -> list[int]:
    """The days that are said to be rainy, all of them when none is named; empty without rain."""
    if not rains(said):
        return []
    return days_named(said, days, today) or [row.day for row in days]


def _rains_then(said: str) -> bool:
    """Whether a message tells that days which it names are rainy."""
    return rains(said) and pattern("dialogue", "rain_wish").search(said) is not None


def rains(said: str) -> bool:
    return pattern("dialogue", "rain").search(said.lower()) is not None
