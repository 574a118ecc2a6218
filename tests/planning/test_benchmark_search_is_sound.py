"""The search on a benchmark instance: its routes hold before an independent checker, and a seed gives the same
again.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.toptw_check import BrokenRoute, checked_score, distance, read_points
from travelagent.planning.annealing import Annealing
from travelagent.planning.search.arrays import empty_plan
from travelagent.planning.search.evaluation import evaluate, refresh
from travelagent.planning.search.moves import cross, find_crossing
from travelagent.planning.toptw import POINT, instance_of, read, solve

DATA = Path(__file__).parent / "data"
BEST_KNOWN = {("c104.txt", 1): 420, ("pr03.txt", 3): 1013}
STEPS = 6000


@pytest.mark.parametrize(("name", "tours"), BEST_KNOWN)
def test_routes_hold_and_come_near_the_best_known_score(name: str, tours: int):
    found = solve(read(DATA / name), tours, 1.0, 1, steps=STEPS)
    score = checked_score(DATA / name, tours, found.routes)
    assert score == found.score
    assert 0.9 * BEST_KNOWN[(name, tours)] <= score <= BEST_KNOWN[(name, tours)]


def test_a_seed_and_a_number_of_steps_give_the_same_routes():
    benchmark = read(DATA / "c104.txt")
    runs = [solve(benchmark, 2, 1.0, seed, steps=500) for seed in (7, 7, 8)]
    assert runs[0].routes == runs[1].routes
    assert runs[0].routes != runs[2].routes


def test_more_steps_are_never_worse():
    benchmark = read(DATA / "c104.txt")
    assert solve(benchmark, 1, 1.0, 3, steps=1).score <= solve(benchmark, 1, 1.0, 3, steps=2000).score


def test_the_checker_refuses_what_does_not_hold():
    path = DATA / "c104.txt"
    points, units = read_points(path)
    late = max(range(1, len(points)), key=lambda number: points[number].opens)
    early = min(range(1, len(points)), key=lambda number: points[number].closes)
    assert points[early].closes < points[late].opens
    for routes in ([[1, 1]], [[len(points)]], [[1], [2]], [[late, early]]):
        with pytest.raises(BrokenRoute):
            checked_score(path, 1, routes)
    assert checked_score(path, 1, [[1]]) == points[1].score
    assert distance(points[0], points[0], units) == 0


def annealed(name: str, tours: int, steps: int) -> Annealing:
    """A search that is still hot."""
    benchmark = read(DATA / name)
    inst = instance_of(benchmark, tours)
    initial = empty_plan(tours, len(benchmark.rows) + 1, len(benchmark.rows), 1)
    for tour in range(tours):
        refresh(inst, initial, tour)
    annealing = Annealing.begin(inst, initial, 1)
    annealing.run(steps, 10 * POINT, 10 * POINT)
    return annealing


def test_exchanging_the_ends_of_two_tours_keeps_every_point_and_both_tours_hold():
    annealing = annealed("c104.txt", tours=3, steps=400)
    inst, plan, exchanged = annealing.instance, annealing.trial, 0
    for _ in range(20):
        annealing.run(100, 10 * POINT, 10 * POINT)
        score = int(plan.profit.sum()) // POINT
        for seed in np.flatnonzero(plan.where >= 0):
            day, p, other, q = find_crossing(inst, plan, seed, annealing.rng)
            if day < 0:
                continue
            assert plan.route[day, p] == seed
            assert cross(inst, plan, annealing.scratch, day, p, other, q)
            exchanged += 1
            routes = [plan.route[tour, : plan.length[tour]].tolist() for tour in range(3)]
            assert checked_score(DATA / "c104.txt", 3, routes) == score
            assert all(plan.where[node] == tour for tour in range(3) for node in routes[tour])
            assert plan.used.tolist() == [len(route) for route in routes]
        annealing.restart()
    assert exchanged > 0


def test_the_value_kept_along_the_way_is_that_of_the_plan():
    annealing = annealed("pr03.txt", tours=2, steps=600)
    kept = int(annealing.current.value[0])
    assert evaluate(annealing.instance, annealing.current, np.ones(2, dtype=np.int64)) == kept
    assert annealing.current.profit.sum() <= annealing.best.profit.sum()
