"""Passes committed events between processes: over the channel layer, one group a session.

What the layer carries only saves waiting: it may lose anything, and the log is the truth. So a batch that is too large
shrinks to the number of its newest event, and a layer that is down loses what was meant for it. The sessions that
somebody in this process listens to are subscribed to; what failed is tried again every second.
"""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias
from uuid import uuid4

from travelagent.chat.envelopes import Envelope, Newest

Arrived: TypeAlias = Callable[[str, Sequence[Envelope | Newest]], None]

WHOLE_CHARS = 32 * 1024
WAITING_EVENTS = 500
AGAIN_S = 1.0

log = logging.getLogger(__name__)


class Relay:
    """Lives on one event loop. `arrived` gets what other processes have committed, session by session."""

    def __init__(self, layer: Any, arrived: Arrived) -> None:
        self._layer = layer
        self._arrived = arrived
        self._own = uuid4().hex
        self._outbox: dict[str, list[Envelope | Newest]] = defaultdict(list)
        self._wanted: set[str] = set()
        self._subscribed: set[str] = set()
        self._channel = ""
        self._to_send, self._to_subscribe, self._subscribing = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start the tasks that send, subscribe and receive."""
        parts = (self._send, self._subscribe, self._receive)
        self._tasks = [asyncio.create_task(self._again(part), name=f"relay{part.__name__}") for part in parts]

    async def stop(self) -> None:
        """Cancel the tasks and flush the channel layer."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Exception):  # a layer that is down has nothing to be closed
            await self._layer.flush()

    def publish(self, session: str, envelopes: Sequence[Envelope]) -> None:
        """Tell the other processes of committed events."""
        waiting = self._outbox[session]
        waiting.extend(envelopes)
        if len(waiting) > WAITING_EVENTS:
            self._outbox[session] = list(_newest(waiting))
        self._to_send.set()

    def want(self, sessions: Iterable[str]) -> None:
        """Subscribe to exactly these sessions: those that have listeners in this process."""
        self._wanted = set(sessions)
        self._to_subscribe.set()

    async def _again(self, part: Callable[[], Awaitable[None]]) -> None:
        """Do a part of the work over and over, more slowly while the layer is down."""
        while True:
            try:
                await part()
            except Exception as error:
                log.warning("the channel layer is down; it is tried again", extra={"error": repr(error)})
                await asyncio.sleep(AGAIN_S)

    async def _send(self) -> None:
        await self._to_send.wait()
        self._to_send.clear()
        while self._outbox:
            session = next(iter(self._outbox))
            items = self._outbox.pop(session)
            message = {"type": "run.events", "from": self._own, "session": session, "events": _packed(items)}
            await self._layer.group_send(group_of(session), message)

    async def _subscribe(self) -> None:
        if not self._channel:
            self._channel = await self._layer.new_channel()
            self._subscribing.set()
        for session in self._wanted - self._subscribed:
            await self._layer.group_add(group_of(session), self._channel)
            self._subscribed.add(session)
        for session in self._subscribed - self._wanted:
            await self._layer.group_discard(group_of(session), self._channel)
            self._subscribed.discard(session)
        await self._to_subscribe.wait()
        self._to_subscribe.clear()

    async def _receive(self) -> None:
        await self._subscribing.wait()
        message = await self._layer.receive(self._channel)
        if message["from"] != self._own:
            self._arrived(message["session"], [_item(data) for data in message["events"]])


def group_of(session: str) -> str:
    """Return the channel layer's group of a session."""
    return f"session.{session}"


def _newest(items: Sequence[Envelope | Newest]) -> Sequence[Newest]:
    """Return the number of the newest event of each run."""
    return [Newest(run, seq) for run, seq in {item.run: item.seq for item in items}.items()]


def _packed(items: Sequence[Envelope | Newest]) -> list[str]:
    """Return the items as JSON texts: the layer's own packing knows no whole number above 64 bits."""
    texts = [item.text for item in items]
    if sum(map(len, texts)) > WHOLE_CHARS:
        return [item.text for item in _newest(items)]
    return texts


def _item(text: str) -> Envelope | Newest:
    data: Mapping[str, Any] = json.loads(text)
    return Envelope.from_dict(data) if "type" in data else Newest(data["run"], data["seq"])
