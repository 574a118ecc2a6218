"""An endpoint on a free port of the loopback that speaks OpenAI's chat completions: server-sent events, with usage."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

from benchmarks.model_eval.scripted.stage import Act

PIECE = 24
"""Characters of a streamed piece of text."""
BYTES_PER_TOKEN = 4


@asynccontextmanager
async def serving(act: Callable[[], Awaitable[Act]]) -> AsyncIterator[str]:
    """Serve what `act` returns, a reply for each request, at the address that is yielded."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await _serve(act, reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the client has left
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"


async def _serve(act: Callable[[], Awaitable[Act]], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head.split("\r\n"))}
    body = await reader.readexactly(int(headers["content-length"]))
    try:
        frames, status = list(_frames(await act(), len(body))), "200 OK"
    except LookupError as error:
        frames, status = [json.dumps({"error": {"message": str(error)}})], "500 Internal Server Error"
    kind = "text/event-stream" if status.startswith("200") else "application/json"
    writer.write(f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\nconnection: close\r\n\r\n".encode())
    for frame in frames:
        writer.write(f"data: {frame}\n\n".encode() if kind == "text/event-stream" else frame.encode())
        await writer.drain()


def _frames(act: Act, request_bytes: int) -> Iterator[str]:
    """The events of a reply to a request of so many bytes."""
    replied = 0
    for index, (tool, arguments) in enumerate(act.calls):
        text = json.dumps(arguments, ensure_ascii=False)
        replied += len(text)
        function = {"name": tool, "arguments": text}
        id = f"call_{secrets.token_hex(8)}"
        yield _delta(tool_calls=[{"index": index, "id": id, "type": "function", "function": function}])
    for start in range(0, len(act.text), PIECE):
        yield _delta(content=act.text[start : start + PIECE])
    yield _delta(finish="tool_calls" if act.calls else "stop")
    prompt, completion = request_bytes // BYTES_PER_TOKEN, (replied + len(act.text.encode())) // BYTES_PER_TOKEN
    counts = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
    yield json.dumps({**json.loads(_delta()), "choices": [], "usage": counts})
    yield "[DONE]"


def _delta(finish: str | None = None, **content: Any) -> str:
    choice = {"index": 0, "delta": content, "finish_reason": finish}
    chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "scripted", "choices": [choice]}
    return json.dumps(chunk, ensure_ascii=False)
