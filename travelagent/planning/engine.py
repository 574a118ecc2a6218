"""The door of the engine: `plan(request, sights) -> Itinerary`, verified, explained, repeatable.

The trip is framed (frame.py), turned into arrays (problem.py), searched (solve.py), its days filled evenly
(even_days.py), put in order (day_order.py) and begun early where that is better (early_days.py), written out
(schedule.py), explained (left_out.py, alternates.py) and verified. When the search misses a demand, the demands are
placed exactly (placement.py) and the search goes on from there; only what is proven not to fit is called infeasible.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Sequence

from travelagent.planning.alternates import with_alternates
from travelagent.planning.clashes import infeasible
from travelagent.planning.day_order import with_far_days_inside
from travelagent.planning.early_days import with_early_starts
from travelagent.planning.edits.sights import Drop
from travelagent.planning.even_days import spread_evenly
from travelagent.planning.explain import assumptions, upper_bound
from travelagent.planning.fixed_stops import BookingsClash
from travelagent.planning.frame import frame, in_shortest_order
from travelagent.planning.left_out import left_out
from travelagent.planning.messages import message
from travelagent.planning.placement import EXACT_DEMANDS
from travelagent.planning.problem import Problem, build
from travelagent.planning.relax import Settlement, minimal_conflict, with_only_demands
from travelagent.planning.schedule import write_days
from travelagent.planning.search.arrays import Plan
from travelagent.planning.solve import Cancelled, Progress, missing, solve
from travelagent.planning.taste import worth
from travelagent.planning.toptw import load_kernel
from travelagent.plans.errors import Infeasible, Stopped, Unverified
from travelagent.plans.requests import with_visit_minutes
from travelagent.plans.values import DayPlan, Itinerary, LeftOut, PlanRequest, Sight
from travelagent.travel.legs import EstimatedLegs, LegProvider
from travelagent.verifier import failures_text, verify


def plan(
    request: PlanRequest,
    sights: Sequence[Sight],
    legs: LegProvider | None = None,
    *,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Itinerary:
    """Plan a trip: return the best itinerary found, always verified.

    The same request, sights and legs give the same plan as long as `deadline_seconds` is not reached. `legs`: by
    default estimates. `progress` gets the share done (0 to 1); when `cancelled` returns true the best plan so far is
    returned at once, without the explanations of the sights that it leaves out. Raises InvalidRequest, Infeasible (with
    a smallest clash, the cheapest edits and a partial plan) when a demand cannot be kept, and Stopped when a demand was
    still missing.
    """
    legs = legs or EstimatedLegs()
    sights = with_visit_minutes(sights, request)
    request = in_shortest_order(request, sights, legs)
    load_kernel()
    try:
        problem = build(request, frame(request, sights, legs), sights, legs)
    except BookingsClash as clash:
        exact = len(request.demanded) <= EXACT_DEMANDS
        settlement = Settlement(request if exact else with_only_demands(request, ()), sights, legs)
        raise infeasible(settlement, settlement.smallest_clash(), settlement.cheapest_edits()) from clash
    ends = time.monotonic() + request.deadline_seconds
    problem, best = solve(problem, ends, progress, cancelled)
    if lost := missing(problem, best):
        if cancelled is not None and cancelled():
            raise Stopped
        raise infeasible_demands(request, sights, legs, lost)
    best = with_far_days_inside(problem, spread_evenly(problem, best))
    left = left_out(problem, best, sights, legs, cancelled)
    problem, best = with_early_starts(problem, best)
    return finished(problem, best, write_days(problem, best), left, sights)


def finished(
    problem: Problem, found: Plan, days: tuple[DayPlan, ...], left: tuple[LeftOut, ...], sights: Sequence[Sight]
) -> Itinerary:
    """Return the itinerary of these days with its explanations and its certificate.

    Raises Unverified unless that is clean.
    """
    request = problem.request
    visited = {visit.sight for day in days for visit in day.visits}
    itinerary = Itinerary(
        cities=tuple(stay.id for stay in request.cities),
        days=with_alternates(problem, found, days),
        left_out=left,
        assumptions=assumptions(problem, sights, days),
        score=round(sum((worth(s, request.interests) for s in problem.sights if s.id in visited), 0.0), 2),
        bound=upper_bound(problem),
        date_assumed=request.start_date is None,
        city_names={stay.id: stay.name for stay in (*request.cities, *(trip.city for trip in request.day_trips))},
    )
    certificate = verify(itinerary, request, problem.sights)
    if not certificate.feasible:
        text = failures_text(certificate.checks)
        raise Unverified(message("refused.unverified", text=text))
    return dataclasses.replace(itinerary, certificate=certificate)


def infeasible_demands(
    request: PlanRequest, sights: Sequence[Sight], legs: LegProvider, lost: tuple[str, ...]
) -> Infeasible:
    """Return the error of demands of which some cannot be kept; `lost` are those that the best plan misses."""
    demands = request.demanded
    partial = plan(with_only_demands(request, [sight for sight in demands if sight not in lost]), sights, legs)
    settlement = Settlement(request, sights, legs)

    def fits(wanted: tuple[str, ...], among: Sequence[Sight] = sights) -> bool:
        problem = build(with_only_demands(request, wanted), frame(request, sights, legs), among, legs)
        return not missing(*solve(problem, time.monotonic() + request.deadline_seconds))

    if len(demands) <= EXACT_DEMANDS:
        clash = settlement.smallest_clash()
        if set(clash) <= set(demands) and fits(clash):  # beside another sight that has lunch, say
            clash = minimal_conflict(demands, lost, fits)
        return infeasible(settlement, clash, settlement.cheapest_edits(), lost, partial)
    clash = minimal_conflict(
        demands, lost, lambda wanted: fits(wanted, [sight for sight in sights if sight.id in wanted])
    )
    if len(clash) <= EXACT_DEMANDS:
        clash = Settlement(with_only_demands(request, clash), sights, legs).smallest_clash()
    return infeasible(settlement, clash, (Drop(lost),), lost, partial)
