"""A plan while it is edited by hand: each day's visits in order, and which days must be laid out anew."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable
from datetime import date

from travelagent.planning.by_hand import Stop, laid_out_by_hand
from travelagent.planning.edits.base import refuse
from travelagent.planning.frame import frame
from travelagent.planning.reasons import BOOKING
from travelagent.planning.renumbering import with_bookings_renumbered
from travelagent.planning.requests import booking_index, pin_of
from travelagent.planning.schedule import estimated_of
from travelagent.planning.travel import LegProvider
from travelagent.planning.values import DayPlan, FixedVisit, Itinerary, PlanRequest, Sight, Visit


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
        """The day. Raises InvalidRequest."""
        if number not in self.days:
            refuse("day", f"There is no day {number}.", f"没有第 {number} 天。")
        return self.days[number]

    def take_out(self, day: int, visit: Visit) -> None:
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

    def laid_out(self, request: PlanRequest, sights: dict[str, Sight], legs: LegProvider) -> tuple[DayPlan, ...]:
        """Return all days, those that were touched laid out anew in their order. Raises InvalidRequest."""
        if not self.touched:
            return tuple(self.days.values())
        frames = {here.day: here for here in frame(request, tuple(sights.values()), legs)}
        return tuple(
            laid_out_by_hand(frames[day.day], [stop_of(v, request, sights) for v in day.visits], request, legs)
            if day.day in self.touched
            else day
            for day in self.days.values()
        )

    def _set(self, day: int, visits: Iterable[Visit]) -> None:
        self.days[day] = dataclasses.replace(self.day(day), visits=tuple(visits))
        self.touched.add(day)


def stop_of(visit: Visit, request: PlanRequest, sights: dict[str, Sight]) -> Stop:
    """The visit as it is laid out by hand, bound to the hour of its booking or pin."""
    if visit.sight is None:
        booking = booking_index(request, visit.id)
        return Stop(visit, begin=visit.arrive if booking is None else request.fixed[booking].start)
    pin = pin_of(request, visit.sight)
    return Stop(visit, sights.get(visit.sight), pin.start if pin else None)


def visit_of(sight: Sight, on: date) -> Visit:
    """A visit that has no time yet."""
    ticket = sight.ticket_on(on)
    return Visit(
        id=sight.id, sight=sight.id, city=sight.city, name=sight.name, lat=sight.lat, lon=sight.lon, arrive=0, depart=0,
        minutes=sight.minutes, ticket=ticket, opens=0, closes=0, slack_minutes=0, why=BOOKING,
        estimated=estimated_of(sight, ticket), shared_ticket=sight.shared_ticket, ticket_days=sight.ticket_days,
    )  # fmt: skip


def visit_of_booking(ident: str, booking: FixedVisit) -> Visit:
    """The visit of a booking, at its hour."""
    ends = booking.start + booking.minutes
    return Visit(
        id=ident, sight=None, city="", name=booking.name, lat=booking.lat, lon=booking.lon, arrive=booking.start,
        depart=ends, minutes=booking.minutes, ticket=None, opens=booking.start, closes=ends, slack_minutes=0,
        why=BOOKING, pinned=True, marker=booking.marker,
    )  # fmt: skip
