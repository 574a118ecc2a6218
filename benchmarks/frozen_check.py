"""The independent checker of the frozen trips: what routes are worth, read from the trip's file alone.

Shares nothing with any solver. Walks every day in whole minutes, enters each sight as early as it may, and adds up the
profits less the prices of the legs (frozen/README.md states the problem).
"""

import json
from collections.abc import Sequence
from pathlib import Path

from benchmarks.toptw_check import BrokenRoute

HOTEL = 0


def checked_value(path: Path, routes: Sequence[Sequence[int]]) -> int:
    """Return the value of one route a day, each a list of sight numbers from 0. Raises BrokenRoute with the rule that
    is broken.
    """
    model = json.loads(path.read_text(encoding="utf-8"))["model"]
    visited = [sight for route in routes for sight in route]
    if len(routes) != len(model["days"]):
        raise BrokenRoute(f"{len(routes)} routes for {len(model['days'])} days")
    if len(set(visited)) < len(visited) or not all(0 <= sight < len(model["profit"]) for sight in visited):
        raise BrokenRoute("a sight is visited twice, or is no sight")
    value = sum(model["profit"][sight] for sight in visited)
    for number, (day, route) in enumerate(zip(model["days"], routes, strict=True)):
        if len(route) > day["cap"]:
            raise BrokenRoute(f"day {number}: {len(route)} sights, {day['cap']} allowed")
        moment, here = day["start"], HOTEL
        for sight in route:
            there = sight + 1
            moment = _entry(model["starts"][number][sight], moment + model["travel"][here][there], number, sight)
            moment += model["minutes"][sight]
            value -= model["minute_price"] * model["priced_minutes"][here][there]
            here = there
        value -= model["minute_price"] * model["priced_minutes"][here][HOTEL]
        if moment + model["travel"][here][HOTEL] > day["end"]:
            raise BrokenRoute(f"day {number}: back at minute {moment + model['travel'][here][HOTEL]}")
    return int(value)


def _entry(windows: Sequence[Sequence[int]], arrival: int, day: int, sight: int) -> int:
    """The earliest start not before the arrival."""
    for first, last in windows:
        if arrival <= last:
            return max(arrival, first)
    raise BrokenRoute(f"day {day}: sight {sight} reached at minute {arrival}, too late for {list(windows)}")
