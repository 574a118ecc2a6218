"""Whether compiling the planner's kernel freezes a socket: the round trip of a ping while it happens, and while not.

A server of its own is started with an empty numba cache. From the moment it listens one socket pings all the time, and
another asks at once for a plan, which needs the kernel: the compiling is over when that plan is there. Then the same
number of pings again, while nothing compiles.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.figures import Figure
from tests.support.server import Server

QUESTION = "规划北京三日游"
PAUSE_S = 0.12
"""Between two pings: of a socket that sends more than ten a second they would be rejected."""


def main(arguments: Sequence[str] = ()) -> list[Figure]:
    argparse.ArgumentParser(prog="python -m benchmarks warm_ping", description=__doc__).parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.manage("prepare")
        key = server.manage("create_api_key", "benchmark").strip().splitlines()[-1]
        empty = {"NUMBA_CACHE_DIR": str(Path(folder) / "empty")}
        with mock.patch.dict(os.environ, empty):
            server.start()
        try:
            return asyncio.run(_measure(server, {"Authorization": f"Bearer {key}"}))
        finally:
            server.stop()


def _address(server: Server, headers: dict[str, str]) -> str:
    """A new session's socket."""
    made = httpx.post(f"{server.url}/api/v1/sessions/", json={}, headers=headers).raise_for_status()
    return f"{server.url.replace('http', 'ws')}/ws/sessions/{made.json()['id']}/"


async def _measure(server: Server, headers: dict[str, str]) -> list[Figure]:
    sockets = [connect(_address(server, headers), additional_headers=headers) for _ in range(2)]
    async with sockets[0] as pinged, sockets[1] as used:
        await pinged.recv()
        await used.recv()
        planning = asyncio.create_task(_plan(used))
        compiling = []
        while not planning.done():
            compiling.append(await _ping(pinged))
        idle = [await _ping(pinged) for _ in compiling]
        print(f"{'':<22} {'pings':>6} {'median':>8} {'p99':>8} {'worst':>8}   (ms)")
        late = {}
        for name, pings in (("the kernel compiles", compiling), ("nothing compiles", idle)):
            late[name] = p99 = statistics.quantiles(pings, n=100)[98]
            print(f"{name:<22} {len(pings):>6} {statistics.median(pings):>8.1f} {p99:>8.1f} {max(pings):>8.1f}")
        print(f"a plan asked at once: {await planning:.1f} s")
        compiles, beside = late.values()
        return [
            Figure("ping while the planner compiles, p99", compiles, "ms", peers=[("while nothing compiles", beside)])
        ]


async def _ping(socket: ClientConnection) -> float:
    """The milliseconds of one round trip, after a pause."""
    await asyncio.sleep(PAUSE_S)
    began = time.perf_counter()
    await socket.send('{"type": "ping"}')
    while (await _received(socket))["type"] != "pong":
        pass
    return (time.perf_counter() - began) * 1000


async def _received(socket: ClientConnection) -> dict[str, Any]:
    """The next frame. Raises RuntimeError where the server rejects what was sent."""
    frame: dict[str, Any] = json.loads(await socket.recv())
    if frame["type"] == "rejected":
        raise RuntimeError(f"rejected: {frame}")
    return frame


async def _plan(socket: ClientConnection) -> float:
    """The seconds until there is a plan; a run whose tool gave up waiting for the kernel is asked for again."""
    began = time.perf_counter()
    planned = False
    while not planned:
        await socket.send(json.dumps({"type": "run.start", "message": QUESTION}))
        frame: dict[str, Any] = {"type": ""}
        while frame["type"] != "run_finished":
            frame = await _received(socket)
            planned = planned or (frame["type"] == "artifact" and frame["data"]["kind"] == "itinerary")
    return time.perf_counter() - began
