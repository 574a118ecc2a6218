"""Hundreds of quiet sockets, and a visitor who opens as many as there is room for and sends without end."""

import asyncio
import json
import multiprocessing
from collections import Counter
from contextlib import AsyncExitStack
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from benchmarks.figures import Figure, at_least, limit
from benchmarks.hostile.visitors import watched
from benchmarks.served import Served

SOCKETS, OF_ONE = 600, 6
FLOODING = 600
FLOOD_S = 10.0
LIVE_S = 0.3
REOPENED_S = 1.0
"""As browsers wait before they try again."""
COMMANDS = ({"type": "run.attach", "run": "r"}, {"type": "ping"}, {"type": "run.cancel", "run": "r"}, {"type": "?"})


async def sockets(client: httpx.AsyncClient, server: Served) -> list[Figure]:
    """Flood from a process of its own, while `/live` is asked from this one."""
    reports: Any = multiprocessing.get_context("spawn").Queue()
    flood = multiprocessing.get_context("spawn").Process(target=_flood, args=(server.url, reports))
    async with AsyncExitStack() as quiet:
        held = [socket for _ in range(SOCKETS // OF_ONE) for socket in await _opened(client, server, quiet)]
        flood.start()
        await asyncio.to_thread(reports.get, timeout=60)
        async with watched(client) as latency:
            counts: Counter[str] = await asyncio.to_thread(reports.get, timeout=120)
        await asyncio.to_thread(flood.join)
        kept = sum([await _answers(socket) for socket in held])
    print(f"{SOCKETS} sockets of others, {kept} of them kept; one visitor for {FLOOD_S:.0f} s: {counts['sent']} frames")
    print(f"over {counts['opened']} sockets, {counts['answered']} answers, {counts['closed']} closed, ", end="")
    print(f"{counts['refused']} not opened")
    print(f"/live: p99 {latency.p99_s * 1000:.0f} ms of {len(latency.seconds)}, limit {LIVE_S * 1000:.0f} ms")
    return [
        Figure("sockets of others kept during a flood", kept, "", at_least(SOCKETS)),
        Figure("/live during a flood, p99", latency.p99_s, "s", limit(LIVE_S)),
    ]


async def _opened(client: httpx.AsyncClient, server: Served, quiet: AsyncExitStack) -> list[Any]:
    """Some sockets of one conversation of a partner's."""
    made = (await client.post("/api/v1/sessions/", json={})).raise_for_status().json()
    address = f"{server.url.replace('http', 'ws')}/ws/sessions/{made['id']}/"
    opening = (connect(address, additional_headers=dict(server.headers)) for _ in range(OF_ONE))
    return [await quiet.enter_async_context(one) for one in opening]


async def _answers(socket: Any) -> bool:
    try:
        await socket.send(json.dumps({"type": "ping"}))
        async with asyncio.timeout(10):
            while json.loads(await socket.recv())["type"] != "pong":
                pass
    except (ConnectionClosed, TimeoutError):
        return False
    return True


def _flood(url: str, reports: Any) -> None:
    asyncio.run(_flooded(url, reports))


async def _flooded(url: str, reports: Any) -> None:
    address, cookie = await _visitor(url)
    counts: Counter[str] = Counter()
    reports.put("begins")
    tasks = [asyncio.create_task(_socket(address, cookie, url, counts)) for _ in range(FLOODING)]
    await asyncio.sleep(FLOOD_S)
    reports.put(counts)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _visitor(url: str) -> tuple[str, str]:
    """The address of a new visitor's conversation, and the cookie."""
    async with httpx.AsyncClient(base_url=url) as client:
        await client.get("/")
        headers = {"X-CSRFToken": client.cookies["csrftoken"]}
        made = (await client.post("/api/v1/sessions/", json={}, headers=headers)).raise_for_status()
        return f"{url.replace('http', 'ws')}/ws/sessions/{made.json()['id']}/", client.cookies["sessionid"]


async def _socket(address: str, cookie: str, origin: str, counts: Counter[str]) -> None:
    """Open a socket and send, again and again, until cancelled."""
    cookies = {"Cookie": f"sessionid={cookie}"}
    while True:
        try:
            async with connect(address, origin=Origin(origin), additional_headers=cookies, open_timeout=60) as socket:
                counts["opened"] += 1
                await asyncio.gather(_send(socket, counts), _read(socket, counts))
        except ConnectionClosed:
            counts["closed"] += 1
        except (InvalidHandshake, OSError, TimeoutError):
            counts["refused"] += 1
            await asyncio.sleep(REOPENED_S)


async def _send(socket: Any, counts: Counter[str]) -> None:
    frames = [json.dumps(command) for command in COMMANDS]
    while True:
        for frame in frames:
            await socket.send(frame)
            counts["sent"] += 1
        await asyncio.sleep(0)


async def _read(socket: Any, counts: Counter[str]) -> None:
    while True:
        await socket.recv()
        counts["answered"] += 1
