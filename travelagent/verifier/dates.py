"""Has the trip the right number of days, on consecutive dates, from the asked one?"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise

from travelagent.plans.values import Check, LocalizedText
from travelagent.plans.words import calendar_day
from travelagent.verifier.trip import Message, Trip

DAYS = Message("days", "{planned} days planned, {requested} asked", "安排了 {planned} 天，要求 {requested} 天")
DATES = Message("dates", "first day {first}, dates follow on", "首日 {first}，日期连续")


def check(trip: Trip) -> Iterator[Check]:
    """Check that the days are as many as requested and that their dates follow one another from the start date."""
    days, request = trip.itinerary.days, trip.request
    numbers = [day.day for day in days]
    yield DAYS(numbers == list(range(1, request.days + 1)), planned=len(numbers), requested=request.days)
    steps = all(later.date - day.date == timedelta(days=later.day - day.day) for day, later in pairwise(days))
    starts = not days or request.start_date is None or days[0].date == request.start_date
    yield DATES(steps and starts, first=calendar_day(days[0].date) if days else LocalizedText("-", "-"))
