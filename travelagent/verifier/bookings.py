"""Has each booking its own stop, at its place and time, on its day? Those with a day choose their stop first."""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.plans.values import Check, DayPlan, FixedVisit, Visit
from travelagent.verifier.trip import Message, Trip, air_km, span

KEPT = Message("fixed", "{name} {time}: kept on day {number}", "{name} {time}：第 {number} 天已安排")
ELSEWHEN = Message(
    "fixed", "{name} {time}: planned for {real} on day {number}", "{name} {time}：排在第 {number} 天 {real}"
)
LOST = Message("fixed", "{name} {time}: not kept", "{name} {time}：未安排")


def check(trip: Trip) -> Iterator[Check]:
    """Check that every booking is kept at its place and time."""
    free = [(day, visit) for day in trip.itinerary.days for visit in day.visits if visit.sight is None]
    for booking in sorted(trip.request.fixed, key=lambda booking: booking.day is None):
        there = [(d, v) for d, v in free if air_km(v.lat, v.lon, booking.lat, booking.lon) < 0.2]
        kept = next(((day, visit) for day, visit in there if _is_kept(booking, day, visit)), None)
        if kept:
            free.remove(kept)
        at = kept or next(((day, visit) for day, visit in there if visit.name == booking.name), None)
        time = span(booking.start, booking.start + booking.minutes)
        if at is None:
            yield LOST(False, day=booking.day, name=booking.name, time=time)
            continue
        (day, visit), message = at, KEPT if kept else ELSEWHEN
        evidence = {"name": booking.name, "time": time, "number": day.day, "real": span(visit.arrive, visit.depart)}
        yield message(kept is not None, visit=visit, day=day, **evidence)


def _is_kept(booking: FixedVisit, day: DayPlan, visit: Visit) -> bool:
    times = (booking.start, booking.start + booking.minutes)
    return (visit.arrive, visit.depart) == times and booking.day in (None, day.day)
