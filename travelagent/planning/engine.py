"""The door of the engine: `plan(request, sights) -> Itinerary`, verified, explained, repeatable.

The trip is framed (frame.py), turned into arrays (problem.py), searched in short rounds (search.py) between which
progress is told and the deadline and the caller's `cancelled` are asked, filled up with whatever still fits, written
out (schedule.py), explained (explain.py) and verified. A demand that does not fit is tried once more without the
preferences of taste.py before it is called infeasible.
"""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable, Sequence

from travelagent.planning.annealing import Annealing
from travelagent.planning.arrays import Plan
from travelagent.planning.errors import Infeasible, Unverified
from travelagent.planning.explain import assumptions, clash_of, left_out, upper_bound
from travelagent.planning.frame import DayFrame, frame
from travelagent.planning.problem import FILL_MINUTES, MINUTE_PRICE, SCALE, Problem, build
from travelagent.planning.schedule import write_days
from travelagent.planning.taste import worth
from travelagent.planning.travel import EstimatedLegs, LegProvider
from travelagent.planning.values import Itinerary, LocalizedText, PlanRequest, Sight
from travelagent.planning.verify import failures_text, verify

STEPS_A_ROUND = 200
STEPS_A_DAY, FEWEST_STEPS, MOST_STEPS = 2_000, 6_000, 30_000
HOT, COLD = 1.2 * SCALE, 0.1 * SCALE

Progress = Callable[[float], None]
Cancelled = Callable[[], bool]


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
    the share done (0 to 1); when `cancelled` returns true the best plan so far is returned. Raises InvalidRequest, and
    Infeasible (with the smallest clash, a relaxation and a partial plan) when a demand cannot be kept.
    """
    legs = legs or EstimatedLegs()
    frames = frame(request, sights, legs)
    ends = time.monotonic() + request.deadline_seconds
    problem = build(request, frames, sights, legs)
    best = search(problem, ends, progress, cancelled)
    if _missing(problem, best):
        problem = build(request, frames, sights, legs, with_taste=False)
        best = search(problem, ends, None, cancelled)
    missing = _missing(problem, best)
    if missing:
        raise _infeasible(request, sights, frames, legs, missing)
    return _finished(problem, best)


def _steps(request: PlanRequest) -> int:
    if request.iterations is not None:
        return max(request.iterations, 1)
    return min(max(STEPS_A_DAY * request.days, FEWEST_STEPS), MOST_STEPS)


def search(problem: Problem, ends: float, progress: Progress | None = None, cancelled: Cancelled | None = None) -> Plan:
    """The best plan found until the steps, the time (`ends`, monotonic) or the caller's patience end, filled up."""
    annealing = Annealing.begin(problem.instance, problem.initial, problem.request.seed)
    steps, done = _steps(problem.request), 0
    while done < steps and time.monotonic() < ends and not (cancelled and cancelled()):
        share = min(STEPS_A_ROUND, steps - done)
        hot, cold = (HOT * math.pow(COLD / HOT, at / steps) for at in (done, done + share))
        annealing.run(share, hot, cold)
        annealing.settle(done / steps, (done + share) / steps)
        done += share
        if progress:
            progress(done / steps)
    annealing.fill(FILL_MINUTES * MINUTE_PRICE)
    return annealing.best


def demanded(request: PlanRequest) -> tuple[str, ...]:
    """The sights the traveller insists on, in the order said."""
    return tuple(dict.fromkeys([*request.must_see, *(pin.sight for pin in request.pinned)]))


def _missing(problem: Problem, found: Plan) -> tuple[str, ...]:
    visited = {sight.id for index, sight in enumerate(problem.sights) if found.where[index] >= 0}
    return tuple(sight for sight in demanded(problem.request) if sight not in visited)


def _finished(problem: Problem, found: Plan) -> Itinerary:
    """Write the plan out, explain it, and let it go only with a clean certificate."""
    request = problem.request
    visited = [sight for index, sight in enumerate(problem.sights) if found.where[index] >= 0]
    itinerary = Itinerary(
        cities=tuple(stay.id for stay in request.cities),
        days=write_days(problem, found),
        left_out=left_out(problem, found),
        assumptions=assumptions(problem),
        score=round(sum(worth(sight, request.interests) for sight in visited), 2),
        bound=upper_bound(problem),
        date_assumed=request.start_date is None,
        city_names={stay.id: stay.name for stay in request.cities},
    )
    certificate = verify(itinerary, request, problem.sights)
    if not certificate.feasible:
        text = failures_text(certificate.checks)
        raise Unverified(LocalizedText(f"The plan failed its verification: {text}", f"行程未通过校验：{text}"))
    return dataclasses.replace(itinerary, certificate=certificate)


def without(request: PlanRequest, sights: set[str]) -> PlanRequest:
    """The same request, no longer insisting on these sights."""
    return dataclasses.replace(
        request,
        must_see=tuple(sight for sight in request.must_see if sight not in sights),
        pinned=tuple(pin for pin in request.pinned if pin.sight not in sights),
    )


def _infeasible(
    request: PlanRequest,
    sights: Sequence[Sight],
    frames: tuple[DayFrame, ...],
    legs: LegProvider,
    missing: tuple[str, ...],
) -> Infeasible:
    """Name the smallest clash around the first missing demand, and offer the plan without what is missing."""
    ends = time.monotonic() + request.deadline_seconds

    def fits(wanted: tuple[str, ...]) -> bool:
        reduced = without(request, set(demanded(request)) - set(wanted))
        only = [sight for sight in sights if sight.id in wanted]
        problem = build(reduced, frames, only, legs, with_taste=False)
        return not _missing(problem, search(problem, ends))

    clash = clash_of(demanded(request), missing, fits)
    known = {sight.id: sight for sight in sights}
    named = [known[sight].name for sight in clash]
    names = LocalizedText(", ".join(name.en for name in named), "、".join(name.zh for name in named))
    partial = plan(without(request, set(missing)), sights, legs)
    if len(clash) == 1:
        reasons = [left for left in partial.left_out if left.sight == clash[0]]
        text = LocalizedText(f"{names.en} cannot be visited on this trip.", f"本次行程无法安排{names.zh}。")
        if reasons:
            why, relaxation = reasons[0].reason, reasons[0].relaxation
            text = LocalizedText(f"{text.en} {why.en}", f"{text.zh}{why.zh}")
            return Infeasible(text, clash, relaxation, partial)
    least = min(clash, key=lambda sight: worth(known[sight], request.interests))
    relaxation = LocalizedText(
        f"Drop {known[least].name.en}, or add a day.", f"去掉{known[least].name.zh}，或增加一天。"
    )
    text = LocalizedText(f"These cannot all be kept together: {names.en}.", f"以下要求无法同时满足：{names.zh}。")
    return Infeasible(text, clash, relaxation, partial)
