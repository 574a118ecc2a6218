"""Which number every day of a trip has once one of its cities has more or fewer days.

New days come behind those that the city has, and of fewer days its last ones go. The days of the cities after it keep
what they hold under another number and another date, as long as all of it is open then. Days that are gone are numbered
on behind the new last day.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import accumulate

from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import windows_of
from travelagent.planning.values import Change, DayPlan, Itinerary, PlanRequest, Sight, Visit


def day_numbers(request: PlanRequest, change: Change) -> dict[int, int]:
    """The new number of every day. Where the days of each city were not given, the last days are those that change."""
    until, extra = _last_day_of(request, change.city), change.extra_days
    gone = range(until + extra + 1, until + 1)
    after = range(until + 1, request.days + 1)
    order = [*range(1, until + 1 + min(extra, 0)), *after, *gone]
    numbers = {day: number for number, day in enumerate(order, start=1)}
    return {day: number + max(extra, 0) if day in after else number for day, number in numbers.items()}


def renumbered_days(before: Itinerary, numbers: Mapping[int, int]) -> Itinerary:
    """The plan with its days under these numbers and on the dates that go with them."""
    days = (
        dataclasses.replace(day, day=numbers[day.day], date=day.date + timedelta(days=numbers[day.day] - day.day))
        for day in before.days
    )
    return dataclasses.replace(before, days=tuple(sorted(days, key=lambda day: day.day)))


def renumbered_frame(frame: DayFrame, numbers: Mapping[int, int]) -> DayFrame:
    """The frame of a day under its number and on the date that goes with it."""
    number = numbers[frame.day]
    return dataclasses.replace(frame, day=number, date=frame.date + timedelta(days=number - frame.day))


def reopened(day: DayPlan, known: Mapping[str, Sight]) -> DayPlan | None:
    """The day with the opening windows of its date; None where a visit lies in none or loses some minutes to spare."""
    visits = [_reopened(visit, day, known.get(visit.id)) for visit in day.visits]
    held = tuple(visit for visit in visits if visit is not None)
    return dataclasses.replace(day, visits=held) if len(held) == len(visits) else None


def _reopened(visit: Visit, day: DayPlan, sight: Sight | None) -> Visit | None:
    if sight is None:
        return visit
    latest = visit.arrive + visit.slack_minutes
    for opens, closes in windows_of(sight, day.date):
        if opens <= visit.arrive and latest <= closes - max(visit.minutes, sight.last_entry_minutes):
            return dataclasses.replace(visit, opens=opens, closes=closes)
    return None


def _last_day_of(request: PlanRequest, city: str | None) -> int:
    """The last day in that city, as the days of each are given; else the trip's."""
    each: Sequence[int | None] = [stay.days for stay in request.cities]
    given = [days for days in each if days is not None]
    if city is None or len(given) < len(each):
        return request.days
    ends = accumulate(given)
    return next((end for stay, end in zip(request.cities, ends, strict=True) if stay.id == city), request.days)
