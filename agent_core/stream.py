"""A run as it goes, for a caller in the same process: its events, or its messages with their text.

    stream = agent.stream(task)
    async for message in stream.messages():
        async for piece in message: ...

A message is an assistant's remark before calls, a tool's answer, or the final reply; which of the first and the last it
is shows when it has ended. A text that was cut off or mended is a message of its own, before the one that counts. Both
ways end when the run does, also on an error, which is then raised.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Literal

from agent_core.events import Answer, Event, RunResumed, Token, ToolEnded
from agent_core.state import Result


class QueueSink:
    """Keeps events for one reader; None marks the end."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[Event | None] = asyncio.Queue()
        self._count = 0

    def emit(self, event: Event, parent: str = "") -> None:
        """Queue the event for the stream's reader, unless it belongs to a nested run."""
        self._count += 1
        if not parent:
            self.queue.put_nowait(event)

    def mark(self) -> int:
        """Return the number of events so far."""
        return self._count

    async def commit(self) -> None:
        """Do nothing: queued events need no commit."""


class MessageStream:
    """One message's text in pieces; `text` is what has come so far."""

    def __init__(self, kind: Literal["assistant", "tool", "final"], id: str = "", name: str = "") -> None:
        self.kind, self.id, self.name = kind, id, name
        self.text = ""
        self._pieces: asyncio.Queue[str | None] = asyncio.Queue()

    def add(self, piece: str) -> None:
        """Append a piece of text."""
        self.text += piece
        self._pieces.put_nowait(piece)

    def end(self) -> None:
        """Mark the message as complete."""
        self._pieces.put_nowait(None)

    async def __aiter__(self) -> AsyncIterator[str]:
        while (piece := await self._pieces.get()) is not None:
            yield piece


class RunStream:
    """Read it once: as events by iterating it, or through `messages()`. `result` is there at the end."""

    def __init__(self, sink: QueueSink, start: Callable[[], Awaitable[Result]]) -> None:
        self._sink, self._start = sink, start
        self.result: Result | None = None

    async def __aiter__(self) -> AsyncIterator[Event]:
        running = asyncio.ensure_future(self._start())
        running.add_done_callback(lambda _: self._sink.queue.put_nowait(None))
        try:
            while (event := await self._sink.queue.get()) is not None:
                yield event
            self.result = await running
        finally:
            if not running.done():
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)

    async def messages(self) -> AsyncIterator[MessageStream]:
        """Yield the run's messages in order, each when its first piece comes."""
        ready: asyncio.Queue[MessageStream | None] = asyncio.Queue()
        reading = asyncio.ensure_future(self._sort(ready))
        reading.add_done_callback(lambda _: ready.put_nowait(None))
        try:
            while (message := await ready.get()) is not None:
                yield message
            await reading
        finally:
            if not reading.done():
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)

    async def _sort(self, ready: "asyncio.Queue[MessageStream | None]") -> None:
        """Turn events into messages. A reply's stream stays open until it is known to be a remark or the answer."""
        open_: MessageStream | None = None
        try:
            async for event in self:
                match event:
                    case Token(token=token) if token:
                        if open_ is None:
                            open_ = MessageStream("assistant")
                            ready.put_nowait(open_)
                        open_.add(token)
                    case RunResumed() if open_ is not None:
                        open_.end()
                        open_ = None
                    case ToolEnded():
                        if open_ is not None:
                            open_.end()
                            open_ = None
                        answer = MessageStream("tool", event.id, event.tool)
                        ready.put_nowait(answer)
                        answer.add(str(event.error["message"]) if event.error else str(event.result))
                        answer.end()
                    case Answer(text=text):
                        if open_ is None:
                            open_ = MessageStream("final")
                            ready.put_nowait(open_)
                            open_.add(text)
                        open_.kind = "final"
                        open_.end()
                        open_ = None
                    case _:
                        pass
        finally:
            if open_ is not None:
                open_.end()
