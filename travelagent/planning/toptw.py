"""The benchmark's side of the search: reads a team orienteering instance (Solomon/Cordeau format) and solves it.

Travel times are Euclidean distances rounded down to one decimal (`c*`, `r*`, `rc*`) or two (`pr*`); everything is
scaled to integers by that power of ten. The best plan is the one of the highest score; on the way the search also pays
for travel, in proportion to the mean score and the usual distance of neighbours, since what is close leaves room.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from travelagent.planning.annealing import Annealing
from travelagent.planning.messages import message
from travelagent.planning.problem import nearest, sorted_orders
from travelagent.planning.search.arrays import Instance, empty_plan
from travelagent.planning.search.evaluation import refresh
from travelagent.planning.search.objective import UNPRICED, Steps
from travelagent.plans.errors import InvalidRequest

STEPS_A_ROUND = 200
HOT, COLD = 0.7, 0.15
"""Temperatures as shares of the mean profit."""
POINT = 1_000_000
"""Profit of one point of score."""
TRAVEL_SHARE, NEIGHBOUR = 0.06, 6
"""Going as far as to a point's sixth neighbour costs, on the average, this share of the mean profit."""
STEPS = Steps(string=6, removals=4, blink=15)


@dataclass(frozen=True, slots=True)
class Benchmark:
    """An instance as numbers: rows of (x, y, service, score, opens, closes), row 0 the depot; `decimals` of travel."""

    rows: tuple[tuple[float, float, float, float, float, float], ...]
    decimals: int


@dataclass(frozen=True, slots=True)
class Solution:
    """Routes of point numbers without the depot, their summed score, the seconds it took."""

    score: float
    routes: tuple[tuple[int, ...], ...]
    seconds: float


def read(path: Path) -> Benchmark:
    """Read an instance file. Raises InvalidRequest when it is not one."""
    try:
        rows = []
        for line in path.read_text(encoding="utf-8").splitlines()[2:]:
            numbers = [float(word) for word in line.split()]
            if numbers:
                rows.append((numbers[1], numbers[2], numbers[3], numbers[4], numbers[-2], numbers[-1]))
    except (OSError, ValueError, IndexError) as error:
        text = message("refused.benchmark", file=path.name, error=error)
        raise InvalidRequest("file", text) from error
    if not rows:
        raise InvalidRequest("file", message("refused.no_points", file=path.name))
    return Benchmark(tuple(rows), 2 if path.name.startswith("pr") else 1)


def instance_of(benchmark: Benchmark, tours: int) -> Instance:
    """Return the arrays of the search: node and place i are point i, all days alike."""
    scale = 10**benchmark.decimals
    table = np.array(benchmark.rows, dtype=np.float64)
    n = len(table)
    offsets = table[:, None, :2] - table[None, :, :2]
    distance = np.sqrt((offsets**2).sum(axis=2))
    travel = np.floor(distance * scale + 1e-9).astype(np.int64)
    service = np.rint(table[:, 2] * scale).astype(np.int64)
    end = round(table[0, 5] * scale)
    profit = np.rint(table[:, 3] * POINT).astype(np.int64)
    away = np.sort(travel[1:, 1:], axis=1)[:, :NEIGHBOUR][:, -1:]
    price = max(round(TRAVEL_SHARE * float(profit[1:].mean()) / max(float(away.mean()), 1.0)), 1) if n > 1 else 1
    opens = np.rint(table[:, 4] * scale).astype(np.int64)
    closes = np.minimum(np.rint(table[:, 5] * scale).astype(np.int64), end - service - travel[:, 0])
    reachable = (np.maximum(travel[0], opens) <= closes) & (np.arange(n) > 0)
    zeros = np.zeros(n, dtype=np.int64)
    candidates = np.flatnonzero(reachable)
    return Instance(
        travel=travel,
        price=travel * price,
        place=np.arange(n, dtype=np.int64),
        duration=service,
        profit=profit,
        sight=np.arange(n, dtype=np.int64),
        group=zeros,
        variety=zeros[:1],
        meal=zeros,
        replaces=zeros,
        opens=np.tile(opens[None, :, None], (tours, 1, 1)),
        closes=np.tile(closes[None, :, None], (tours, 1, 1)),
        windows=np.tile(reachable.astype(np.int64), (tours, 1)),
        day_start=np.full(tours, round(table[0, 4] * scale), dtype=np.int64),
        day_end=np.full(tours, end, dtype=np.int64),
        origin=np.zeros(tours, dtype=np.int64),
        destination=np.zeros(tours, dtype=np.int64),
        cap=np.full(tours, n, dtype=np.int64),
        meal_node=np.full((tours, 3), -1, dtype=np.int64),
        near=nearest(travel, np.arange(n, dtype=np.int64), candidates, 40),
        beside=np.empty((n, 0), dtype=np.int64),
        mates=np.empty((n, 0), dtype=np.int64),
        gate=np.empty((n, 0), dtype=np.int64),
        on_ticket=np.empty((n, 0), dtype=np.int64),
        valid=np.zeros(n, dtype=np.int64),
        orders=sorted_orders(candidates, profit, service, closes, travel[0]),
        weights=UNPRICED._replace(profit_only=1),
        steps=STEPS,
    )


def solve(benchmark: Benchmark, tours: int, seconds: float, seed: int, steps: int | None = None) -> Solution:
    """Return the best routes found in that wall time.

    The annealing follows the clock, so the result is not repeatable, unless `steps` is given: then so many are taken,
    whatever the time, and the same seed gives the same routes.
    """
    began = time.perf_counter()
    inst = instance_of(benchmark, tours)
    initial = empty_plan(tours, len(benchmark.rows) + 1, len(benchmark.rows), 1)
    for tour in range(tours):
        refresh(inst, initial, tour)
    annealing = Annealing.begin(inst, initial, seed)
    mean = float(inst.profit[1:].mean()) if len(benchmark.rows) > 1 else 1.0
    done, before = 0, 0.0
    while (share := (time.perf_counter() - began) / seconds if steps is None else done / steps) < 1.0:
        annealing.settle(before, share)
        heat, before = mean * HOT * math.pow(COLD / HOT, share), share
        count = STEPS_A_ROUND if steps is None else min(STEPS_A_ROUND, steps - done)
        annealing.run(count, heat, heat)
        done += count
    best = annealing.best
    routes = tuple(tuple(int(node) for node in best.route[day, : best.length[day]]) for day in range(tours))
    score = sum(benchmark.rows[node][3] for route in routes for node in route)
    return Solution(score, routes, time.perf_counter() - began)


@cache
def load_kernel() -> None:
    """Load the compiled search by a toy, once a process: a few tenths of a second that are no search's."""
    depot = (0.0, 0.0, 0.0, 0.0, 0.0, 100.0)
    solve(Benchmark((depot, (1.0, 1.0, 5.0, 1.0, 0.0, 100.0)), 1), 1, 0.01, 1)
