"""The steps of the search: disturb the plan, put candidates back, keep the result by simulated annealing."""

from __future__ import annotations

import math

from travelagent.planning.search.arrays import Instance, Plan, Scratch, Words, kernel
from travelagent.planning.search.evaluation import copy_days, copy_plan, evaluate, objective
from travelagent.planning.search.insertion import recreate
from travelagent.planning.search.moves import disturb
from travelagent.planning.search.randomness import below, shuffle, uniform

LOCAL = 0.7
"""The share of steps that only try candidates near the ruin: most of the others would not fit anyway."""


@kernel
def improve(
    inst: Instance,
    current: Plan,
    trial: Plan,
    best: Plan,
    scratch: Scratch,
    steps: int,
    hot: float,
    cold: float,
    rng: Words,
) -> int:
    """Run `steps` steps from temperature `hot` to `cold` (geometric). Returns how many bettered the best plan.

    `trial` is a copy of `current` at the beginning and at the end.
    """
    candidates = inst.orders.shape[1]
    if candidates == 0:
        return 0
    bettered, blink = 0, inst.steps.blink / 100.0
    for step in range(steps):
        heat = hot * math.exp(math.log(cold / hot) * step / steps)
        scratch.touched[:] = 0
        kept = disturb(inst, trial, scratch, inst.orders[0, below(rng, candidates)], rng)
        choice, local = below(rng, inst.orders.shape[0] + 2), uniform(rng) < LOCAL
        if kept and choice >= inst.orders.shape[0]:
            shuffle(scratch.shuffled, rng)
            kept = recreate(inst, trial, scratch, scratch.shuffled, local, blink, -1, rng)
        elif kept:
            kept = recreate(inst, trial, scratch, inst.orders[choice], local, blink, -1, rng)
        if kept:
            least = current.value[0] + heat * math.log(1.0 - uniform(rng))
            kept = evaluate(inst, trial, scratch.touched) > least
        if not kept:
            copy_days(current, trial, scratch.touched)
            continue
        copy_days(trial, current, scratch.touched)
        if objective(inst, current) > objective(inst, best):
            copy_plan(current, best)
            bettered += 1
    return bettered
