"""The call journal: a write happens once, whatever is killed, repeated or late."""

import asyncio
import inspect
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

Write: TypeAlias = Callable[[], Any]


class CallJournal(Protocol):
    """A record of the results of writes by their calls, so that each is executed once."""

    async def execute_once(self, run: str, call_id: str, fn: Write) -> Any:
        """Run `fn` at most once for this call and return its result; a repeated call gets the recorded result.

        `fn` is a plain function, run off the loop by the journal (so that a database can put it into the transaction
        that stores its result), or a coroutine function. A failing `fn` leaves no trace and may be tried again.
        """
        ...


class InMemoryJournal:
    """A `CallJournal` in memory."""

    def __init__(self) -> None:
        self._results: dict[tuple[str, str], asyncio.Future[Any]] = {}

    async def execute_once(self, run: str, call_id: str, fn: Write) -> Any:
        """Run `fn` at most once for this call and return its result; concurrent calls wait for the first."""
        key = run, call_id
        if key not in self._results:
            self._results[key] = asyncio.ensure_future(_run(fn))
            self._results[key].add_done_callback(lambda done: self._forget_failure(key, done))
        return await asyncio.shield(self._results[key])

    def _forget_failure(self, key: tuple[str, str], done: "asyncio.Future[Any]") -> None:
        if done.cancelled() or done.exception() is not None:
            self._results.pop(key, None)


async def _run(fn: Write) -> Any:
    return await fn() if inspect.iscoroutinefunction(fn) else await asyncio.to_thread(fn)
