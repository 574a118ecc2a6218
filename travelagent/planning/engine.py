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
from travelagent.planning.day_order import far_days_between
from travelagent.planning.early_days import begun_early
from travelagent.planning.edits.sights import Drop
from travelagent.planning.even_days import evenly_spread
from travelagent.planning.explain import assumptions, upper_bound
from travelagent.planning.fixed_stops import BookingsClash
from travelagent.planning.frame import frame, in_best_order
from travelagent.planning.left_out import left_out
from travelagent.planning.messages import message
from travelagent.planning.placement import EXACT_DEMANDS
from travelagent.planning.problem import Problem, build
from travelagent.planning.relax import Settlement, insisting_only_on, thinned
from travelagent.planning.schedule import write_days
from travelagent.planning.search.arrays import Plan
from travelagent.planning.solve import Cancelled, Progress, missing, solve
from travelagent.planning.taste import worth
from travelagent.planning.toptw import load_kernel
from travelagent.plans.errors import Infeasible, Stopped, Unverified
from travelagent.plans.requests import lasting_as_wished
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
    """The best itinerary found, always verified.

    The same request, sights and legs give the same plan as long as `deadline_seconds` is not reached. `progress` gets
    the share done (0 to 1); when `cancelled` returns true the best plan so far is returned at once, without what is
    told of the sights that it leaves out. Raises InvalidRequest, Infeasible (with a smallest clash, the cheapest edits
    and a partial plan) when a demand cannot be kept, and Stopped when a demand was still missing.
    """
    legs = legs or EstimatedLegs()
    sights = lasting_as_wished(sights, request)
    request = in_best_order(request, sights, legs)
    load_kernel()
    try:
        problem = build(request, frame(request, sights, legs), sights, legs)
    except BookingsClash as clash:
        exact = len(request.demanded) <= EXACT_DEMANDS
        settlement = Settlement(request if exact else insisting_only_on(request, ()), sights, legs)
        raise infeasible(settlement, settlement.smallest_clash(), settlement.cheapest_edits(), None) from clash
    ends = time.monotonic() + request.deadline_seconds
    problem, best = solve(problem, ends, progress, cancelled)
    if lost := missing(problem, best):
        if cancelled is not None and cancelled():
            raise Stopped
        raise infeasible_demands(request, sights, legs, lost)
    best = far_days_between(problem, evenly_spread(problem, best))
    left = left_out(problem, best, sights, legs, cancelled)
    problem, best = begun_early(problem, best)
    return finished(problem, best, write_days(problem, best), left, sights)


def finished(
    problem: Problem, found: Plan, days: tuple[DayPlan, ...], left: tuple[LeftOut, ...], sights: Sequence[Sight]
) -> Itinerary:
    """The days with all that is to be told of them; let go only with a clean certificate."""
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
        city_names={stay.id: stay.name for stay in request.cities},
    )
    certificate = verify(itinerary, request, problem.sights)
    if not certificate.feasible:
        text = failures_text(certificate.checks)
        raise Unverified(message("refused.unverified", text=text))
    return dataclasses.replace(itinerary, certificate=certificate)


def infeasible_demands(
    request: PlanRequest, sights: Sequence[Sight], legs: LegProvider, lost: tuple[str, ...]
) -> Infeasible:
    """The error of demands of which some cannot be kept; `lost` are those that the best plan misses."""
    demands = request.demanded
    partial = plan(insisting_only_on(request, [sight for sight in demands if sight not in lost]), sights, legs)
    settlement = Settlement(request, sights, legs)

    def fits(wanted: tuple[str, ...], among: Sequence[Sight] = sights) -> bool:
        problem = build(insisting_only_on(request, wanted), frame(request, sights, legs), among, legs)
        return not missing(*solve(problem, time.monotonic() + request.deadline_seconds))

    if len(demands) <= EXACT_DEMANDS:
        clash = settlement.smallest_clash()
        if set(clash) <= set(demands) and fits(clash):  # beside another sight that has lunch, say
            clash = thinned(demands, lost, fits)
        return infeasible(settlement, clash, settlement.cheapest_edits(), partial)
    clash = thinned(demands, lost, lambda wanted: fits(wanted, [sight for sight in sights if sight.id in wanted]))
    if len(clash) <= EXACT_DEMANDS:
        clash = Settlement(insisting_only_on(request, clash), sights, legs).smallest_clash()
    return infeasible(settlement, clash, (Drop(lost),), partial)
