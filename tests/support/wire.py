"""A scripted endpoint that speaks OpenAI's chat completions over HTTP, on a free port of the loopback."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

Event = dict[str, Any]
LOOK_S = 0.01
START_S = 10.0


class Gate:
    """A place in a reply where the endpoint falls silent until the test opens it, or the client leaves."""

    def __init__(self) -> None:
        self._opened = threading.Event()
        self.left = threading.Event()
        """Set when the client left before it was opened."""

    def open(self) -> None:
        self._opened.set()

    async def holds(self, reader: asyncio.StreamReader) -> bool:
        """Wait until it is open. Return False when the client leaves before."""
        while not self._opened.is_set():
            if await _gone(reader, LOOK_S):
                self.left.set()
                return False
        return True


@dataclass
class Reply:
    """One answer: streamed `events`, with gates between them, or a `status` with its headers.

    `cut` ends the stream without its end; `clean` ends it properly, but with no mark that it is whole; `garbled` has a
    line in it that is no JSON.
    """

    events: Sequence[Event | Gate] = ()
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    clean: bool = False
    garbled: bool = False
    delay_s: float = 0.0


def text_reply(*parts: str) -> Reply:
    """A reply of text in these parts, with its usage."""
    return Reply([*(delta(content=part) for part in parts), delta(finish="stop"), usage(7, len(parts))])


def called(*calls: tuple[str, str, dict[str, Any]]) -> Reply:
    """A reply of calls (id, name, arguments), the arguments of each in two pieces."""
    events: list[Event | Gate] = []
    for index, (id, name, arguments) in enumerate(calls):
        text = json.dumps(arguments, ensure_ascii=False)
        begin = {"index": index, "id": id, "type": "function", "function": {"name": name, "arguments": text[:5]}}
        events.append(delta(tool_calls=[begin]))
        events.append(delta(tool_calls=[{"index": index, "function": {"arguments": text[5:]}}]))
    return Reply([*events, delta(finish="tool_calls")])


def delta(finish: str | None = None, **content: Any) -> Event:
    choice = {"index": 0, "delta": content, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "scripted", "choices": [choice]}


def usage(prompt: int, completion: int) -> Event:
    counts = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    return {**delta(), "choices": [], "usage": counts}


class Endpoint:
    """Plays its replies in order; keeps what it was asked."""

    def __init__(self, *replies: Reply) -> None:
        self._replies = list(replies)
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.url = ""
        self._left = asyncio.Event()

    def play(self, *replies: Reply) -> None:
        """Answer the next requests with these replies, and with none of those that are left."""
        self._replies[:] = replies

    @asynccontextmanager
    async def serving(self) -> AsyncIterator["Endpoint"]:
        async with self._listening():
            yield self
            await self._left.wait()

    @contextmanager
    def in_background(self) -> Iterator["Endpoint"]:
        """Serve from a thread of its own, for tests that are not asynchronous; clients have to leave before its end."""
        listening, ending = threading.Event(), Future[None]()

        async def serve() -> None:
            async with self._listening():
                listening.set()
                await asyncio.wrap_future(ending)

        thread = threading.Thread(target=asyncio.run, args=(serve(),))
        thread.start()
        try:
            assert listening.wait(START_S)
            yield self
        finally:
            ending.set_result(None)
            thread.join()

    @asynccontextmanager
    async def _listening(self) -> AsyncIterator[None]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        async with server:
            yield

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            lines = [line.partition(": ") for line in head.split("\r\n")[1:] if line]
            headers = {name.lower(): value for name, _, value in lines}
            self.headers.append(headers)
            self.requests.append(json.loads(await reader.readexactly(int(headers["content-length"]))))
            reply = self._replies.pop(0)
            if not await _gone(reader, reply.delay_s):
                await self._answer(reply, reader, writer)
        finally:
            writer.close()
            self._left.set()

    async def _answer(self, reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        kind = "text/event-stream" if reply.status == 200 else "application/json"
        head = [f"HTTP/1.1 {reply.status} scripted", f"content-type: {kind}", "connection: close"]
        head += [f"{name}: {value}" for name, value in reply.headers.items()]
        head += ["transfer-encoding: chunked", "", ""]
        writer.write("\r\n".join(head).encode())
        frames = [event if isinstance(event, Gate) else _frame(event) for event in reply.events]
        if reply.status != 200:
            frames = [b'{"error": {"message": "scripted failure", "type": "scripted"}}']
        elif not (reply.cut or reply.clean):
            frames += [b'data: {"id": \n\n'] if reply.garbled else []
            frames.append(b"data: [DONE]\n\n")
        for frame in frames:
            if isinstance(frame, Gate):
                if not await frame.holds(reader):
                    return
                continue
            writer.write(f"{len(frame):x}\r\n".encode() + frame + b"\r\n")
            await writer.drain()
        if not reply.cut:
            writer.write(b"0\r\n\r\n")
            await writer.drain()


def _frame(event: Event) -> bytes:
    return f"data: {json.dumps(event, ensure_ascii=False)}\n\n".encode()


async def _gone(reader: asyncio.StreamReader, within_s: float) -> bool:
    """Whether the client leaves within that time."""
    try:
        await asyncio.wait_for(reader.read(1), within_s)
    except TimeoutError:
        return False
    return True
