"""The kernel gives the same plan compiled and as plain Python."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from travelagent.planning.search import arrays
from travelagent.planning.search.arrays import COMPILED

PLAN = """
import json
from tests.planning.cast import SIGHTS, request
from travelagent.planning.engine import plan
from travelagent.planning.search.arrays import COMPILED
from travelagent.wire.itinerary import itinerary_to_wire
print(json.dumps([COMPILED, itinerary_to_wire(plan(request(iterations=60), SIGHTS))]))
"""

ROUTES = """
import json
from pathlib import Path
from travelagent.planning.search.arrays import COMPILED
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


@pytest.mark.skipif(not COMPILED, reason="numba is not installed: there is only the plain code")
def test_a_function_is_compiled_anew_when_one_that_it_calls_in_another_file_changes(tmp_path: Path):
    def name_beside(changed: str) -> str:
        folder = tmp_path / (changed or "unchanged")
        shutil.copytree(Path(arrays.__file__).parent, folder)
        if changed:
            with (folder / changed).open("a", encoding="utf-8") as source:
                source.write("\nANOTHER = 1\n")
        spec = importlib.util.spec_from_file_location("arrays_of_a_copy", folder / "arrays.py")
        assert spec is not None
        assert spec.loader is not None
        copy = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(copy)

        def double(number: int) -> int:
            return 2 * number

        return str(copy.kernel(double).__qualname__)

    assert name_beside("evaluation.py") != name_beside("") == name_beside("README.md")
