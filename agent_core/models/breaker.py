"""A circuit breaker: an endpoint that keeps failing is left alone for a while, and nobody waits for it meanwhile."""

import time
from collections.abc import AsyncIterator, Callable

from agent_core.messages import Chunk
from agent_core.model import ChatModel, ModelError, ModelRequest, WrappedModel


class CircuitBreaker:
    """Opens at `threshold` failures in a row; `rest_s` seconds later it lets one request through to see.

    One for all models of an endpoint and for all runs of a process; used on one event loop.
    """

    def __init__(self, threshold: int = 3, rest_s: float = 30.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._threshold, self._rest_s, self._clock = threshold, rest_s, clock
        self._failures = 0
        self._opened_at = 0.0
        self._trying = False

    def admit(self) -> bool:
        """Return whether a request may go out. The caller must settle an admitted one."""
        if self._failures < self._threshold:
            return True
        if self._trying or self._clock() - self._opened_at < self._rest_s:
            return False
        self._trying = True
        return True

    def settle(self, *, failed: bool | None) -> None:
        """Record how an admitted request ended; None where that is no evidence about the endpoint."""
        self._trying = False
        if failed:
            self._failures += 1
            self._opened_at = self._clock()
        elif failed is not None:
            self._failures = 0


class Guarded(WrappedModel):
    """A model behind a breaker."""

    def __init__(self, model: ChatModel, breaker: CircuitBreaker) -> None:
        super().__init__(model)
        self._breaker = breaker

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        """Stream the model's reply. Raises ModelError, at once while the breaker is open.

        An error with the endpoint's own `retry_after` counts as no failure.
        """
        if not self._breaker.admit():
            message = "the model's endpoint keeps failing and is left alone for now"
            raise ModelError(message, retryable=False, code="circuit_open")
        failed: bool | None = None
        try:
            async for chunk in self._model.stream(request):
                yield chunk
            failed = False
        except ModelError as error:
            failed = True if error.retryable and error.retry_after is None else None
            raise
        finally:
            self._breaker.settle(failed=failed)
