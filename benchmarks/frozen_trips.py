"""Thirty frozen trips of 5 days × 60 sights: how far our search stays behind the best that anybody found.

`python -m benchmarks frozen_trips [--trips paris …] [--seeds 1 2 3]` prints, side by side, the gap of our search after
0.1 s and 1 s, of PyVRP and of OR-Tools after 1 s, to the stored reference, each solution through the independent
checker (frozen_check.py); then how the time grows with the days at the same candidates. The seconds are of processor
time of one core, so that a busy machine hits nobody (OR-Tools knows the wall's only), and without the compiling.

`--reference --seconds S [--peer-seconds PYVRP ORTOOLS]` searches for better references: five seeds of ours of S seconds
each, and each peer once, trip by trip. What has been run is stored with what it found, so the command may be stopped
and called again; a reference only ever gets better.
"""

import argparse
import dataclasses
import json
import math
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import frozen_peers
from benchmarks.figures import Figure, goal
from benchmarks.frozen_check import checked_value
from benchmarks.frozen_model import FOLDER, Routes, Trip, names_in, path_of, read_trip
from travelagent.planning.annealing import Annealing
from travelagent.planning.problem import nearest, sorted_orders
from travelagent.planning.search.arrays import Instance, Plan, empty_plan
from travelagent.planning.search.evaluation import refresh
from travelagent.planning.search.objective import SCALE, UNPRICED
from travelagent.planning.solve import COLD, FEWEST_STEPS, HOT, MOST_STEPS, STEPS_A_DAY, STEPS_A_ROUND
from travelagent.planning.warm import warm

REFERENCE_SEEDS = (1, 2, 3, 4, 5)
GOAL_SECONDS, GOAL_PERCENT = 0.1, 1.0
COLUMNS = (("ours", GOAL_SECONDS), ("ours", 1.0), ("PyVRP", 1.0), ("OR-Tools", 1.0))
DAY_COUNTS = (1, 2, 3, 5, 7, 10)
GROWTH_TRIPS = 6


def instance_of(trip: Trip) -> tuple[Instance, Plan]:
    """The arrays of the search, and the empty plan: no meals, no bookings, and no price but that of the legs."""
    count, days = len(trip.profit), len(trip.days)
    most = max(len(windows) for row in trip.starts for windows in row)
    opens, closes = (np.zeros((days, count, most), dtype=np.int64) for _ in range(2))
    for day, row in enumerate(trip.starts):
        for sight, windows in enumerate(row):
            for k, (first, last) in enumerate(windows):
                opens[day, sight, k], closes[day, sight, k] = first, last
    windows = np.array([[len(found) for found in row] for row in trip.starts], dtype=np.int64)
    place, zeros = np.arange(1, count + 1, dtype=np.int64), np.zeros(count, dtype=np.int64)
    at_hotel = np.zeros(days, dtype=np.int64)
    profit, minutes = (np.array(numbers, dtype=np.int64) for numbers in (trip.profit, trip.minutes))
    usable = np.flatnonzero(windows.sum(axis=0) > 0)
    instance = Instance(
        travel=trip.travel,
        price=trip.price,
        place=place,
        duration=minutes,
        profit=profit,
        sight=np.arange(count, dtype=np.int64),
        group=zeros,
        variety=zeros[:1],
        meal=zeros,
        replaces=zeros,
        opens=opens,
        closes=closes,
        windows=windows,
        day_start=np.array([day.start for day in trip.days], dtype=np.int64),
        day_end=np.array([day.end for day in trip.days], dtype=np.int64),
        origin=at_hotel,
        destination=at_hotel,
        cap=np.array([day.cap for day in trip.days], dtype=np.int64),
        meal_node=np.full((days, 3), -1, dtype=np.int64),
        near=nearest(trip.travel, place, usable, 40),
        beside=np.empty((count, 0), dtype=np.int64),
        mates=np.empty((count, 0), dtype=np.int64),
        gate=np.empty((count, 0), dtype=np.int64),
        on_ticket=np.empty((count, 0), dtype=np.int64),
        valid=np.zeros(count, dtype=np.int64),
        orders=sorted_orders(usable, profit, minutes, closes.max(axis=(0, 2)), trip.travel[0][place]),
        weights=UNPRICED,
    )
    initial = empty_plan(days, max(day.cap for day in trip.days) + 1, count, 1)
    for day in range(days):
        refresh(instance, initial, day)
    return instance, initial


def anneal(trip: Trip, seed: int, share_done: Callable[[int], float]) -> tuple[Routes, int]:
    """Return the routes of our search as the engine runs it, and its steps. `share_done`: steps taken so far to the
    share of the search that is done (0 to 1), by which it cools.
    """
    instance, initial = instance_of(trip)
    annealing = Annealing.begin(instance, initial, seed)
    steps, before = 0, 0.0
    while (share := share_done(steps)) < 1.0:
        annealing.settle(before, share)
        heat, before = HOT * math.pow(COLD / HOT, share), share
        annealing.run(STEPS_A_ROUND, heat, heat)
        steps += STEPS_A_ROUND
    best = annealing.best
    return tuple(tuple(best.route[day, : best.length[day]].tolist()) for day in range(len(trip.days))), steps


def ours(trip: Trip, seconds: float, seed: int) -> Routes:
    """The routes after so many seconds of processor time."""
    began = time.process_time()
    return anneal(trip, seed, lambda _: (time.process_time() - began) / seconds)[0]


Solver = Callable[[Trip, float, int], Routes]
SOLVERS: dict[str, Solver] = {"ours": ours, "PyVRP": frozen_peers.pyvrp, "OR-Tools": frozen_peers.ortools}
PACKAGES = {"PyVRP": "pyvrp", "OR-Tools": "ortools"}


def installed() -> list[str]:
    """Return the solvers that can be run; print which peers are missing."""
    found = []
    for name in SOLVERS:
        try:
            number = version(PACKAGES[name]) if name in PACKAGES else ""
        except PackageNotFoundError:
            print(f"{name}: left out, {PACKAGES[name]} is not installed (make bench installs it)")
            continue
        print(f"{name} {number}" if number else name)
        found.append(name)
    return found


@dataclass(frozen=True)
class Run:
    """A search for references that has been made."""

    solver: str
    seconds: float
    seed: int
    value: int


class References:
    """The best known solution of every trip, and all the runs that looked for one, in one file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def best(self, trip: str) -> dict[str, Any] | None:
        """{"value", "solver", "seconds", "seed", "routes"}"""
        row = self._rows.get(trip)
        return row and row["best"]

    def runs(self, trip: str) -> list[Run]:
        return [Run(*run) for run in self._rows.get(trip, {}).get("runs", [])]

    def add(self, trip: str, run: Run, routes: Routes) -> None:
        """Store the run, and its solution when it is the best so far."""
        row = self._rows.setdefault(trip, {"best": None, "runs": []})
        row["runs"].append([run.solver, run.seconds, run.seed, run.value])
        if row["best"] is None or run.value > row["best"]["value"]:
            found = {"value": run.value, "solver": run.solver, "seconds": run.seconds, "seed": run.seed}
            row["best"] = {**found, "routes": routes}
        lines = [f"{json.dumps(name)}: {json.dumps(self._rows[name])}" for name in sorted(self._rows)]
        aside = self._path.with_suffix(".new")
        aside.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        aside.replace(self._path)


def search_references(folder: Path, names: Sequence[str], seconds: float, peer_seconds: Sequence[float]) -> None:
    """Make the runs that have not been made yet."""
    references, solvers = References(folder / "references.json"), installed()
    wanted = [("ours", seconds, seed) for seed in REFERENCE_SEEDS]
    wanted += [
        (peer, limit, 1) for peer, limit in zip(PACKAGES, peer_seconds, strict=True) if limit and peer in solvers
    ]
    for name in names:
        path = path_of(name, folder)
        trip = read_trip(path)
        done = {(run.solver, run.seconds, run.seed) for run in references.runs(name)}
        for solver, limit, seed in wanted:
            if (solver, limit, seed) in done:
                continue
            routes = SOLVERS[solver](trip, limit, seed)
            run = Run(solver, limit, seed, checked_value(path, routes))
            before = references.best(name)
            references.add(name, run, routes)
            gain = 100 * (run.value / before["value"] - 1) if before else 0.0
            print(
                f"{name:<16} {solver:<9} {limit:>4g} s  seed {seed}  {run.value / SCALE:>8.3f}  {gain:+.2f} %",
                flush=True,
            )


def gaps_of(name: str, folder: Path, reference: int, solver: str, seconds: float, seeds: Iterable[int]) -> list[float]:
    """The gap in percent of every seed's checked value; negative when it is better than the reference."""
    path = path_of(name, folder)
    trip = read_trip(path)
    values = [checked_value(path, SOLVERS[solver](trip, seconds, seed)) for seed in seeds]
    return [100 * (reference - value) / reference for value in values]


def measure(folder: Path, names: Sequence[str], seeds: Sequence[int]) -> list[Figure]:
    """Print the table of gaps, solver beside solver; return our mean gaps, with those of the peers."""
    references, solvers = References(folder / "references.json"), installed()
    rows = [(solver, seconds) for solver, seconds in COLUMNS if solver in solvers]
    heads = "".join(f"{solver + f' {seconds:g} s':>15}" for solver, seconds in rows)
    print(f"{'trip':<16} {'reference':>9} {'found by':>9}{heads}   (mean gap, percent, {len(seeds)} seeds)")
    gaps: dict[tuple[str, float], list[float]] = {row: [] for row in rows}
    for name in names:
        best = references.best(name)
        if best is None:
            print(f"{name:<16} has no reference yet (--reference)")
            continue
        means = []
        for solver, seconds in rows:
            # OR-Tools knows no seed: once is enough.
            found = gaps_of(name, folder, best["value"], solver, seconds, seeds if solver != "OR-Tools" else seeds[:1])
            gaps[solver, seconds] += found
            means.append(statistics.mean(found))
        numbers = "".join(f"{mean:>15.2f}" for mean in means)
        print(f"{name:<16} {best['value'] / SCALE:>9.3f} {best['solver']:>9}{numbers}", flush=True)
    means = {row: statistics.mean(found) for row, found in gaps.items() if found}
    for (solver, seconds), mean in means.items():
        print(f"{solver} {seconds:g} s: mean gap {mean:.2f} %, worst {max(gaps[solver, seconds]):.2f} %")
    peers = [(f"{solver} {seconds:g} s", mean) for (solver, seconds), mean in means.items() if solver != "ours"]
    return [
        Figure(
            f"mean gap after {seconds:g} s", mean, "%", goal(GOAL_PERCENT) if seconds == GOAL_SECONDS else None, peers
        )
        for (solver, seconds), mean in means.items()
        if solver == "ours"
    ]


def stretched(trip: Trip, days: int) -> Trip:
    """The same sights on another number of days, its days taken round and round."""
    around = [day % len(trip.days) for day in range(days)]
    days_and_starts = {"days": tuple(trip.days[d] for d in around), "starts": tuple(trip.starts[d] for d in around)}
    return dataclasses.replace(trip, **days_and_starts)


def growth(folder: Path, names: Sequence[str]) -> None:
    """Print how the time grows with the days, the candidates staying the same."""
    trips = [read_trip(path_of(name, folder)) for name in names[:: max(len(names) // GROWTH_TRIPS, 1)]]
    steps_a_day = f"{STEPS_A_DAY} steps a day (the engine's own: {FEWEST_STEPS} to {MOST_STEPS} in all)"
    print(f"The days of {len(trips)} trips repeated, {steps_a_day}:")
    print(f"{'days':>4} {'µs a step':>10} {'ms':>7} {'ms a day':>9} {'engine ms':>10}")
    for days in DAY_COUNTS:
        wanted = STEPS_A_DAY * days
        began, steps = time.process_time(), 0
        for trip in trips:
            steps += anneal(stretched(trip, days), 1, lambda done, wanted=wanted: done / wanted)[1]
        a_step = (time.process_time() - began) / steps
        total, engine = a_step * wanted * 1000, a_step * min(max(wanted, FEWEST_STEPS), MOST_STEPS) * 1000
        print(f"{days:>4} {a_step * 1e6:>10.2f} {total:>7.1f} {total / days:>9.2f} {engine:>10.1f}")


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    parser = argparse.ArgumentParser(prog="python -m benchmarks frozen_trips", description=__doc__)
    parser.add_argument("--trips", nargs="+", help="names, all if not given")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--reference", action="store_true", help="search for better references")
    parser.add_argument("--seconds", type=float, default=60.0, help="of each of our runs for references")
    parser.add_argument("--peer-seconds", type=float, nargs=2, default=[60.0, 60.0], metavar=("PYVRP", "ORTOOLS"))
    options = parser.parse_args(arguments)
    names = [name for name in names_in(options.folder) if not options.trips or name in options.trips]
    if not names:
        parser.error("no such trip")
    warm()
    if options.reference:
        search_references(options.folder, names, options.seconds, options.peer_seconds)
        return []
    figures = measure(options.folder, names, options.seeds)
    growth(options.folder, names)
    return figures
