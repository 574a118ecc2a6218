"""A scripted endpoint that speaks OpenAI's chat completions over HTTP, on a free port of the loopback."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

Event = dict[str, Any]


@dataclass
class Reply:
    """One answer: streamed `events`, or a `status` with its headers.

    `cut` ends the stream without its end; `clean` ends it properly, but with no mark that it is whole; `garbled` has a
    line in it that is no JSON.
    """

    events: Sequence[Event] = ()
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    clean: bool = False
    garbled: bool = False
    delay_s: float = 0.0


def said(*parts: str) -> Reply:
    """A reply of text in these parts, with its usage."""
    return Reply([*(delta(content=part) for part in parts), delta(finish="stop"), usage(7, len(parts))])


def called(*calls: tuple[str, str, dict[str, Any]]) -> Reply:
    """A reply of calls (id, name, arguments), the arguments of each in two pieces."""
    events: list[Event] = []
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

    @asynccontextmanager
    async def serving(self) -> AsyncIterator["Endpoint"]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        async with server:
            yield self
            await self._left.wait()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            lines = [line.partition(": ") for line in head.split("\r\n")[1:] if line]
            headers = {name.lower(): value for name, _, value in lines}
            self.headers.append(headers)
            self.requests.append(json.loads(await reader.readexactly(int(headers["content-length"]))))
            reply = self._replies.pop(0)
            if not await _gone(reader, reply.delay_s):
                await self._answer(reply, writer)
        finally:
            writer.close()
            self._left.set()

    async def _answer(self, reply: Reply, writer: asyncio.StreamWriter) -> None:
        kind = "text/event-stream" if reply.status == 200 else "application/json"
        head = [f"HTTP/1.1 {reply.status} scripted", f"content-type: {kind}", "connection: close"]
        head += [f"{name}: {value}" for name, value in reply.headers.items()]
        head += ["transfer-encoding: chunked", "", ""]
        writer.write("\r\n".join(head).encode())
        frames = [f"data: {json.dumps(event, ensure_ascii=False)}\n\n".encode() for event in reply.events]
        if reply.status != 200:
            frames = [b'{"error": {"message": "scripted failure", "type": "scripted"}}']
        elif not (reply.cut or reply.clean):
            frames += [b'data: {"id": \n\n'] if reply.garbled else []
            frames.append(b"data: [DONE]\n\n")
        for frame in frames:
            writer.write(f"{len(frame):x}\r\n".encode() + frame + b"\r\n")
            await writer.drain()
        if not reply.cut:
            writer.write(b"0\r\n\r\n")
            await writer.drain()


async def _gone(reader: asyncio.StreamReader, within_s: float) -> bool:
    """Whether the client leaves within that time."""
    try:
        await asyncio.wait_for(reader.read(1), within_s)
    except TimeoutError:
        return False
    return True
