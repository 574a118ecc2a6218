"""A plan while it is edited by hand: each day's visits in order, and which days must be laid out anew."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable

from travelagent.planning.messages import refuse
from travelagent.planning.renumbering import with_bookings_renumbered
from travelagent.plans.values import DayPlan, Itinerary, PlanRequest, Visit


class Draft:
    """The days of a plan, changed visit by visit."""

    def __init__(self, before: Itinerary) -> None:
        self.before = before
        self.days = {day.day: day for day in before.days}
        self.touched: set[int] = set()

    @property
    def itinerary(self) -> Itinerary:
        """The plan as it stands, its touched days without new times."""
        return dataclasses.replace(self.before, days=tuple(self.days.values()))

    def day(self, number: int) -> DayPlan:
        """Return the day of that number. Raises InvalidRequest where there is none."""
        if number not in self.days:
            refuse("day", "day", day=number)
        return self.days[number]

    def take_out(self, day: int, visit: Visit) -> None:
        """Remove the visit from the day."""
        self._set(day, (other for other in self.day(day).visits if other.id != visit.id))

    def insert(self, day: int, visit: Visit, position: int | None) -> None:
        """Put the visit at that place of the day, counted from 0; None: at its end."""
        visits = self.day(day).visits
        at = len(visits) if position is None else min(position, len(visits))
        self._set(day, (*visits[:at], visit, *visits[at:]))

    def replace(self, day: int, visit: Visit, *, is_retimed: bool) -> None:
        """Put the visit in the place of the one with its id. `is_retimed`: the day must be laid out anew for it."""
        touched = set(self.touched)
        self._set(day, (visit if other.id == visit.id else other for other in self.day(day).visits))
        self.touched = self.touched if is_retimed else touched

    def renumber_bookings(self, request: PlanRequest, cancelled: Collection[str]) -> None:
        """Number the bookings of the request as they are without those that are cancelled."""
        self.days = {n: with_bookings_renumbered(day, request, cancelled) for n, day in self.days.items()}

    def _set(self, day: int, visits: Iterable[Visit]) -> None:
        self.days[day] = dataclasses.replace(self.day(day), visits=tuple(visits))
        self.touched.add(day)
