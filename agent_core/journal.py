"""The call journal: a write happens once, whatever is killed, repeated or late."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeAlias

Write: TypeAlias = Callable[[], Awaitable[Any]]


class CallJournal(Protocol):
    async def execute_once(self, call_id: str, fn: Write) -> Any:
        """The result of `fn`, run at most once for this id; whoever comes second gets the first one's result."""
        ...


class InMemoryJournal:
    def __init__(self) -> None:
        self._results: dict[str, asyncio.Future[Any]] = {}

    async def execute_once(self, call_id: str, fn: Write) -> Any:
        if call_id not in self._results:
            self._results[call_id] = asyncio.ensure_future(fn())
        return await asyncio.shield(self._results[call_id])
