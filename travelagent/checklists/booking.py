"""What to book, and by when: stays, journeys between cities, and the sights that want booking.

The days ahead are rules of thumb: sales begin at other times from railway to railway.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

from travelagent.checklists.messages import message
from travelagent.checklists.values import Journey, Stop, Suggestion, TripFacts
from travelagent.plans.booking import LEAD_DAYS
from travelagent.plans.values import LocalizedText
from travelagent.plans.words import calendar_day

HOTEL_DAYS = 30
JOURNEY_DAYS: Final[Mapping[str, int]] = {"flight": 42, "train": 14, "bus": 7, "ferry": 7}
"""How many days ahead a seat is booked; other modes need none."""


def booking_list(facts: TripFacts) -> tuple[Suggestion, ...]:
    """Return what to book, what is due first at the front; without days where the dates are only assumed."""
    found = [*_stays(facts), *_journeys(facts), *_sights(facts)]
    return tuple(sorted(found, key=lambda each: each.due or dt.date.max))


def _stays(facts: TripFacts) -> Iterator[Suggestion]:
    nights = facts.days[:-1]
    for index, (city, stay) in enumerate(groupby(nights, key=lambda day: day.city)):
        days = list(stay)
        count = message("count.night" if len(days) == 1 else "count.nights", count=len(days))
        first = days[0]
        text = message("book.hotel", city=first.city_name, nights=count, day=_day(facts, first.date))
        yield Suggestion(
            f"hotel:{index}:{city}", text, message("booking.hotel"), due=_due(facts, first.date, HOTEL_DAYS)
        )


def _journeys(facts: TripFacts) -> Iterator[Suggestion]:
    for index, journey in enumerate(facts.journeys):
        if ahead := JOURNEY_DAYS.get(journey.mode):
            text = message(
                "book.journey",
                origin=journey.origin,
                destination=journey.destination,
                mode=journey.mode_name,
                day=_day(facts, journey.date),
            )
            key = f"journey:{index}:{journey.mode}:{journey.destination.en}"
            yield Suggestion(key, text, _reason(journey), due=_due(facts, journey.date, ahead))


def _sights(facts: TripFacts) -> Iterator[Suggestion]:
    first: dict[str, Stop] = {}
    for stop in facts.stops:
        if stop.booking != "none":
            first.setdefault(stop.sight, stop)
    for stop in first.values():
        text = message("book.sight", name=stop.name, day=_day(facts, stop.date))
        due = _due(facts, stop.date, LEAD_DAYS[stop.booking])
        yield Suggestion(f"sight:{stop.sight}", text, message(f"booking.{stop.booking}"), due=due)


def _reason(journey: Journey) -> LocalizedText:
    return message(f"booking.{journey.mode if journey.mode in ('flight', 'train') else 'other'}")


def _due(facts: TripFacts, day: dt.date, ahead: int) -> dt.date | None:
    return day - dt.timedelta(days=ahead) if facts.is_dated else None


def _day(facts: TripFacts, day: dt.date) -> LocalizedText:
    """The date, or which day of the trip it is where the dates are only assumed."""
    if facts.is_dated:
        return calendar_day(day)
    number = (day - facts.days[0].date).days + 1
    return LocalizedText(f"day {number}", f"第 {number} 天")
