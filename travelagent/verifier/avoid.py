"""Is nothing visited that is avoided, on the trip or on that day? What is demanded by name outweighs it."""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.plans.values import Check
from travelagent.plans.words import joined
from travelagent.verifier.trip import Message, Trip

KEPT = Message("avoid", "avoided: nothing of it", "需避开：无")
BROKEN = Message("avoid", "avoided: {terms}", "需避开：{terms}")


def check(trip: Trip) -> Iterator[Check]:
    """Check that nothing is visited that the request avoids, on the trip or on that day."""
    demanded = set(trip.request.demanded)
    day_of = {visit.id: day.day for day in trip.itinerary.days for visit in day.visits}
    on_day: dict[int, set[str]] = {}
    for refusal in trip.request.avoid_on:
        on_day.setdefault(refusal.day, set()).add(refusal.term)
    for visit in trip.itinerary.visits:
        sight = trip.known.get(visit.sight or "")
        if sight is None or sight.id in demanded:
            continue
        terms = sorted(sight.terms & {*trip.request.avoid, *on_day.get(day_of[visit.id], ())})
        yield BROKEN(False, visit=visit, terms=joined(terms)) if terms else KEPT(True, visit=visit)
