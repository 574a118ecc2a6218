"""A model that may not be asked now: it refuses at once, and what stands in for it goes on."""

from collections.abc import AsyncIterator

from agent_core.messages import Chunk
from agent_core.model import ModelError, ModelRequest

SWITCHED_OFF = "switched_off"
SPENT = "spent"


class Barred(ModelError):
    """`why` is SWITCHED_OFF or SPENT."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the model may not be asked: {why}", retryable=False, code=why)
        self.why = why


class BarredModel:
    """Stands where the model would."""

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self._why = why

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        """Raise Barred."""
        raise Barred(self._why)
        yield  # makes this a generator
