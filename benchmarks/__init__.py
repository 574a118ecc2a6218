"""What is measured, runnable by anyone; never part of the tests."""

import os
from pathlib import Path

# Numba reads it when it is first imported: the planner's compiled code is then that of `make planner`.
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).resolve().parent.parent / "var" / "numba"))
