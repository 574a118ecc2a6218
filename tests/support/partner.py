"""A partner's client that loses connections: it starts runs, follows them to their end, and keeps what came.

Every event that comes must be the next one of its run: a gap, a double or another numbering raises OutOfOrder.
"""

import asyncio
import itertools
import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

LOST = (OSError, WebSocketException, InvalidHandshake, TimeoutError, EOFError)
SILENT_S = 30.0
SEEN_S = 60.0
ENDED = frozenset({"succeeded", "failed", "cancelled"})


class OutOfOrder(AssertionError):
    """An event came that was not the next one of its run."""


@dataclass
class Followed:
    """One run as its client saw it."""

    session: str
    run: str = ""
    events: list[dict[str, Any]] = field(default_factory=list)
    connections: int = 0
    rejected: list[dict[str, Any]] = field(default_factory=list)
    _grown: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def seq(self) -> int:
        return len(self.events)

    @property
    def finished(self) -> bool:
        return bool(self.events) and self.events[-1]["type"] == "run_finished"

    def take(self, event: dict[str, Any]) -> None:
        if event["seq"] != self.seq + 1:
            raise OutOfOrder(f"{self.run}: {event['seq']} ({event['type']}) came behind {self.seq}")
        self.events.append(event)
        self._grown.set()

    async def until(self, type: str) -> None:
        """Return when an event of this type has come."""
        async with asyncio.timeout(SEEN_S):
            while not any(event["type"] == type for event in self.events):
                self._grown.clear()
                await self._grown.wait()


class Partner:
    """Speaks to any of several servers, another one after each loss."""

    def __init__(self, urls: Sequence[str], key: str, seed: int = 0) -> None:
        self._urls = list(urls)
        self._headers = {"Authorization": f"Bearer {key}"}
        self._random = random.Random(seed)
        self._turn = itertools.count(seed)

    def url(self) -> str:
        return self._urls[next(self._turn) % len(self._urls)]

    async def call(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Make a REST call, at another server as long as none answers or the answer is a fault of theirs.

        After one call too many it is made again, at the time that the answer states.
        """
        while True:
            try:
                async with httpx.AsyncClient(headers=self._headers, timeout=10) as client:
                    answer = await client.request(method, f"{self.url()}/api/v1/{path}", **more)
                if answer.status_code == 429:
                    await asyncio.sleep(int(answer.headers["Retry-After"]))
                elif answer.status_code < 500:
                    return answer
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.3 + self._random.random() / 2)

    async def new_session(self) -> str:
        made = await self.call("POST", "sessions/", json={"locale": "en"})
        return str(made.raise_for_status().json()["id"])

    async def ask(self, message: str, followed: Followed | None = None) -> Followed:
        """Start a run in a session of its own, approve what it proposes, follow it until it has finished."""
        seen = followed or Followed(await self.new_session())
        while not seen.finished:
            try:
                address = f"{self.url().replace('http', 'ws')}/ws/sessions/{seen.session}/"
                async with connect(address, additional_headers=self._headers, open_timeout=10) as socket:
                    seen.connections += 1
                    await self._converse(socket, message, seen)
            except LOST:
                await asyncio.sleep(0.2 + self._random.random() / 2)
        return seen

    async def _converse(self, socket: ClientConnection, message: str, seen: Followed) -> None:
        hello = await _next(socket)
        if not seen.run and hello["active_runs"]:
            seen.run = hello["active_runs"][0]["run"]  # it was stored, and the word of it lost
        if seen.run:
            await _send(socket, type="run.attach", run=seen.run, after_seq=seen.seq)
            for active in hello["active_runs"]:
                await self._decide(socket, seen.run, active["proposals"])
        else:
            await _send(socket, type="run.start", message=message)
        while not seen.finished:
            frame = await _next(socket)
            match frame["type"]:
                case "accepted":
                    seen.run = frame["run"]
                case "rejected":
                    seen.rejected.append(frame)
                    if frame["code"] not in ("already_decided", "not_found"):
                        raise TimeoutError(frame["code"])
                case "heartbeat" | "pong":
                    pass
                case kind:
                    seen.run = seen.run or frame["run"]
                    seen.take(frame)
                    if kind == "confirmation_required":
                        await self._decide(socket, seen.run, [{"id": frame["data"]["proposal"]}])

    async def _decide(self, socket: ClientConnection, run: str, proposals: Sequence[dict[str, Any]]) -> None:
        for proposal in proposals:
            await _send(socket, type="run.decide", run=run, proposal=proposal["id"], decision="approve")

    async def trips(self) -> Counter[str]:
        """How many trips were saved in each session."""
        found: Counter[str] = Counter()
        path = "trips/?limit=200"
        while path:
            page = (await self.call("GET", path)).raise_for_status().json()
            found.update(trip["session"] for trip in page["results"])
            path = (page["next"] or "").partition("/api/v1/")[2]
        return found

    async def trips_of(self, followed: Followed) -> int:
        """How many trips were saved in a run's session."""
        return (await self.trips())[followed.session]

    async def log(self, run: str) -> list[dict[str, Any]]:
        """Return the run's whole log from the API."""
        events: list[dict[str, Any]] = []
        while True:
            page = (await self.call("GET", f"runs/{run}/events/?after={len(events)}")).raise_for_status().json()
            events += page["results"]
            if not page["next"]:
                return events


async def _next(socket: ClientConnection) -> dict[str, Any]:
    async with asyncio.timeout(SILENT_S):
        frame: dict[str, Any] = json.loads(await socket.recv())
        return frame


async def _send(socket: ClientConnection, **frame: Any) -> None:
    await socket.send(json.dumps(frame))
