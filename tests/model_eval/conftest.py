"""A registry of models of each test's own: the scripted ones are gone after it."""

import pytest

from travelagent.assistant import model_registry


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_registry, "_MODELS", dict(model_registry._MODELS))
