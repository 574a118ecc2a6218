"""The verifier: every constraint of a plan, held against every visit, with its evidence.

Independent of the optimiser: it shares nothing with it but the values and their names, reads the opening hours itself,
measures distances itself, and takes any itinerary, a hand-edited one too. It trusts no statement of the plan on itself:
windows, cities, prices come from the sights, day windows and bookings from the request. A leg's minutes are taken from
the plan but must not beat what its mode can do over the straight line; a missing leg is replaced by a fast taxi's time.

One module a question, each with its messages; here they are listed in the order of the certificate. The questions of
the constraints that a request carries are in carried/.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from travelagent.plans.values import Certificate, Check, Itinerary, PlanRequest, Sight
from travelagent.verifier import (
    avoid,
    bookings,
    carried,
    coaches,
    dates,
    day_window,
    daylight,
    journey,
    meals,
    must_see,
    once,
    opening_hours,
    overlaps,
    pace,
    pins,
    sights,
    strain,
    travel,
)
from travelagent.verifier.trip import Message, Trip

OF_DAY = (day_window, travel, coaches, overlaps, meals, pace)
OF_VISIT = (sights, opening_hours, daylight)
OF_TRIP = (once, must_see, avoid, pins, bookings, journey, strain, carried)
CONSTRAINTS = frozenset(
    message.constraint
    for module in (dates, *OF_DAY, *OF_VISIT, *OF_TRIP)
    for message in vars(module).values()
    if isinstance(message, Message)
)
"""The kinds of checks, those of carried constraints apart."""


def verify(itinerary: Itinerary, request: PlanRequest, sights: Sequence[Sight]) -> Certificate:
    """Return the certificate of any itinerary against its request and what is known of the sights."""
    return Certificate(tuple(_checks(Trip.of(itinerary, request, sights))))


def _checks(trip: Trip) -> Iterator[Check]:
    yield from dates.check(trip)
    for day in trip.itinerary.days:
        for of_day in OF_DAY:
            yield from of_day.check(trip, day)
        for visit in day.visits:
            for of_visit in OF_VISIT:
                yield from of_visit.check(trip, day, visit)
    for of_trip in OF_TRIP:
        yield from of_trip.check(trip)


def failures_text(checks: Iterable[Check]) -> str:
    """Return the failed checks on one English line, for logs and errors."""
    return "; ".join(f"{c.constraint} {c.visit or c.day or ''}: {c.evidence.en}" for c in checks if c.status == "fail")
