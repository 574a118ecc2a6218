"""Follows the runs of one session: what is missing from the log, then what is published, nothing twice.

A follower keeps the last `seq` it has delivered of each run. An envelope that comes live is delivered if it is the next
one; if some were missed, they are read from the log first. A run that begins is followed of itself; one that was under
way is followed from where its listener attaches. While nothing comes, the log is looked at now and then, so that a run
worked on by another process is followed too.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from travelagent.chat.envelopes import Envelope, read_envelopes
from travelagent.chat.hub import Mailbox
from travelagent.chat.threads import in_db_thread

POLL_S = 2.0
PAGE = 500

Deliver = Callable[[Envelope], Awaitable[None]]


class Follower:
    def __init__(self, mailbox: Mailbox, deliver: Deliver) -> None:
        self._mailbox = mailbox
        self._deliver = deliver
        self._lock = asyncio.Lock()
        self._seen: dict[str, int] = {}
        self._open: set[str] = set()

    async def attach(self, run: str, after: int) -> None:
        """Deliver everything of a run behind `after`, and go on with it."""
        async with self._lock:
            self._seen[run] = after
            self._open.add(run)
            await self._catch_up(run)

    async def work(self) -> None:
        """Deliver what comes, until cancelled."""
        while True:
            try:
                async with asyncio.timeout(POLL_S):
                    envelope = await self._mailbox.get()
            except TimeoutError:
                async with self._lock:
                    for run in list(self._open):
                        await self._catch_up(run)
                continue
            async with self._lock:
                await self._take(envelope)

    async def _take(self, envelope: Envelope) -> None:
        seen = self._seen.get(envelope.run, 0 if envelope.seq == 1 else None)
        if seen is None:
            return
        if envelope.seq > seen + 1:
            await self._catch_up(envelope.run)
        elif envelope.seq == seen + 1:
            await self._pass_on(envelope)

    async def _catch_up(self, run: str) -> None:
        while True:
            after = self._seen.get(run, 0)
            missing = await in_db_thread(partial(read_envelopes, run, after, PAGE))
            for envelope in missing:
                await self._pass_on(envelope)
            if len(missing) < PAGE:
                return

    async def _pass_on(self, envelope: Envelope) -> None:
        self._seen[envelope.run] = envelope.seq
        if envelope.type == "run_finished":
            self._open.discard(envelope.run)
        else:
            self._open.add(envelope.run)
        await self._deliver(envelope)
