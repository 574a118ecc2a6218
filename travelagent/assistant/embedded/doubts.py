"""Readings that would take something away that nobody mentioned: they are asked about, with the choices, not done.

A length that a message states beside a place ("move one night from Rome to Florence") is not the trip's, and a place
that it names does not end the stays in the others. Such a reading of a trip that stands is not sure enough to shorten
it or to leave a city out. Where the cities have their days, another length does not say whose days it changes. A city
that is read as the home without being sure may be where the trip is to go ("sorry, I meant Barcelona").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from travelagent.assistant.trip_view import PlanAtHand, TripView
from travelagent.briefs.values import Stay, TripBrief
from travelagent.catalog import source
from travelagent.catalog.names import place_name

DOUBTFUL: Final = frozenset({"stays", "dates", "order_free", "origin", "ends_at"})
"""The fields of which a doubtful reading is put aside; what else the message states is done."""
SURE: Final = 0.6
"""A home that is read with less certainty is asked about."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a reading would change unasked, and what may have been meant, each as a message.

    `days`: how many days more, below 0 fewer; `cities`: those that the trip would not have any more, by id;
    `is_shared`: whether only the cities of these days are open; `home`: the city that may be the home, by id.
    """

    days: int
    cities: tuple[str, ...]
    choices: tuple[str, ...]
    is_shared: bool = False
    home: str = ""


def doubt_of(after: TripBrief, trip: TripView, language: str, confidence: float) -> Doubt | None:
    """Return the doubt about what a message makes of the plan that stands; None where nothing is doubtful.

    `after`: what it is read to want, with that `confidence`; `trip`: what stood before; `language`: of the choices.
    """
    plan, before = trip.plan, trip.brief
    if plan is None or not before.stays or _is_elsewhere(before, after):
        return None
    if after.origin not in ("", before.origin) and confidence < SURE and after.origin in source.cities():
        return Doubt(0, (), (_words((Stay(after.origin, len(plan.days)),), language), _from(after.origin, language)),
                     home=after.origin)  # fmt: skip
    more = (after.days or len(plan.days)) - len(plan.days)
    lost = tuple(place for place in before.places if place not in after.places)
    is_shared = bool(more) and _is_length_of_several(before, after, plan)
    if not is_shared and ((more >= 0 and not lost) or _is_sure(before, after, plan)):
        return None
    readings = _shares(before, plan, more) if is_shared else _readings(before, after, plan)
    return Doubt(more, lost, tuple(dict.fromkeys(_words(stays, language) for stays in readings)), is_shared)


def _is_length_of_several(before: TripBrief, after: TripBrief, plan: PlanAtHand) -> bool:
    """Whether a message states a length, at least half of the plan's, of a trip whose cities have their days."""
    given = len(before.stays) > 1 and all(stay.days for stay in before.stays)
    return given and before.stays == after.stays and 2 * (after.days or 0) >= len(plan.days)


def _shares(before: TripBrief, plan: PlanAtHand, more: int) -> Iterator[tuple[Stay, ...]]:
    """Yield the stays with these days more, or fewer, in one city each."""
    held = _held(before, plan)
    for city in held:
        if (city.days or 1) + more > 0:
            yield tuple(Stay(stay.place, (stay.days or 1) + (more if stay is city else 0)) for stay in held)


def _held(before: TripBrief, plan: PlanAtHand) -> tuple[Stay, ...]:
    planned = {place: sum(day.city == place for day in plan.days) for place in before.places}
    return tuple(Stay(place, days) for place, days in planned.items() if days)


def _is_elsewhere(before: TripBrief, after: TripBrief) -> bool:
    """Whether a message leads to another country altogether: a trip of its own."""
    cities = source.cities()
    old, new = ({cities[place].country for place in each.places if place in cities} for each in (before, after))
    return bool(new) and old.isdisjoint(new)


def _is_sure(before: TripBrief, after: TripBrief, plan: PlanAtHand) -> bool:
    """Whether the message itself states what is to go: the trip's length alone, the days of every city, a city that is
    given up with its days."""
    if before.stays == after.stays:
        return 2 * (after.days or 0) >= len(plan.days)
    kept = [stay for stay in before.stays if stay.place in after.places]
    if tuple(kept) == after.stays:
        gone = sum(stay.days or 0 for stay in before.stays if stay not in kept)
        return (after.days or len(plan.days)) >= len(plan.days) - max(gone, 0)
    return bool(after.stays) and all(stay.days for stay in after.stays) and set(before.places) <= set(after.places)


def _readings(before: TripBrief, after: TripBrief, plan: PlanAtHand) -> Iterator[tuple[Stay, ...]]:
    """Yield what may be meant instead: days that go from one city to another, or a city that comes to the others."""
    held = _held(before, plan)
    planned = {stay.place: stay.days or 1 for stay in held}
    named = [place for place in dict.fromkeys([after.origin, *after.places]) if place in planned]
    new = [stay for stay in after.stays if stay.place not in planned]
    if new:
        days = new[0].days or 1
        yield (*held, *(Stay(stay.place, stay.days or 1) for stay in new))
        if len(held) == 1 and (held[0].days or 1) > days:
            yield (Stay(held[0].place, (held[0].days or 1) - days), *(Stay(stay.place, days) for stay in new[:1]))
        return
    if len(named) == 1 and len(held) == 2:
        named = [next(stay.place for stay in held if stay.place != named[0]), *named]
    if len(named) != 2:
        return
    for giver, taker in (named, named[::-1]):
        if planned[giver] > 1:
            change = {giver: -1, taker: 1}
            yield tuple(Stay(stay.place, (stay.days or 1) + change.get(stay.place, 0)) for stay in held)


def _from(home: str, language: str) -> str:
    """Return the home as a message."""
    name = place_name(home, language)
    return f"从{name}出发" if language == "zh" else f"We start from {name}"


def _words(stays: tuple[Stay, ...], language: str) -> str:
    """Return the stays as a message that gives every city its days."""
    names = [(place_name(stay.place, language), stay.days or 1) for stay in stays]
    if language == "zh":
        return "，".join(f"{name}{days}天" for name, days in names)
    return ", ".join(f"{name} {days} day{'s' if days > 1 else ''}" for name, days in names)
