"""Stops of a full day move to a nearly empty one of the same stay, where that costs little.

The search counts worth and minutes on the way: to it a day of five stops beside one of a single stop is about as good
as two of three. Who stays long would rather have something to do every day. It stays a pass of its own: of 185 trips
of the catalogue it leaves 8 sparse days where there were 117, while a price of sparse days in the objective left 22, on
longer ways, as the search moves a stop only by tearing it out and inserting it where it is cheapest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from travelagent.planning.day_order import stays
from travelagent.planning.problem import Problem
from travelagent.planning.search.arrays import Plan, copied
from travelagent.planning.search.evaluation import evaluate, refresh
from travelagent.planning.search.insertion import insert, remove
from travelagent.planning.search.objective import MINUTE_PRICE

SPARSE = 180
"""A day of fewer minutes of visits, and of ways, is sparse."""
AHEAD = 2
"""A stop moves from a day that has so many more."""
SPREAD = 45 * MINUTE_PRICE
"""What a stop's move to a sparse day may cost at most."""


def spread_evenly(problem: Problem, plan: Plan) -> Plan:
    """Return the plan with stops of full days on the sparse ones of their stay, where that is about as good."""
    for days in stays(problem):
        while (found := _with_one_moved(problem, plan, days)) is not None:
            plan = found
    return plan


def _with_one_moved(problem: Problem, plan: Plan, days: Sequence[int]) -> Plan | None:
    """The plan with the stop that is best moved to the day with the least to do, or to the next such one; None where
    all have enough, or that costs too much."""
    busy = {day: _minutes(problem, plan, day) for day in days}
    for day in sorted((day for day in days if busy[day] < SPARSE), key=lambda day: busy[day]):
        least = int(plan.value[0]) - SPREAD
        plans = [
            found
            for donor in days
            if plan.used[donor] >= plan.used[day] + AHEAD
            for p in range(int(plan.length[donor]))
            for found in _moved(problem, plan, donor, p, day)
            if _minutes(problem, found, donor) > busy[day]
        ]
        best = max(plans, key=lambda found: int(found.value[0]), default=None)
        if best is not None and int(best.value[0]) >= least:
            return best
    return None


def _minutes(problem: Problem, plan: Plan, day: int) -> int:
    """The minutes of a day's visits and ways."""
    inst = problem.instance
    minutes, place = 0, int(inst.origin[day])
    for p in range(int(plan.length[day])):
        node, there = int(plan.route[day, p]), int(plan.at[day, p])
        minutes += int(inst.travel[place, there]) + (0 if inst.meal[node] else int(inst.duration[node]))
        place = there
    return minutes + int(inst.travel[place, int(inst.destination[day])])


def _moved(problem: Problem, plan: Plan, donor: int, p: int, day: int) -> Iterator[Plan]:
    """The plans with the stop at that position of a day anywhere on the other one, where both hold."""
    inst, node = problem.instance, int(plan.route[donor, p])
    movable = inst.sight[node] >= 0 and not inst.replaces[node] and inst.windows[day, node]
    if day == donor or not movable or plan.used[day] >= inst.cap[day]:
        return
    without = copied(plan)
    remove(inst, without, donor, p, p)
    if not refresh(inst, without, donor):
        return
    for position in range(int(plan.length[day]) + 1):
        found = copied(without)
        if insert(inst, found, day, position, node):
            evaluate(inst, found, np.ones_like(found.length))
            yield found
