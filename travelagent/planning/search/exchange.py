"""What explains a plan: the one sight that makes room for another, and what could be visited in a stop's stead."""

from __future__ import annotations

from travelagent.planning.search.arrays import REFUSED, Instance, Ints, Plan, kernel
from travelagent.planning.search.evaluation import copy_days, copy_plan, evaluate, minutes_on_the_way, refresh
from travelagent.planning.search.insertion import admits, best_insertion, cheapest_position, insert, remove


@kernel
def cheapest_swap(inst: Instance, plan: Plan, trial: Plan, node: int) -> tuple[int, int]:
    """Return the (day, position) of the one sight of least profit whose absence makes room for the node.

    (-1, -1) if none.
    """
    least, on_day, at = REFUSED, -1, -1
    for day in range(plan.length.shape[0]):
        for p in range(plan.length[day]):
            other = plan.route[day, p]
            if inst.sight[other] < 0 or inst.profit[other] >= least:
                continue
            copy_plan(plan, trial)
            remove(inst, trial, day, p, p)
            if refresh(inst, trial, day) and best_insertion(inst, trial, node)[0] < REFUSED:
                least, on_day, at = inst.profit[other], day, p
    return on_day, at


@kernel
def exchanges(
    inst: Instance, plan: Plan, trial: Plan, touched: Ints, day: int, p: int, nodes: Ints, found: Ints
) -> None:
    """Evaluate the plan with each of these nodes in the stead of the stop at position p, at its cheapest position of
    that day.

    `found` gets rows of (value, minutes on the way that day), the value -REFUSED where it does not fit. `touched` is a
    row of zeros, one a day, and is so again afterwards; `trial` is then a copy of the plan's day.
    """
    touched[day] = 1
    for k in range(nodes.shape[0]):
        found[k, 0], found[k, 1] = -REFUSED, 0
        if inst.windows[day, nodes[k]] == 0:
            continue
        copy_days(plan, trial, touched)
        remove(inst, trial, day, p, p)
        if not refresh(inst, trial, day):
            continue
        _, at, strain = cheapest_position(inst, trial, day, nodes[k])
        if at >= 0 and admits(inst, trial, day, nodes[k], strain) and insert(inst, trial, day, at, nodes[k]):
            found[k, 0], found[k, 1] = evaluate(inst, trial, touched), minutes_on_the_way(inst, trial, day)
    copy_days(plan, trial, touched)
    touched[day] = 0
