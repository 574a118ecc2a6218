"""A trip as Markdown that reads well as plain text, too."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, assert_never

from travelagent.costs.values import Budget
from travelagent.plans.fields import clock
from travelagent.plans.values import DayPlan, Leg, Meal, Money, Visit
from travelagent.trips.exports.reading import (
    ASIDE,
    BUDGET,
    ESTIMATES,
    LIKELY,
    MEALS,
    NOTES,
    SEMICOLON,
    TOTAL,
    TRAVELLERS,
    UNVERIFIED,
    VERIFIED,
    Journey,
    Reading,
    read,
)
from travelagent.trips.models import Trip

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")


def to_markdown(trip: Trip, lang: str) -> bytes:
    """UTF-8."""
    return ("\n".join(_lines(read(trip, lang))) + "\n").encode()


def itinerary_to_markdown(itinerary: Mapping[str, Any], lang: str) -> str:
    """Return the days of a plan that nobody has saved. `itinerary`: as on the wire."""
    reading = read(Trip(itinerary=dict(itinerary)), lang)
    return "\n\n".join("\n".join(_day(reading, day)) for day in reading.itinerary.days)


def escaped(text: str) -> str:
    """Return the text on one line, with everything escaped that Markdown would read as markup."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _lines(reading: Reading) -> Iterator[str]:
    yield f"# {escaped(reading.trip.title)}"
    yield ""
    problems = reading.problems()
    if problems:
        yield f"**{reading.say(UNVERIFIED)}**"
        yield ""
        yield from (f"- {escaped(problem)}" for problem in problems)
    else:
        yield reading.say(VERIFIED)
    for day in reading.itinerary.days:
        yield ""
        yield from _day(reading, day)
    if reading.budget is not None:
        yield ""
        yield from _budget(reading, reading.budget)
    if reading.trip.notes:
        yield ""
        yield f"## {reading.say(NOTES)}"
        yield ""
        yield from (escaped(line) for line in reading.trip.notes.splitlines())
    yield ""
    yield f"_{reading.say(ESTIMATES)}_"


def _day(reading: Reading, day: DayPlan) -> Iterator[str]:
    yield f"## {reading.heading(day)} · {escaped(reading.city(day.city))}"
    yield ""
    legs = reading.legs_by_destination(day)
    for entry in reading.entries(day):
        match entry:
            case Leg():
                aside = _aside(reading, reading.length(entry))
                yield f"- {clock(entry.depart)} {escaped(reading.move(entry))}{aside}"
            case Visit():
                span = f"{clock(entry.arrive)}–{clock(entry.depart)}"
                described = [reading.leg(legs[entry.id])] if entry.id in legs else []
                aside = _aside(reading, [*described, *reading.facts(day, entry)])
                yield f"- {span} **{escaped(reading.name(entry.name))}**{aside}"
            case Meal():
                yield f"- {clock(entry.start)} {reading.say(MEALS[entry.kind])}"
            case Journey():
                yield f"- {clock(entry.ride.at)} **{reading.journey(entry)}**"
            case _:
                assert_never(entry)


def _aside(reading: Reading, facts: Sequence[str]) -> str:
    """Return the facts in brackets, set off as the language does."""
    return reading.say(ASIDE, facts=escaped(reading.say(SEMICOLON).join(facts)))


def _budget(reading: Reading, budget: Budget) -> Iterator[str]:
    def money(amount: Decimal) -> str:
        return reading.money(Money(amount, budget.currency))

    yield f"## {reading.say(BUDGET)}"
    yield ""
    yield f"{reading.say(TRAVELLERS, count=budget.travellers)}"
    yield ""
    yield "| | |"
    yield "|---|---:|"
    for item in budget.items:
        yield f"| {escaped(reading.name(item.label))} | {escaped(money(item.amount))} |"
    yield f"| **{reading.say(TOTAL)}** | **{escaped(money(budget.total))}** |"
    yield ""
    yield reading.say(LIKELY, low=escaped(money(budget.low)), high=escaped(money(budget.high)))
