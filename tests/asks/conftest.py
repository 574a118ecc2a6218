"""The day on which the questions are asked."""

import pytest

from tests.asks.trips import TODAY
from travelagent.assistant import clock


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer on a fixed day, whatever the date."""
    monkeypatch.setattr(clock, "today", lambda: TODAY)
