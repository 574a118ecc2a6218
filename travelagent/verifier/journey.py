"""Does the first day begin after the arrival, and the last one end before the departure?"""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.plans.values import Check
from travelagent.verifier.trip import Message, Trip, clock

ARRIVAL = Message("journey", "day begins {real}, you arrive at {ride}", "当天 {real} 开始，{ride} 才到达")
DEPARTURE = Message("journey", "day ends {real}, you leave at {ride}", "当天 {real} 结束，{ride} 返程")


def check(trip: Trip) -> Iterator[Check]:
    """Check that the first day begins after the ride there and the last one ends before the ride home."""
    days, request = {day.day: day for day in trip.itinerary.days if day.visits}, trip.request
    first, last = days.get(1), days.get(request.days)
    if request.arrival is not None and first is not None:
        begins, ride = min(first.start, first.visits[0].arrive), request.arrival.at
        yield ARRIVAL(ride <= begins, day=first, real=clock(begins), ride=clock(ride))
    if request.departure is not None and last is not None:
        ends, ride = max(last.end, last.visits[-1].depart), request.departure.at
        yield DEPARTURE(ends <= ride, day=last, real=clock(ends), ride=clock(ride))
