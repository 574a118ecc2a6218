"""The search on a benchmark instance: its routes hold before an independent checker, and a seed says the same again."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.toptw_check import BrokenRoute, checked_score, distance, read_points
from travelagent.planning.toptw import read, solve

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
