"""Solving a problem: the search in short rounds, and the exact placement of demands where the search misses one."""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable

from travelagent.planning.annealing import Annealing
from travelagent.planning.constraints.strain import without_overstrain
from travelagent.planning.placement import EXACT_DEMANDS, placed, placements
from travelagent.planning.problem import Problem
from travelagent.planning.search.arrays import Plan
from travelagent.planning.search.objective import FILL_PRICE, SCALE
from travelagent.plans.values import PlanRequest

STEPS_A_ROUND = 200
STEPS_A_DAY, FEWEST_STEPS, MOST_STEPS = 3_000, 12_000, 45_000
HOT, COLD = 0.6 * SCALE, 0.1 * SCALE

Progress = Callable[[float], None]
Cancelled = Callable[[], bool]


def solve(
    problem: Problem, ends: float, progress: Progress | None = None, cancelled: Cancelled | None = None
) -> tuple[Problem, Plan]:
    """Return the best plan found until `ends` (monotonic seconds), and the problem whose windows it keeps.

    A plan that misses a demand is searched once more without taste, from a plan that holds all demands if there is one.
    """
    best = search(problem, problem.initial, ends, progress, cancelled)
    if not missing(problem, best):
        return dataclasses.replace(problem, instance=problem.filling), best
    problem = problem.without_taste()
    demands, initial = _demands(problem), problem.initial
    if len(demands) <= EXACT_DEMANDS:
        routes = placements(problem, demands).everything
        if routes is None:
            return problem, best
        initial = placed(problem, routes)
    return problem, search(problem, initial, ends, None, cancelled)


def search(
    problem: Problem,
    initial: Plan,
    ends: float,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Plan:
    """Return the best plan found from `initial` until the steps, the time or the caller's patience end, filled up.

    `ends`: monotonic seconds; `progress` gets the share done (0 to 1).
    """
    annealing = Annealing.begin(problem.instance, initial, problem.request.seed)
    steps, done = _steps(problem.request, len(problem.frames)), 0
    while done < steps and time.monotonic() < ends and not (cancelled and cancelled()):
        share = min(STEPS_A_ROUND, steps - done)
        hot, cold = (HOT * math.pow(COLD / HOT, at / steps) for at in (done, done + share))
        annealing.run(share, hot, cold)
        annealing.settle(done / steps, (done + share) / steps)
        done += share
        if progress:
            progress(done / steps)
    if problem.filling is not problem.instance:
        annealing = Annealing.begin(problem.filling, annealing.best, problem.request.seed)
    annealing.fill(FILL_PRICE)
    return without_overstrain(problem.filling, _without_empty_days(problem, annealing.best))


def _without_empty_days(problem: Problem, plan: Plan) -> Plan:
    """The plan with something on the days that have nothing: better outside its best hours than a day of none."""
    empty = plan.used == 0
    if not empty.any():
        return plan
    windows = problem.settling.windows.copy()
    windows[~empty] = 0
    annealing = Annealing.begin(problem.settling._replace(windows=windows), plan, problem.request.seed)
    annealing.fill(FILL_PRICE)
    return annealing.best


def missing(problem: Problem, found: Plan) -> tuple[str, ...]:
    """Return the demands that the plan does not keep."""
    visited = {sight.id for index, sight in enumerate(problem.sights) if found.where[index] >= 0}
    return tuple(sight for sight in _demands(problem) if sight not in visited)


def _demands(problem: Problem) -> tuple[str, ...]:
    """The demands that are the problem's to keep: those on days that stand are kept already."""
    own = {sight.id for sight in problem.sights}
    return tuple(sight for sight in problem.request.demanded if sight in own)


def _steps(request: PlanRequest, days: int) -> int:
    if request.iterations is not None:
        return max(request.iterations, 1)
    return min(max(STEPS_A_DAY * days, FEWEST_STEPS), MOST_STEPS)
