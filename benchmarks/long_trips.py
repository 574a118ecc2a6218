"""Trips of 3, 10 and 30 days: how long a plan and a change of it take, and how soon a search stops when it is asked to.

`python -m benchmarks long_trips [--rounds N]`: each round plans every trip from another date and makes one edit of it;
printed are the median and the 95th percentile of the seconds of processor time, all of it: search, explanation,
verification. Limits (p95): 60 ms for 3 days in a city, 1.5 s for 10 days in three, 4 s for 30 days in eight; 100 ms
from the request to stop to the plan as far as it got.
"""

import argparse
import statistics
import time
from collections.abc import Sequence
from datetime import date, timedelta

from benchmarks.figures import Figure, limit
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.days import SwapDays
from travelagent.planning.engine import plan
from travelagent.planning.warm import warm
from travelagent.plans.values import PlanRequest, Sight

TRIPS = (
    ("3 days, 1 city", ("kyoto",), 3, 0.06),
    ("10 days, 3 cities", ("beijing", "xian", "shanghai"), 10, 1.5),
    ("30 days, 8 cities", ("rome", "florence", "venice", "milan", "vienna", "prague", "berlin", "amsterdam"), 30, 4.0),
)
ROUNDS = 20
STOP_LIMIT = 0.1
FIRST = date(2027, 4, 6)


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    parser = argparse.ArgumentParser(prog="python -m benchmarks long_trips", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    rounds = parser.parse_args(arguments).rounds
    warm()
    figures: list[Figure] = []
    print(f"{'trip':<20} {'plan p50':>9} {'p95':>7} {'edit p50':>9} {'p95':>7} {'limit':>6} {'stop, worst':>12}")
    for name, cities, days, most in TRIPS:
        planned, edited, stopped = [], [], []
        for number in range(rounds):
            request = PlanRequest(
                tuple(city_stay(source.cities()[city]) for city in cities),
                days,
                start_date=FIRST + timedelta(days=9 * number),
                deadline_seconds=60,
            )
            sights = planning_sights(cities)
            began = time.process_time()
            itinerary = plan(request, sights)
            planned.append(time.process_time() - began)
            began = time.process_time()
            edit_plan(itinerary, request, [SwapDays(1, 2)], sights)
            edited.append(time.process_time() - began)
            stopped.append(seconds_to_stop(request, sights, planned[-1] / 2))
        shares = [percentile(each, share) for each in (planned, edited) for share in (50, 95)]
        print(
            f"{name:<20} {shares[0]:>9.3f} {shares[1]:>7.3f} {shares[2]:>9.3f} {shares[3]:>7.3f} {most:>6.2f} "
            f"{max(stopped):>12.3f}"
        )
        figures += [
            Figure(f"plan of {name}, p95", shares[1], "s", limit(most)),
            Figure(f"edit of {name}, p95", shares[3], "s"),
            Figure(f"stop of {name}, worst", max(stopped), "s", limit(STOP_LIMIT)),
        ]
    return figures


def seconds_to_stop(request: PlanRequest, sights: Sequence[Sight], after: float) -> float:
    """Return the seconds from the request to stop, `after` seconds from the begin, to the plan."""
    stops = time.process_time() + after
    plan(request, sights, cancelled=lambda: time.process_time() >= stops)
    return time.process_time() - stops


def percentile(values: Sequence[float], share: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[share - 1]
