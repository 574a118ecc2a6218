"""A day begins earlier than usual for a first sight that is far or best seen early.

The search plans days of the pace's usual hours. Whoever goes far out, or to what is crowded later, sets out an hour
before; the rest of the day comes sooner by as much as its windows allow. Days whose hours were asked for stay, and so
do the first one of a trip and those on which one moves.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from travelagent.planning.frame import DayFrame, may_begin_early
from travelagent.planning.places import FAR_MINUTES
from travelagent.planning.problem import Problem
from travelagent.planning.search.arrays import Plan, copied
from travelagent.planning.search.evaluation import evaluate, refresh
from travelagent.planning.windows import starts_of
from travelagent.plans.values import EARLIER_MINUTES, DayPlan


def with_early_starts(problem: Problem, plan: Plan) -> tuple[Problem, Plan]:
    """Return the plan with the days begun earlier that are better so, and the problem whose frames those days have."""
    for day, frame in enumerate(problem.frames):
        if may_begin_early(problem.request, frame) and _is_worth_it(problem, plan, day):
            problem, plan = _earlier(problem, plan, day)
    return problem, plan


def begins_early(day: DayPlan, frame: DayFrame) -> bool:
    """Return whether a planned day begins earlier than its hours, for its first sight."""
    return frame.came_from is None and frame.start - EARLIER_MINUTES <= day.start < frame.start


def _is_worth_it(problem: Problem, plan: Plan, day: int) -> bool:
    """Whether the day has a first sight for which it should begin earlier."""
    inst = problem.instance
    if not plan.length[day]:
        return False
    node = int(plan.route[day, 0])
    sight = problem.nodes[node].sight
    if sight is None:
        return False
    is_far = int(inst.travel[inst.origin[day], inst.place[node]]) >= FAR_MINUTES
    return is_far or (sight.begin_by is not None and sight.begin_by < int(plan.start[day, 0]))


def _earlier(problem: Problem, plan: Plan, day: int) -> tuple[Problem, Plan]:
    """The problem and the plan with that day begun earlier; as they are where the first sight is not open earlier."""
    frame = dataclasses.replace(problem.frames[day], start=problem.frames[day].start - EARLIER_MINUTES)
    inst, first = problem.instance, int(plan.route[day, 0])
    opens, closes, windows = inst.opens.copy(), inst.closes.copy(), inst.windows.copy()
    starts = list(starts_of(problem.request, problem.rules, frame, problem.nodes[first]))[: opens.shape[2]]
    windows[day, first] = len(starts)
    for k, (begin, last) in enumerate(starts):
        opens[day, first, k], closes[day, first, k] = begin, last
    day_start = inst.day_start.copy()
    day_start[day] = frame.start
    earlier = inst._replace(opens=opens, closes=closes, windows=windows, day_start=day_start)
    found = copied(plan)
    if not refresh(earlier, found, day) or found.start[day, 0] >= plan.start[day, 0]:
        return problem, plan
    evaluate(earlier, found, np.ones_like(found.length))
    frames = (*problem.frames[:day], frame, *problem.frames[day + 1 :])
    return dataclasses.replace(problem, frames=frames, instance=earlier), found
