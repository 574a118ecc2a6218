"""Days and bookings of a plan under other numbers.

A day keeps what it holds under another number and another date, as long as all of it is open then. Days that are gone
are numbered on behind the new last day, bookings that are given up behind the last one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from datetime import timedelta

from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import windows_of
from travelagent.plans.requests import booking_id
from travelagent.plans.values import DayPlan, Itinerary, PlanRequest, Sight, Visit


def renumbered_days(before: Itinerary, numbers: Mapping[int, int]) -> Itinerary:
    """Return the plan with its days under these numbers and on the dates that go with them."""
    days = (
        dataclasses.replace(day, day=numbers[day.day], date=day.date + timedelta(days=numbers[day.day] - day.day))
        for day in before.days
    )
    return dataclasses.replace(before, days=tuple(sorted(days, key=lambda day: day.day)))


def renumbered_frame(frame: DayFrame, numbers: Mapping[int, int]) -> DayFrame:
    """Return the frame of a day under its number and on the date that goes with it."""
    number = numbers[frame.day]
    return dataclasses.replace(frame, day=number, date=frame.date + timedelta(days=number - frame.day))


def with_opening_windows(day: DayPlan, known: Mapping[str, Sight]) -> DayPlan | None:
    """Return the day with the opening windows of its date.

    None where a visit lies in none or loses some minutes to spare.
    """
    visits = [_reopened(visit, day, known.get(visit.id)) for visit in day.visits]
    held = tuple(visit for visit in visits if visit is not None)
    return dataclasses.replace(day, visits=held) if len(held) == len(visits) else None


def _reopened(visit: Visit, day: DayPlan, sight: Sight | None) -> Visit | None:
    if sight is None:
        return visit
    latest = visit.arrive + visit.slack_minutes
    for opens, closes in windows_of(sight, day.date, visit.minutes):
        if opens <= visit.arrive and latest <= closes - max(visit.minutes, sight.last_entry_minutes):
            return dataclasses.replace(visit, opens=opens, closes=closes)
    return None


def with_bookings_renumbered(day: DayPlan, request: PlanRequest, cancelled: Collection[str]) -> DayPlan:
    """Return the day with its bookings numbered as they are once those that are cancelled are gone, which come last."""
    gone = [index for index in range(len(request.fixed)) if booking_id(index) in cancelled]
    left = [index for index in range(len(request.fixed)) if index not in gone]
    names = {booking_id(index): booking_id(number) for number, index in enumerate((*left, *gone))}
    return day if all(old == new for old, new in names.items()) else with_visits_renamed(day, names)


def with_visits_renamed(day: DayPlan, names: Mapping[str, str]) -> DayPlan:
    """Return the day with other ids for some of its visits."""
    return dataclasses.replace(
        day,
        visits=tuple(dataclasses.replace(visit, id=names.get(visit.id, visit.id)) for visit in day.visits),
        legs=tuple(
            dataclasses.replace(
                leg, origin=names.get(leg.origin, leg.origin), destination=names.get(leg.destination, leg.destination)
            )
            for leg in day.legs
        ),
    )
