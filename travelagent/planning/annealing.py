"""One search from its beginning: the plans it moves between, its memory, its random numbers, and its cooling."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from travelagent.planning.search.arrays import Instance, Plan, Scratch, Words, empty_plan, scratch_for
from travelagent.planning.search.evaluation import copy_plan, evaluate
from travelagent.planning.search.improvement import improve
from travelagent.planning.search.insertion import recreate
from travelagent.planning.search.randomness import random_state

BACK_TO_BEST = (0.5, 0.8)
"""Shares of the cooling at which the search goes on from the best plan so far."""


@dataclass(frozen=True, slots=True)
class Annealing:
    """A search in progress. `best` is the best plan so far; `trial` equals `current` between two calls."""

    instance: Instance
    current: Plan
    trial: Plan
    best: Plan
    scratch: Scratch
    rng: Words

    @classmethod
    def begin(cls, instance: Instance, initial: Plan, seed: int) -> Annealing:
        """Start from a plan that holds."""
        shape = (*initial.route.shape, initial.where.shape[0], initial.groups.shape[0])
        current, trial, best = empty_plan(*shape), empty_plan(*shape), empty_plan(*shape)
        scratch = scratch_for(instance)
        copy_plan(initial, current)
        evaluate(instance, current, np.ones_like(scratch.touched))
        copy_plan(current, trial)
        copy_plan(current, best)
        return cls(instance, current, trial, best, scratch, random_state(seed))

    def run(self, steps: int, hot: float, cold: float) -> int:
        """Take `steps` steps while cooling from `hot` to `cold`. Returns how many bettered the best plan."""
        return improve(self.instance, self.current, self.trial, self.best, self.scratch, steps, hot, cold, self.rng)

    def restart(self) -> None:
        """Go on from the best plan."""
        copy_plan(self.best, self.current)
        copy_plan(self.best, self.trial)

    def settle(self, before: float, share: float) -> None:
        """Go on from the best plan if the cooling has passed a mark between these two shares of it."""
        if any(before < mark <= share for mark in BACK_TO_BEST):
            self.restart()

    def fill(self, detour: int) -> None:
        """Insert into the best plan what still fits at a price of at most `detour`, whether or not it is worth it."""
        if not self.instance.orders.shape[1]:
            return
        self.restart()
        order = self.instance.orders[0]
        if recreate(self.instance, self.trial, self.scratch, order, False, 0.0, detour, self.rng):
            copy_plan(self.trial, self.best)
        evaluate(self.instance, self.best, np.ones_like(self.scratch.touched))
