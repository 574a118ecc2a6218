"""Has each day at most the pace's number of sights? More only where the traveller pinned more."""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.plans.values import PACES, Check, DayPlan
from travelagent.verifier.trip import Message, Trip

PACE = Message("pace", "{count} sights, at most {most} at this pace", "{count} 个景点，该节奏每天最多 {most} 个")


def check(trip: Trip, day: DayPlan) -> Iterator[Check]:
    """Check that the day has no more sights than its pace allows."""
    pinned = {pin.sight for pin in trip.request.pinned}
    sights = [visit.sight for visit in day.visits if visit.sight is not None]
    most = max(PACES[trip.request.pace].visits, sum(sight in pinned for sight in sights))
    yield PACE(len(sights) <= most, day=day, count=len(sights), most=most)
