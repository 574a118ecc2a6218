"""Other plans for the same trip, each one edit away: fuller, calmer, cheaper, and one for rain.

Every variant is made as the edit itself would be (replan.py), so who takes it gets just what was shown. A variant that
does not match its kind (no more visits, no lower price) is left out, and so is one that cannot be had. One that fails
its verification is a fault of the engine: it is logged, and the plan that stands is not lost by it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from travelagent.planning.edits.days import KeepIndoors
from travelagent.planning.edits.trip import CHEAPER_THRIFT, SetPace, SetThrift, calmer, faster
from travelagent.planning.replan import explained, replan_unexplained
from travelagent.planning.solve import Cancelled
from travelagent.plans.errors import Infeasible, InvalidRequest, Stopped, Unverified
from travelagent.plans.outcomes import Alternative, AlternativeKind, Replanned
from travelagent.plans.values import Edit, Itinerary, PlanRequest, Sight
from travelagent.travel.legs import LegProvider

log = logging.getLogger(__name__)

CHEAP_THRIFT = 3.0
"""Worth that a ticket of the usual price must bring besides its own, at the first try for a cheaper plan."""


def alternatives(
    itinerary: Itinerary,
    request: PlanRequest,
    sights: Sequence[Sight],
    legs: LegProvider | None = None,
    *,
    cancelled: Cancelled | None = None,
) -> tuple[Alternative, ...]:
    """Return the variants that there are, one of a kind."""
    found: dict[AlternativeKind, Alternative] = {}
    for kind, edits in _candidates(itinerary, request):
        if kind in found or (cancelled and cancelled()):
            continue
        try:
            result, explain = replan_unexplained(itinerary, request, edits, sights, legs, cancelled=cancelled)
        except (Infeasible, InvalidRequest, Stopped):
            continue
        except Unverified:
            log.exception("an alternative failed its verification", extra={"alternative": kind})
            continue
        if _is(kind, itinerary, result):
            result = explained(result, explain)
            found[kind] = Alternative(kind, edits, result.itinerary, result.difference)
    return tuple(found.values())


def _candidates(itinerary: Itinerary, request: PlanRequest) -> Iterator[tuple[AlternativeKind, tuple[Edit, ...]]]:
    if (pace := faster(request.pace)) is not None:
        yield "fuller", (SetPace(pace),)
    if (pace := calmer(request.pace)) is not None:
        yield "calmer", (SetPace(pace),)
    for thrift in (CHEAP_THRIFT, CHEAPER_THRIFT):
        if thrift > request.thrift:
            yield "cheaper", (SetThrift(thrift),)
    if set(request.rainy_days) != {day.day for day in itinerary.days}:
        yield "rainy", tuple(KeepIndoors(day.day) for day in itinerary.days)


def _is(kind: AlternativeKind, itinerary: Itinerary, result: Replanned) -> bool:
    """Return whether the variant matches its kind."""
    before, after = result.difference.before, result.difference.after
    if kind == "fuller":
        return after.visits > before.visits
    if kind == "calmer":
        return after.visits < before.visits
    if kind == "rainy":
        return bool(result.difference.added or result.difference.removed)
    return saves(itinerary, result)


def saves(itinerary: Itinerary, result: Replanned) -> bool:
    """Return whether the tickets cost less than those of the itinerary before, in no currency more, and no taxi takes
    back what they save.
    """
    before, after = result.difference.before, result.difference.after
    if _taxi_km(result.itinerary) > _taxi_km(itinerary):
        return False
    costs = [(before.tickets.get(currency, 0), after.tickets.get(currency, 0)) for currency in before.tickets]
    return (
        set(after.tickets) <= set(before.tickets)
        and any(new < old for old, new in costs)
        and not any(new > old for old, new in costs)
    )


def _taxi_km(itinerary: Itinerary) -> float:
    return sum(leg.km for day in itinerary.days for leg in day.legs if leg.mode == "taxi")
