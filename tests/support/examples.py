"""How many examples and rows the tests take: all with `--full`, a part of them in the default run."""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings

Row = TypeVar("Row")

FULL = "full"
SHARE = 4
FEWEST = 10
settings.register_profile(FULL)


def examples(full: int) -> int:
    """Return the number of examples of a test that draws so many with `--full`."""
    return full if is_full() else max(full // SHARE, FEWEST)


def chosen(rows: Sequence[Row], of: int) -> Sequence[Row]:
    """Return one row in `of`, evenly spread over the table; all of them with `--full`."""
    return rows if is_full() else rows[::of]


def is_full() -> bool:
    return bool(settings.get_current_profile_name() == FULL)
