"""Trips from the catalogue: how long a plan takes, and how far its value is behind a search of many times the steps.

For every city the usual plan is made (its median time over the seeds, all of it: search, explanation, verification),
and its value (worth less the prices of ways, waits, haste and monotony) is held against the best of as many long
searches. Limits: 200 ms, 1 %.
"""

import argparse
import dataclasses
import statistics
import time
from collections.abc import Sequence
from datetime import date

from benchmarks.figures import Figure, goal
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.planning.engine import plan
from travelagent.planning.frame import frame
from travelagent.planning.problem import Problem, build
from travelagent.planning.search.objective import SCALE
from travelagent.planning.solve import search
from travelagent.planning.warm import warm
from travelagent.plans.values import PlanRequest, Sight
from travelagent.travel.legs import EstimatedLegs

TRIPS = (
    ("beijing", 3),
    ("beijing", 5),
    ("chengdu", 4),
    ("hanoi", 3),
    ("kyoto", 3),
    ("lijiang", 3),
    ("london", 7),
    ("new-york", 4),
    ("paris", 4),
    ("xian", 3),
)
SEEDS = (1, 2, 3)
LONG_STEPS = 60_000
LIMIT_MS, LIMIT_GAP = 200.0, 1.0


def problem_of(request: PlanRequest, sights: tuple[Sight, ...]) -> Problem:
    legs = EstimatedLegs()
    return build(request, frame(request, sights, legs), sights, legs)


def value_of(request: PlanRequest, sights: tuple[Sight, ...]) -> float:
    """The value found, in units of worth."""
    problem = problem_of(request, sights)
    found = search(problem, problem.initial, time.monotonic() + 60)
    return float(found.value[0]) / SCALE


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    argparse.ArgumentParser(prog="python -m benchmarks trips", description=__doc__).parse_args(arguments)
    warm()
    print(f"{'trip':<16} {'ms':>7} {'value':>8} {'best':>8} {'gap %':>7}")
    slowest, gaps = 0.0, []
    for city, days in TRIPS:
        sights = planning_sights([city])
        usual_request = PlanRequest((city_stay(source.cities()[city]),), days, start_date=date(2026, 4, 14))
        requests = [dataclasses.replace(usual_request, seed=seed) for seed in SEEDS]
        taken = []
        for request in [usual_request, *requests]:
            began = time.perf_counter()
            plan(request, sights)
            taken.append((time.perf_counter() - began) * 1000)
        usual = statistics.mean(value_of(request, sights) for request in requests)
        best = max(value_of(dataclasses.replace(r, iterations=LONG_STEPS), sights) for r in requests)
        median, gap = statistics.median(taken[1:]), 100 * (best - usual) / best
        slowest = max(slowest, median)
        gaps.append(gap)
        print(f"{city + ' ' + str(days):<16} {median:>7.0f} {usual:>8.2f} {best:>8.2f} {gap:>7.2f}")
    return [
        Figure("slowest plan, median of the seeds", slowest, "ms", goal(LIMIT_MS)),
        Figure("average gap", statistics.mean(gaps), "%", goal(LIMIT_GAP)),
        Figure("worst gap", max(gaps), "%"),
    ]
