"""A scripted model, for the tests of whatever is built on this core.

    model = ScriptedModel([calls(call("c1", "add", a=1, b=2))], [text("It is 3.")])

Each reply is a list of chunks, an exception to raise, or a function from the request to either.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TypeAlias

from agent_core.messages import Chunk, Finish, TextDelta, ToolCallDelta
from agent_core.model import ModelRequest

Step: TypeAlias = Chunk | BaseException | asyncio.Event
Reply: TypeAlias = Sequence[Step] | Callable[[ModelRequest], Sequence[Step]]


def text(*parts: str) -> list[Step]:
    """Return a reply of text, streamed in these parts."""
    return [*(TextDelta(part) for part in parts), Finish("stop")]


def calls(*deltas: ToolCallDelta) -> list[Step]:
    """Return a reply of tool calls, each with an index of its own."""
    numbered = [ToolCallDelta(position, d.id, d.name, d.args) for position, d in enumerate(deltas)]
    return [*numbered, Finish("tool_calls")]


class ScriptExhausted(AssertionError):
    """The model was called more often than the script has replies."""


class ScriptedModel:
    """A model that plays its replies in order and keeps every request. An `asyncio.Event` in a reply is waited for."""

    def __init__(self, *replies: Reply, name: str = "scripted") -> None:
        self._name = name
        self._replies = list(replies)
        self.requests: list[ModelRequest] = []
        self._changed = asyncio.Condition()

    @property
    def name(self) -> str:
        """The name of the model."""
        return self._name

    async def wait_for_requests(self, count: int) -> None:
        """Wait until so many requests have come."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self.requests) >= count)

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        """Stream the next scripted reply, or raise the exception in it. Raises ScriptExhausted after the last one."""
        async with self._changed:
            self.requests.append(request)
            self._changed.notify_all()
        if len(self.requests) > len(self._replies):
            raise ScriptExhausted(f"request {len(self.requests)} has no reply")
        reply = self._replies[len(self.requests) - 1]
        for step in reply(request) if callable(reply) else reply:
            if isinstance(step, BaseException):
                raise step
            if isinstance(step, asyncio.Event):
                await step.wait()
                continue
            yield step
