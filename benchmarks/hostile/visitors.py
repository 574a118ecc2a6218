"""People at the server of a benchmark, and how long it takes to answer meanwhile."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

LOOK_S = 0.02
LONG_LOOK_S = 0.5
"""So often it is asked whether a run has ended: of the many that take long not so often that asking is a load."""
PATIENCE_S = 300.0
ENDED = {"succeeded", "failed", "cancelled", "awaiting_confirmation"}


@dataclass
class Latency:
    """How long `/live` took, asked every few milliseconds."""

    seconds: list[float] = field(default_factory=list)

    @property
    def p99_s(self) -> float:
        return percentile(self.seconds, 99)


class Visitor:
    """One person at the site, in one conversation."""

    def __init__(self, client: httpx.AsyncClient, name: str, look_s: float = LOOK_S) -> None:
        self._client = client
        self._look_s = look_s
        self._name = name
        self._session = ""

    async def send(self, message: str) -> dict[str, Any]:
        """Send a message, and return its run when that has ended or waits for a decision."""
        if not self._session:
            made = await self._client.post("/api/v1/sessions/", json={"end_user": self._name})
            self._session = made.raise_for_status().json()["id"]
        path = f"/api/v1/sessions/{self._session}/runs/"
        sent = (await self._client.post(path, json={"message": message})).raise_for_status().json()
        return await self._ended(sent["id"])

    async def first_event_s(self, message: str) -> tuple[float, float]:
        """Send a message; the seconds until its first event and until its end."""
        if not self._session:
            made = await self._client.post("/api/v1/sessions/", json={"end_user": self._name})
            self._session = made.raise_for_status().json()["id"]
        began = time.monotonic()
        path = f"/api/v1/sessions/{self._session}/runs/"
        sent = (await self._client.post(path, json={"message": message})).raise_for_status().json()
        first = 0.0
        while not first:
            page = (await self._client.get(f"/api/v1/runs/{sent['id']}/events/")).raise_for_status().json()
            if page["results"]:
                first = time.monotonic() - began
            await asyncio.sleep(LOOK_S)
        await self._ended(sent["id"])
        return first, time.monotonic() - began

    async def _ended(self, run: str) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                found: dict[str, Any] = (await self._client.get(f"/api/v1/runs/{run}/")).raise_for_status().json()
                if found["status"] in ENDED:
                    return found
                await asyncio.sleep(self._look_s)


@asynccontextmanager
async def watched(client: httpx.AsyncClient) -> Any:
    """Ask `/live` all the time."""
    latency = Latency()

    async def watch() -> None:
        while True:
            began = time.monotonic()
            (await client.get("/live")).raise_for_status()
            latency.seconds.append(time.monotonic() - began)
            await asyncio.sleep(LOOK_S)

    task = asyncio.create_task(watch())
    try:
        yield latency
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def percentile(values: Sequence[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]
