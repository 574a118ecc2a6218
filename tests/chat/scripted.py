"""A supervisor whose runs are worked by a scripted model, and a listener that keeps what is published."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from agent_core.agent import Agent
from agent_core.model import ChatModel
from travelagent.assistant.assembly import Wiring, parts_of
from travelagent.chat.envelopes import Envelope
from travelagent.chat.follower import Follower
from travelagent.chat.hub import Hub
from travelagent.chat.supervisor import Supervisor


def build(model: ChatModel, wiring: Wiring) -> Agent:
    """An agent like the product's, with another model."""
    return Agent(parts_of(wiring, model))


class Listener:
    """Keeps the envelopes of one session, and lets a test wait for one."""

    def __init__(self) -> None:
        self.envelopes: list[Envelope] = []
        self._changed = asyncio.Condition()

    async def deliver(self, envelope: Envelope) -> None:
        async with self._changed:
            self.envelopes.append(envelope)
            self._changed.notify_all()

    async def wait_for(self, type: str, *, seconds: float = 20) -> Envelope:
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: any(e.type == type for e in self.envelopes))
        return next(e for e in self.envelopes if e.type == type)

    async def changed(self) -> None:
        """Return when another envelope has come."""
        async with self._changed:
            await self._changed.wait()

    def of(self, type: str) -> list[Envelope]:
        return [e for e in self.envelopes if e.type == type]


@asynccontextmanager
async def supervised(hub: Hub, model: ChatModel, *, take_over: bool = False) -> AsyncIterator[Supervisor]:
    supervisor = Supervisor(hub, partial(build, model))
    await supervisor.start(take_over=take_over)
    try:
        yield supervisor
    finally:
        await supervisor.stop()


@asynccontextmanager
async def listening(hub: Hub, session: str, run: str, after: int = 0) -> AsyncIterator[Listener]:
    listener = Listener()
    with hub.listen(session) as mailbox:
        follower = Follower(session, mailbox, listener.deliver)
        await follower.attach(run, after)
        working = asyncio.create_task(follower.work())
        try:
            yield listener
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
