"""One visitor who opens hundreds of sockets and sends over all of them as fast as they take it."""

import asyncio
import json
import multiprocessing
from collections import Counter
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.hostile.visitors import watched

SOCKETS = 600
FLOOD_S = 10.0
LIVE_S = 0.3
COMMANDS = ({"type": "run.attach", "run": "r"}, {"type": "ping"}, {"type": "run.cancel", "run": "r"}, {"type": "?"})


async def sockets(client: httpx.AsyncClient, url: str) -> bool:
    """Flood from a process of its own, while `/live` is asked from this one."""
    told: Any = multiprocessing.get_context("spawn").Queue()
    flood = multiprocessing.get_context("spawn").Process(target=_flood, args=(url, told))
    flood.start()
    opened = await asyncio.to_thread(told.get, timeout=120)
    async with watched(client) as latency:
        counts: Counter[str] = await asyncio.to_thread(told.get, timeout=120)
    await asyncio.to_thread(flood.join)
    print(f"{opened} sockets, then for {FLOOD_S:.0f} s {counts['sent']} frames over {counts['opened']} of them;")
    print(f"{counts['answered']} answers, {counts['closed']} times one was closed, {counts['refused']} not opened")
    print(f"/live: p99 {latency.p99_s * 1000:.0f} ms of {len(latency.seconds)}, limit {LIVE_S * 1000:.0f} ms")
    return opened == SOCKETS and latency.p99_s <= LIVE_S


def _flood(url: str, told: Any) -> None:
    asyncio.run(_flooded(url, told))


async def _flooded(url: str, told: Any) -> None:
    address, cookie = await _visitor(url)
    counts: Counter[str] = Counter()
    go, ready = asyncio.Event(), asyncio.Semaphore(0)
    tasks = [asyncio.create_task(_socket(address, cookie, url, go, ready, counts)) for _ in range(SOCKETS)]
    for _ in range(SOCKETS):
        await ready.acquire()
    told.put(counts["opened"])
    counts["opened"] = 0
    go.set()
    await asyncio.sleep(FLOOD_S)
    told.put(counts)
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


async def _socket(
    address: str, cookie: str, origin: str, go: asyncio.Event, ready: asyncio.Semaphore, counts: Counter[str]
) -> None:
    """Open a socket and send, again and again, until cancelled."""
    cookies = {"Cookie": f"sessionid={cookie}"}
    while True:
        try:
            async with connect(address, origin=origin, additional_headers=cookies, open_timeout=60) as socket:  # type: ignore[arg-type]
                counts["opened"] += 1
                if not go.is_set():
                    ready.release()
                    await go.wait()
                await asyncio.gather(_send(socket, counts), _read(socket, counts))
        except ConnectionClosed:
            counts["closed"] += 1
        except (InvalidHandshake, OSError, TimeoutError):
            counts["refused"] += 1
            await asyncio.sleep(0.1)


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
