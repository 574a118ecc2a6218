"""Compile the kernel and leave it in numba's cache, so that the first real plan is as fast as any other.

`python -m travelagent.planning warm`, run once at installation; NUMBA_CACHE_DIR is where the cache lies. Compiling
takes the interpreter's lock again and again for tenths of a second, so a process that serves somebody has it done in
another one (`compile_apart`) and then loads what lies in the cache (`warm`), which holds nobody up.
"""

from __future__ import annotations

import subprocess
import sys
import time
from datetime import date
from pathlib import Path

from travelagent.planning.hours import daylight
from travelagent.planning.search.arrays import COMPILED
from travelagent.planning.toptw import load_kernel

ROOT = Path(__file__).resolve().parents[2]


def warm() -> float:
    """Run the kernel once on a toy; returns the seconds it took (compiling, or loading what is cached)."""
    from travelagent.planning.engine import plan
    from travelagent.plans.values import CityStay, LocalizedText, PlanRequest, Sight

    began = time.perf_counter()
    load_kernel()
    name = LocalizedText("Toy", "示例")
    sights = [Sight(f"toy/{i}", "toy", name, 0.01 * i, 0.0, "park", 60 + 120 * i, 5.0) for i in range(8)]
    plan(PlanRequest((CityStay("toy", name, 0.0, 0.0),), 1, start_date=date(2026, 1, 6), iterations=10), sights)
    return time.perf_counter() - began if COMPILED else 0.0


def load_daylight() -> None:
    """Load the tables of the sun and of holidays, a few tenths of a second in which no other thread runs."""
    daylight(0.0, 0.0, date(2026, 1, 6))


def compile_apart() -> subprocess.Popen[bytes]:
    """Begin to fill numba's cache in a process of its own; it ends with status 0 when the cache is filled."""
    command = [sys.executable, "-m", "travelagent.planning", "warm"]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
