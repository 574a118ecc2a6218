"""Team orienteering with time windows: how far our search stays behind the best known scores.

`python -m benchmarks toptw_gap [--seconds 1 10] [--seeds 1 2 3] [--cases c104/1 …] [--folder DIR]`: every solution goes
through the independent checker (toptw_check.py); printed are each case's gap (mean over the seeds, and the worst), and
the average and the worst over all runs against the goals. One core. `--folder` takes other instances of the same format
with a reference.json of their own.
"""

import argparse
import json
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import Figure, goal
from benchmarks.toptw_check import checked_score
from travelagent.planning.toptw import read, solve
from travelagent.planning.warm import warm

FOLDER = Path(__file__).parent / "toptw"
GOALS = {1.0: (goal(0.7), goal(3.0)), 10.0: (goal(0.2), None)}
"""Seconds to the bounds of the (average, worst) gap in percent."""


@dataclass(frozen=True)
class Case:
    """An instance with a number of tours and the best score known for it."""

    instance: str
    tours: int
    reference: float

    @property
    def name(self) -> str:
        return f"{self.instance}/{self.tours}"


def cases_in(folder: Path) -> list[Case]:
    rows = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
    return [Case(row["instance"], row["tours"], row["reference"]) for row in rows]


def gaps_of(case: Case, folder: Path, seconds: float, seeds: Sequence[int]) -> list[float]:
    """The gap in percent of every seed's checked score; negative when it is better than the reference."""
    path = folder / "instances" / f"{case.instance}.txt"
    benchmark = read(path)
    scores = [checked_score(path, case.tours, solve(benchmark, case.tours, seconds, seed).routes) for seed in seeds]
    return [100 * (case.reference - score) / case.reference for score in scores]


def measure(folder: Path, cases: Sequence[Case], seconds: float, seeds: Sequence[int]) -> list[Figure]:
    """Print every case; return the average and the worst gap."""
    print(f"{'case':<10} {'reference':>9} {'mean gap':>9} {'worst':>7}   ({seconds:g} s, {len(seeds)} seeds, percent)")
    found: list[float] = []
    for case in cases:
        gaps = gaps_of(case, folder, seconds, seeds)
        found += gaps
        print(f"{case.name:<10} {case.reference:>9g} {statistics.mean(gaps):>9.2f} {max(gaps):>7.2f}", flush=True)
    average, worst = GOALS.get(seconds, (None, None))
    return [
        Figure(f"average gap after {seconds:g} s", statistics.mean(found), "%", average),
        Figure(f"worst gap after {seconds:g} s", max(found), "%", worst),
    ]


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    parser = argparse.ArgumentParser(prog="python -m benchmarks toptw_gap", description=__doc__)
    parser.add_argument("--seconds", type=float, nargs="+", default=[1.0, 10.0])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--cases", nargs="+", help="INSTANCE/TOURS, all if not given")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args(arguments)
    cases = [case for case in cases_in(options.folder) if not options.cases or case.name in options.cases]
    if not cases:
        parser.error("no such case")
    warm()
    return [figure for seconds in options.seconds for figure in measure(options.folder, cases, seconds, options.seeds)]
