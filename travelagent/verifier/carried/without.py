"""Nothing of a kind, on some days."""

from __future__ import annotations

from collections.abc import Iterator

from travelagent.planning.constraints.without import Without
from travelagent.plans.values import Check
from travelagent.plans.words import term
from travelagent.verifier.carried import question
from travelagent.verifier.trip import Message, Trip

REFUSED = Message("without", "{name} is not of the kind {kind}", "{name}不属于{kind}")
VISITED = Message("without", "{name} is of the kind {kind}", "{name}属于{kind}")


@question(Without)
def check(trip: Trip, constraint: Without) -> Iterator[Check]:
    """Yield for every sight of the days on which the constraint holds whether it is of that kind."""
    for day in trip.itinerary.days:
        if not constraint.is_of(day.date):
            continue
        for visit in day.visits:
            sight = trip.known.get(visit.sight or "")
            if sight is not None:
                kept = constraint.term not in sight.terms
                message = REFUSED if kept else VISITED
                yield message(kept, visit=visit, day=day, name=visit.name, kind=term(constraint.term))
