"""Are the must-see sights in the plan?"""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.plans.values import Check, LocalizedText
from travelagent.verifier.trip import Message, Trip

PLANNED = Message("must_see", "{name}: in the plan", "{name}：已安排")
MISSING = Message("must_see", "{name}: missing", "{name}：缺失")


def check(trip: Trip) -> Iterator[Check]:
    """Check that every must-see sight is visited."""
    visited = {visit.sight for visit in trip.itinerary.visits}
    for sight in trip.request.must_see:
        name = trip.known[sight].name if sight in trip.known else LocalizedText(sight, sight)
        yield PLANNED(True, name=name) if sight in visited else MISSING(False, name=name)
