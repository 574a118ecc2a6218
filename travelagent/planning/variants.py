"""Other plans for the same trip, each one change away: fuller, calmer, cheaper, and one for rain.

Every variant is made as the change itself would be (replan.py), so who takes it gets just what was shown. A variant
that is not what its name says (no more visits, no lower price) is left out, and so is one that cannot be had.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from travelagent.planning.changes import calmer, faster
from travelagent.planning.errors import Infeasible, InvalidRequest
from travelagent.planning.outcomes import Alternative, AlternativeKind, Replanned
from travelagent.planning.replan import replan
from travelagent.planning.solve import Cancelled
from travelagent.planning.travel import LegProvider
from travelagent.planning.values import Change, Itinerary, PlanRequest, Sight

CHEAP, CHEAPER = 3.0, 9.0
"""Worth that a ticket of the usual price must bring besides its own: a first try, and a hard one."""
FURTHER = 3.0
"""So many times as hard is the next try of who wants it cheaper still."""


def thriftier(request: PlanRequest) -> float:
    """The thrift of a plan that is to be cheaper than that of the request."""
    return max(CHEAPER, FURTHER * request.thrift)


def alternatives(
    itinerary: Itinerary,
    request: PlanRequest,
    sights: Sequence[Sight],
    legs: LegProvider | None = None,
    *,
    cancelled: Cancelled | None = None,
) -> tuple[Alternative, ...]:
    """The variants that there are, one of a kind."""
    found: dict[AlternativeKind, Alternative] = {}
    for kind, change in _changes(itinerary, request):
        if kind in found or (cancelled and cancelled()):
            continue
        try:
            result = replan(itinerary, request, change, sights, legs, cancelled=cancelled)
        except (Infeasible, InvalidRequest):
            continue
        if _is(kind, itinerary, result):
            found[kind] = Alternative(kind, change, result.itinerary, result.difference)
    return tuple(found.values())


def _changes(itinerary: Itinerary, request: PlanRequest) -> Iterator[tuple[AlternativeKind, Change]]:
    if (pace := faster(request.pace)) is not None:
        yield "fuller", Change(pace=pace)
    if (pace := calmer(request.pace)) is not None:
        yield "calmer", Change(pace=pace)
    for thrift in (CHEAP, CHEAPER):
        if thrift > request.thrift:
            yield "cheaper", Change(thrift=thrift)
    if set(request.rainy_days) != {day.day for day in itinerary.days}:
        yield "rainy", Change(rainy_days=tuple(day.day for day in itinerary.days))


def _is(kind: AlternativeKind, itinerary: Itinerary, result: Replanned) -> bool:
    """Whether the variant is what its name says."""
    before, after = result.difference.before, result.difference.after
    if kind == "fuller":
        return after.visits > before.visits
    if kind == "calmer":
        return after.visits < before.visits
    if kind == "rainy":
        return bool(result.difference.added or result.difference.removed)
    return saves(itinerary, result)


def saves(itinerary: Itinerary, result: Replanned) -> bool:
    """Whether the tickets cost less than those of the itinerary before, in no currency more, and no taxi takes back
    what they save."""
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
