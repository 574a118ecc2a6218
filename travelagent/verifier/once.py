"""Is no sight visited twice?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from travelagent.plans.values import Check
from travelagent.verifier.trip import Message, Trip

ONCE = Message("once", "visited {times}×", "到访 {times} 次")


def check(trip: Trip) -> Iterator[Check]:
    """Check that no sight is visited twice."""
    visits = [visit for visit in trip.itinerary.visits if visit.sight is not None]
    counts = Counter(visit.sight for visit in visits)
    for visit in visits:
        yield ONCE(counts[visit.sight] == 1, visit=visit, times=counts[visit.sight])
