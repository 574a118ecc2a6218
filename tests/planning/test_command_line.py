"""The command line: benchmark solutions hold under a checker of the test's own, plans are verified from a file."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from tests.planning.cast import SIGHTS, request, with_visit
from travelagent.planning.__main__ import main
from travelagent.planning.engine import plan
from travelagent.wire.itinerary import itinerary_to_wire

DATA = Path(__file__).parent / "data"


def points(name: str) -> list[list[float]]:
    return [
        [float(word) for word in line.split()] for line in (DATA / name).read_text().splitlines()[2:] if line.split()
    ]


def checked_score(name: str, routes: list[list[int]], decimals: int) -> float:
    """The score of routes that hold; an assertion otherwise."""
    rows = points(name)
    assert len({node for route in routes for node in route}) == sum(len(route) for route in routes)
    for route in routes:
        moment, here = 0.0, rows[0]
        for node in [*route, 0]:
            there = rows[node]
            scale = 10**decimals
            moment += math.floor(math.dist(here[1:3], there[1:3]) * scale + 1e-9) / scale
            moment = max(moment, there[-2])
            assert moment <= there[-1] + 1e-6
            moment += there[3]
            here = there
    return sum(rows[node][4] for route in routes for node in route)


@pytest.mark.parametrize(("name", "tours", "decimals", "least"), [("c104.txt", 1, 1, 380), ("pr03.txt", 2, 2, 600)])
def test_a_benchmark_solution_holds_and_is_good(capsys, name, tours, decimals, least):
    assert main(["toptw", str(DATA / name), "--tours", str(tours), "--seconds", "0.5", "--seed", "3"]) == 0
    solution = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert len(solution["routes"]) == tours
    assert checked_score(name, solution["routes"], decimals) == solution["score"]
    assert solution["score"] >= least


def sight_rows() -> list[dict]:
    return [
        {
            "id": s.id, "city": s.city, "name": {"en": s.name.en, "zh": s.name.zh}, "lat": s.lat, "lon": s.lon,
            "category": s.category, "minutes": s.minutes, "score": s.score, "tags": s.tags, "hours": s.hours,
            "last_entry_minutes": s.last_entry_minutes,
        }
        for s in SIGHTS
    ]  # fmt: skip


def written(path: Path, itinerary) -> str:
    town = {"id": "town", "name": {"en": "Town", "zh": "镇"}, "lat": 48.0, "lon": 11.0}
    plan_request = {"cities": [town], "days": 2, "start_date": "2026-04-14"}
    path.write_text(
        json.dumps({"itinerary": itinerary_to_wire(itinerary), "sights": sight_rows(), "request": plan_request})
    )
    return str(path)


def test_verify_passes_a_sound_plan_and_fails_a_spoiled_one(tmp_path, capsys):
    sound = plan(request(), SIGHTS)
    assert main(["verify", written(tmp_path / "sound.json", sound)]) == 0
    assert json.loads(capsys.readouterr().out)["feasible"] is True
    spoiled = with_visit(sound, "town/museum", arrive=6 * 60)
    assert main(["verify", written(tmp_path / "spoiled.json", spoiled)]) == 1
    assert json.loads(capsys.readouterr().out)["feasible"] is False


@pytest.mark.parametrize("content", ["", "no numbers here\n\nreally not", "[]"])
def test_a_wrong_file_is_an_error_with_a_reason(tmp_path, capsys, content):
    file = tmp_path / "wrong.txt"
    file.write_text(content)
    assert main(["toptw", str(file), "--tours", "1", "--seconds", "1"]) == 2
    assert main(["verify", str(file)]) == 2
    assert "wrong.txt" in capsys.readouterr().err
