"""The kernel gives the same plan compiled and as plain Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from travelagent.planning.arrays import COMPILED

PLAN = """
import json
from tests.planning.cast import SIGHTS, request
from travelagent.planning.engine import plan
from travelagent.planning.arrays import COMPILED
from travelagent.planning.wire import itinerary_to_wire
print(json.dumps([COMPILED, itinerary_to_wire(plan(request(iterations=60), SIGHTS))]))
"""

ROUTES = """
import json
from pathlib import Path
from travelagent.planning.arrays import COMPILED
from travelagent.planning.toptw import read, solve
print(json.dumps([COMPILED, solve(read(Path("tests/planning/data/pr03.txt")), 3, 1.0, 1, steps=150).routes]))
"""


def printed(program: str, **environment: str) -> list:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**os.environ, **environment},
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.skipif(not COMPILED, reason="numba is not installed: there is only the plain code")
@pytest.mark.parametrize("program", [PLAN, ROUTES], ids=["trip", "tours"])
def test_the_plain_code_finds_the_same_plan(program: str):
    compiled, plain = printed(program), printed(program, NUMBA_DISABLE_JIT="1")
    assert (compiled[0], plain[0]) == (True, False)
    assert compiled[1] == plain[1]
