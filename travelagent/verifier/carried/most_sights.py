"""At most so many sights a day."""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.planning.constraints.most_sights import MostSights
from travelagent.plans.values import Check
from travelagent.verifier.carried import question
from travelagent.verifier.trip import Message, Trip

COUNT = Message("most_sights", "{count} sights, at most {most}", "{count} 个景点，最多 {most} 个")


@question(MostSights)
def check(trip: Trip, constraint: MostSights) -> Iterator[Check]:
    """Yield the count of sights of every day on which the constraint holds."""
    for day in trip.itinerary.days:
        if constraint.is_of(day.date):
            count = sum(visit.sight is not None for visit in day.visits)
            yield COUNT(count <= constraint.most, day=day, count=count, most=constraint.most)
