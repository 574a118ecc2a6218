"""The frozen trips: the checker's value by hand, what it refuses, and that the search solves the same problem."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.frozen_check import checked_value
from benchmarks.frozen_model import FOLDER, names_in, path_of, read_trip
from benchmarks.frozen_trips import anneal
from benchmarks.toptw_check import BrokenRoute

REFERENCES = json.loads((FOLDER / "references.json").read_text(encoding="utf-8"))

MODEL: dict[str, Any] = {
    "minute_price": 10,
    "days": [{"start": 540, "end": 720, "cap": 2}, {"start": 600, "end": 660, "cap": 1}],
    "profit": [1000, 700, 500],
    "minutes": [60, 30, 30],
    "starts": [[[[540, 560], [600, 630]], [[540, 700]], [[690, 700]]], [[], [[600, 620]], [[600, 620]]]],
    "travel": [[0, 25, 10, 10], [25, 0, 5, 5], [10, 5, 0, 5], [10, 5, 5, 0]],
    "priced_minutes": [[0, 30, 11, 10], [26, 0, 7, 5], [10, 5, 0, 5], [10, 5, 5, 0]],
}


@pytest.fixture
def trip(tmp_path: Path) -> Path:
    path = tmp_path / "toy.json"
    path.write_text(json.dumps({"model": MODEL}), encoding="utf-8")
    return path


def test_it_works(trip: Path):
    """Day 1: at sight 0 by 9:25, too late for its first window, so from 10:00 to 11:00; sight 1 from 11:05 to 11:35,
    back at 11:45. Day 2: sight 2 from 10:10 to 10:40, back at 10:50."""
    assert checked_value(trip, [[0, 1], [2]]) == 1000 + 700 + 500 - 10 * (30 + 7 + 10) - 10 * (10 + 10)
    assert checked_value(trip, [[], []]) == 0


@pytest.mark.parametrize(
    ("routes", "broken"),
    [
        ([[0]], "1 routes for 2 days"),
        ([[1], [1]], "visited twice"),
        ([[3], []], "no sight"),
        ([[-1], []], "no sight"),
        ([[], [1, 2]], "2 sights, 1 allowed"),
        ([[], [0]], "too late"),
        ([[2], []], "back at minute 730"),
    ],
)
def test_what_does_not_hold_is_refused(trip: Path, routes: list[list[int]], broken: str):
    with pytest.raises(BrokenRoute, match=broken):
        checked_value(trip, routes)


@pytest.mark.parametrize("name", names_in())
def test_every_reference_is_worth_what_it_says_and_a_short_search_comes_near(name: str):
    path, best = path_of(name), REFERENCES[name]["best"]
    assert checked_value(path, best["routes"]) == best["value"]
    routes, steps = anneal(read_trip(path), 1, lambda done: done / 2000)
    assert steps == 2000
    assert checked_value(path, routes) >= 0.95 * best["value"]
