"""Readings that would take something away, or give it, that nobody mentioned: they are asked about, with the choices.

A length that a message states beside a place ("move one night from Rome to Florence") is not the trip's, and a place
that it names does not end the stays in the others. Such a reading of a trip that stands is not sure enough to shorten
it or to leave a city out. Where the cities have their days, another length does not say whose days it changes; a city
that comes to them without days of its own does not say who gives them; and one of them that is named alone may be the
only one that is left. A city that is read as the home without being sure may be where the trip is to go ("sorry, I
meant Barcelona").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from travelagent.assistant.trip_view import PlanAtHand, TripView
from travelagent.briefs.values import Stay, TripBrief
from travelagent.catalog import source
from travelagent.catalog.names import place_name

Question: TypeAlias = Literal["home", "cities", "days", "whose_more", "whose_fewer", "added", "only", "moved"]
DOUBTFUL: Final = frozenset({"stays", "dates", "order_free", "ends_at"})
"""The fields of which a doubtful reading is put aside; what else the message states is done."""
SURE: Final = 0.6
"""A home that is read with less certainty is asked about."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is asked about a reading, and what may have been meant, each as a message.

    `days`: how many days more, below 0 fewer; `cities`: those that the question is about, by id.
    """

    question: Question
    days: int
    cities: tuple[str, ...]
    choices: tuple[str, ...]

    @property
    def fields(self) -> frozenset[str]:
        """The fields of the brief that stay as they are until the question is answered."""
        return DOUBTFUL | ({"origin"} if self.question == "home" else set())


@dataclass(frozen=True, slots=True)
class NamedCities:
    """The cities of the plan that a message names as more than the home, in their order.

    `alone`: nothing else stands beside one of them; `with_days`: a length stands beside them; `unsure`: those that
    are read as given up without a word that refuses them.
    """

    cities: tuple[str, ...] = ()
    alone: bool = False
    with_days: bool = False
    unsure: tuple[str, ...] = ()


def doubt_of(
    after: TripBrief, trip: TripView, language: str, confidence: float, named: NamedCities = NamedCities()
) -> Doubt | None:
    """Return the doubt about what a message makes of the plan that stands; None where nothing is doubtful.

    `after`: what it is read to want, with that `confidence`; `trip`: what stood before; `language`: of the choices.
    """
    plan, before = trip.plan, trip.brief
    if plan is None or not before.stays or _is_elsewhere(before, after):
        return None
    if after.origin not in ("", before.origin) and confidence < SURE and after.origin in source.cities():
        there = _words((Stay(after.origin, len(plan.days)),), language)
        return Doubt("home", 0, (after.origin,), (there, _from(after.origin, language)))
    more = (after.days or len(plan.days)) - len(plan.days)
    lost = tuple(place for place in before.places if place not in after.places)
    new = tuple(stay.place for stay in after.stays if stay.place not in before.places)
    held = _held(before, plan)
    found: tuple[Question, tuple[str, ...], Iterable[tuple[Stay, ...]]]
    if more and _is_length_of_several(before, after, plan):
        moved = _exchanges(named.cities, held) if len(named.cities) == 2 else ()
        found = "whose_more" if more > 0 else "whose_fewer", (), (*_shares(held, more), *moved)
    elif set(lost) & set(named.unsure):
        found = "cities", lost, _only(lost[0], before, held)
    elif len(new) > len(lost) and more < len(new) and not all(_days(after, place) for place in new):
        found = "added", new, _additions(new, held)
    elif (more < 0 or lost) and not _is_sure(before, after, plan, held, named):
        found = "cities" if lost else "days", lost, _readings(after, held, more, named)
    elif (before.stays, more) == (after.stays, 0) and named.alone and len(held) > len(named.cities) == 1:
        found = "only", named.cities, (*_only(named.cities[0], before, held), held)
    elif (before.stays, more) == (after.stays, 0) and named.with_days and len(named.cities) == 2:
        found = "moved", named.cities, _exchanges(named.cities, held)
    else:
        return None
    question, cities, readings = found
    choices = [_words(stays, language) for stays in readings]
    if set(lost) & set(named.unsure):
        choices += [_without(city, language) for city in lost]
    return Doubt(question, more, cities, tuple(dict.fromkeys(choices)) or (_words(held, language),))


def _days(brief: TripBrief, place: str) -> int | None:
    return next((stay.days for stay in brief.stays if stay.place == place), None)


def _is_length_of_several(before: TripBrief, after: TripBrief, plan: PlanAtHand) -> bool:
    """Whether a message states a length, at least half of the plan's, of a trip whose cities have their days."""
    given = len(before.stays) > 1 and all(stay.days for stay in before.stays)
    return given and before.stays == after.stays and 2 * (after.days or 0) >= len(plan.days)


def _held(before: TripBrief, plan: PlanAtHand) -> tuple[Stay, ...]:
    planned = {place: sum(day.city == place for day in plan.days) for place in before.places}
    return tuple(Stay(place, days) for place, days in planned.items() if days)


def _is_elsewhere(before: TripBrief, after: TripBrief) -> bool:
    """Whether a message leads to another country altogether: a trip of its own."""
    cities = source.cities()
    old, new = ({cities[place].country for place in each.places if place in cities} for each in (before, after))
    return bool(new) and old.isdisjoint(new)


def _is_sure(before: TripBrief, after: TripBrief, plan: PlanAtHand, held: tuple[Stay, ...], named: NamedCities) -> bool:
    """Whether the message itself states what is to go: the trip's length alone, the days of every city, a city that is
    given up with its days, or takes all days, or keeps those that it has."""
    if before.stays == after.stays:
        return 2 * (after.days or 0) >= len(plan.days) and not (
            named.with_days and named.cities and len(before.stays) > 1
        )
    kept = [stay for stay in before.stays if stay.place in after.places]
    if tuple(kept) == after.stays:
        gone = sum(stay.days or 0 for stay in before.stays if stay not in kept)
        return (after.days or len(plan.days)) >= len(plan.days) - max(gone, 0)
    if len(after.stays) == 1 and after.places[0] in before.places:
        return after.days in (len(plan.days), *(stay.days for stay in held if stay.place == after.places[0]))
    new = set(after.places) - set(before.places)
    same_length = (after.days or len(plan.days)) >= len(plan.days)
    if new or set(before.places) <= set(after.places):
        replaced = len(new) == len(before.stays) - len(kept) and same_length
        return replaced or (len(after.stays) > 1 and all(stay.days for stay in after.stays))
    return same_length or set(after.stays) <= set(held)


def _shares(held: tuple[Stay, ...], more: int) -> Iterator[tuple[Stay, ...]]:
    """Yield the stays with these days more, or fewer, in one city each."""
    yield from (_changed(held, {stay.place: more}) for stay in held if (stay.days or 1) + more > 0)


def _changed(held: tuple[Stay, ...], change: Mapping[str, int]) -> tuple[Stay, ...]:
    return tuple(Stay(stay.place, (stay.days or 1) + change.get(stay.place, 0)) for stay in held)


def _only(city: str, before: TripBrief, held: tuple[Stay, ...]) -> Iterator[tuple[Stay, ...]]:
    """Yield the stay in one city alone, for all days or for its own."""
    yield (Stay(city, sum(stay.days or 0 for stay in held)),)
    if _days(before, city):
        yield (Stay(city, _days(before, city)),)


def _additions(new: tuple[str, ...], held: tuple[Stay, ...]) -> Iterator[tuple[Stay, ...]]:
    """Yield the stays with a day in each new city: out of the longest stay, or on top."""
    added = tuple(Stay(place, 1) for place in new)
    longest = max(held, key=lambda stay: stay.days or 0)
    if (longest.days or 0) > len(new):
        yield (*_changed(held, {longest.place: -len(new)}), *added)
    yield (*held, *added)


def _readings(after: TripBrief, held: tuple[Stay, ...], more: int, named: NamedCities) -> Iterator[tuple[Stay, ...]]:
    """Yield what may be meant instead: a city that comes to the others, a stay of another length, or days that go from
    one city to another."""
    planned = {stay.place: stay.days or 1 for stay in held}
    new = [stay for stay in after.stays if stay.place not in planned]
    if new:
        days = new[0].days or 1
        yield (*held, *(Stay(stay.place, stay.days or 1) for stay in new))
        if len(held) == 1 and (held[0].days or 1) > days:
            yield (Stay(held[0].place, (held[0].days or 1) - days), *(Stay(stay.place, days) for stay in new[:1]))
        return
    if len(after.stays) > 1 and all(stay.days for stay in after.stays) and len(after.stays) < len(held):
        yield _changed(held, {stay.place: (stay.days or 0) - planned[stay.place] for stay in after.stays})
        return
    if len(planned.keys() & set(named.cities)) == 2:
        yield from _exchanges(named.cities, held)
        return
    if len(after.stays) == 1 and (days := after.days or 0):
        yield _changed(held, {after.places[0]: days - planned[after.places[0]]})
        yield (Stay(after.places[0], days),)
        return
    yield from _exchanges(tuple(planned), held) if len(planned) == 2 else _shares(held, more)


def _exchanges(cities: tuple[str, ...], held: tuple[Stay, ...]) -> Iterator[tuple[Stay, ...]]:
    """Yield the stays with a day that goes from one of two cities to the other."""
    planned = {stay.place: stay.days or 1 for stay in held}
    for giver, taker in (cities, cities[::-1]):
        if planned.get(giver, 0) > 1:
            yield _changed(held, {giver: -1, taker: 1})


def _from(home: str, language: str) -> str:
    """Return the home as a message."""
    name = place_name(home, language)
    return f"从{name}出发" if language == "zh" else f"We start from {name}"


def _without(city: str, language: str) -> str:
    """Return a city that is given up as a message."""
    name = place_name(city, language)
    return f"不去{name}" if language == "zh" else f"Drop {name}"


def _words(stays: tuple[Stay, ...], language: str) -> str:
    """Return the stays as a message that gives every city its days."""
    names = [(place_name(stay.place, language), stay.days or 1) for stay in stays]
    if language == "zh":
        return "，".join(f"{name}{days}天" for name, days in names)
    return ", ".join(f"{name} {days} day{'s' if days > 1 else ''}" for name, days in names)
