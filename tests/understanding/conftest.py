"""The day on which the assistant answers, as in its own tests."""

from tests.assistant.conftest import _today  # noqa: F401  # an automatic fixture
