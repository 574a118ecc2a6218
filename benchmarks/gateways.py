"""What an event costs at each door: `python -m benchmarks gateways [--runs 20] [--rounds 3]`.

So many runs at a time give 200 phases and thoughts each at 40 a second, each is kept in the log, and each run is read
over HTTP by a client of its own: as the API's server-sent events, and in the words of every other protocol, in turn.
Measured is the processor time of the server for an event of a run, over the whole run. A door's figure is held against
the server-sent events of the same round; the median of the rounds may be LIMIT times it.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from benchmarks.figures import Figure, limit
from benchmarks.streaming import ENTRY, PER_RUN_S, WIDE, cpu_seconds
from benchmarks.streaming_server import EVENTS, FILLER
from tests.support.server import Server

LIMIT = 1.3
PEER = "server-sent events"
KEYS = """
from travelagent.accounts.keys import create_key
print(*(create_key(f"reader {n}")[1] for n in range(%d)))
"""


ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
MCP_HEADERS = {
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": "tools/call",
    "Mcp-Name": "ask_assistant",
}


@dataclass(frozen=True)
class Door:
    """Where a message is posted, what is sent beside the key, and the lines of its stream that tell of an event."""

    name: str
    path: str
    lines: int
    headers: Mapping[str, str] = field(default_factory=dict)

    def body(self, text: str) -> Mapping[str, Any]:
        name = uuid4().hex
        match self.name:
            case "AG-UI":
                return {"threadId": name, "runId": name, "messages": [{"id": name, "role": "user", "content": text}]}
            case "A2A":
                return {"message": {"messageId": name, "role": "ROLE_USER", "parts": [{"text": text}]}}
            case "MCP":
                call = {"name": "ask_assistant", "arguments": {"message": text}}
                params = {**call, "_meta": {**ENVELOPE, "progressToken": name}}
                return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        return {"model": "travelagent", "messages": [{"role": "user", "content": text}], "stream": True}


DOORS = (
    Door("chat completions", "/v1/chat/completions", EVENTS),
    Door("AG-UI", "/agui/", EVENTS // 2 * 3),  # a step is told at its end as well
    Door("A2A", "/a2a/message:stream", EVENTS, {"A2A-Version": "1.0"}),
    Door("MCP", "/mcp", EVENTS // 2, MCP_HEADERS),  # a host is told of phases, not of thoughts
)


async def api_lines(client: httpx.AsyncClient, text: str) -> int:
    """How many lines of the API's stream tell of an event."""
    session = (await client.post("/api/v1/sessions/", json={})).json()["id"]
    run = (await client.post(f"/api/v1/sessions/{session}/runs/", json={"message": text})).json()["id"]
    headers = {"Accept": "text/event-stream"}
    async with client.stream("GET", f"/api/v1/runs/{run}/events/", headers=headers) as response:
        return sum([FILLER in line async for line in response.aiter_lines()])


async def door_lines(door: Door, client: httpx.AsyncClient, text: str) -> int:
    """How many lines of a door's stream tell of an event. Raises httpx.HTTPStatusError where the door is shut."""
    async with client.stream("POST", door.path, json=door.body(text), headers=door.headers) as response:
        response.raise_for_status()
        return sum([FILLER in line async for line in response.aiter_lines()])


async def measure(server: Server, keys: Sequence[str], door: Door | None) -> float:
    """Let a run stream to the owner of each key; the server's microseconds an event.

    Raises RuntimeError when an event is missing.
    """
    assert server.process is not None
    begin = f"work {time.time() + 3 + len(keys) * PER_RUN_S:.3f}"
    before = cpu_seconds([server.process.pid])

    async def read(key: str) -> int:
        headers = {"Authorization": f"Bearer {key}"}
        async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=60) as client:
            return await (api_lines(client, begin) if door is None else door_lines(door, client, begin))

    found = await asyncio.gather(*map(read, keys))
    expected = door.lines if door else EVENTS
    if set(found) != {expected}:
        raise RuntimeError(f"{door.name if door else PEER}: {sorted(found)} of {expected} lines arrived")
    return (cpu_seconds([server.process.pid]) - before) / (len(keys) * EVENTS) * 1e6


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    parser = argparse.ArgumentParser(prog="python -m benchmarks gateways", description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    ratios: dict[str, list[float]] = {door.name: [] for door in DOORS}
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), (*ENTRY, "manage.py"), settings=WIDE)
        server.manage("prepare")
        keys = server.manage("shell", "--verbosity", "0", "-c", KEYS % options.runs).split()
        try:
            server.start()
            asyncio.run(measure(server, keys, None))  # what is loaded at the first run
            for _ in range(options.rounds):
                peer = asyncio.run(measure(server, keys, None))
                print(f"{PEER:20} {peer:5.0f} us/event", flush=True)
                for door in DOORS:
                    found = asyncio.run(measure(server, keys, door))
                    ratios[door.name].append(found / peer)
                    print(f"{door.name:20} {found:5.0f} us/event  {found / peer:4.2f}x", flush=True)
        finally:
            server.stop()
    return [
        Figure(f"{name}, processor time of an event beside {PEER}", statistics.median(of), "×", limit(LIMIT))
        for name, of in ratios.items()
    ]
