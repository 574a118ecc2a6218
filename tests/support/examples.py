"""How many examples and rows the tests take: all with `--full`, a part of them in the default run.

The default run draws the same examples each time, so that its work can be budgeted; `--full` draws new ones.
"""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings

Row = TypeVar("Row")

FULL = "full"
LANDING = "landing"
SHARE = 4
FEWEST = 10
settings.register_profile(FULL)
settings.register_profile(LANDING, derandomize=True, database=None)


def examples(full: int) -> int:
    """Return the number of examples of a test that draws so many with `--full`."""
    return full if is_full() else max(full // SHARE, FEWEST)


def sampled(rows: Sequence[Row], of: int) -> Sequence[Row]:
    """Return one in `of` rows of a table, beginning with the first; all with `--full`."""
    return rows if is_full() else rows[::of]


def is_full() -> bool:
    return bool(settings.get_current_profile_name() == FULL)
