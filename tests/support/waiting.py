"""Waiting for what other threads do."""

import time
from collections.abc import Callable

from travelagent.providers import asking

LIMIT_S = 30


def waited_for(condition: Callable[[], bool]) -> None:
    """Return once it holds. Raises AssertionError after LIMIT_S."""
    ends = time.monotonic() + LIMIT_S
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.02)


def wait_for_idle_services() -> None:
    """Return once no live service is asked behind anybody's back."""
    waited_for(lambda: not asking._later)
