"""The stretches of a trip: days on end in one city. A city that one comes back to has several of them."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeVar

from travelagent.plans.values import CityStay, DayPlan

Turn = tuple[str, int]
"""A stay by its city, and by how often one was there before."""


@dataclasses.dataclass(frozen=True, slots=True)
class Stretch:
    """Days on end in the city of that id, at least one."""

    id: str
    days: tuple[DayPlan, ...]

    @property
    def first(self) -> int:
        """The number of its first day."""
        return self.days[0].day

    @property
    def last(self) -> int:
        """The number of its last day."""
        return self.days[-1].day


S = TypeVar("S", CityStay, Stretch)


def stretches(days: Iterable[DayPlan]) -> tuple[Stretch, ...]:
    """Return the stretches of the days of a plan, in their order."""
    return tuple(Stretch(city, tuple(own)) for city, own in groupby(days, key=lambda day: day.city))


def comes_back(cities: Iterable[str]) -> bool:
    """Return whether one comes back to one of these cities."""
    return any(times > 1 for times in Counter(cities).values())


def turns(cities: Sequence[str]) -> tuple[Turn, ...]:
    """Return what distinguishes the stays in these cities."""
    return tuple((city, cities[:at].count(city)) for at, city in enumerate(cities))


def by_turn(stays: Sequence[S]) -> dict[Turn, S]:
    """Return the stays, or the stretches, of a trip by what distinguishes them, in their order."""
    return dict(zip(turns([stay.id for stay in stays]), stays, strict=True))


def stays_of(stays: Sequence[CityStay], days: Iterable[DayPlan]) -> tuple[CityStay, ...]:
    """Return the stays that a plan has days of, in its order, each with as many days as the plan gives it."""
    known, planned = by_turn(stays), by_turn(stretches(days))
    return tuple(dataclasses.replace(known[turn], days=len(own.days)) for turn, own in planned.items() if turn in known)


def joined(stays: Iterable[CityStay]) -> tuple[CityStay, ...]:
    """Return the stays with those that follow one another in one city as one."""
    found: list[CityStay] = []
    for stay in stays:
        if found and found[-1].id == stay.id:
            both = (found[-1].days, stay.days)
            found[-1] = dataclasses.replace(found[-1], days=None if None in both else sum(days or 0 for days in both))
        else:
            found.append(stay)
    return tuple(found)
