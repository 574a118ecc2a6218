"""The day on which the assistant answers."""

import pytest

from tests.assistant.asking import TODAY
from travelagent.assistant import clock


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer on a fixed day, whatever the date."""
    monkeypatch.setattr(clock, "today", lambda: TODAY)
