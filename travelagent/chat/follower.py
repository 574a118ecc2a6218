"""Follows the runs of one session: what is missing from the log, then what is published, nothing twice.

A follower keeps the last `seq` it has delivered of each run. An envelope that comes live is delivered if it is the next
one; if some were missed, they are read from the log first. A run that begins is followed of itself; one that was under
way is followed from where its listener attaches. When nothing has come for a while the log is looked at as well, soon
while a run is open, so that nothing stays unseen that was lost on the way from another process.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from django.utils import timezone

from travelagent.chat.envelopes import Envelope, Newest, read_envelopes, read_newest
from travelagent.chat.hub import Mailbox
from travelagent.chat.threads import DATABASE_GONE, in_db_thread

POLL_S = 1.5
IDLE_POLL_S = 6.0
PAGE = 500

Deliver = Callable[[Envelope], Awaitable[None]]

log = logging.getLogger(__name__)


class Follower:
    """Delivers the events of one session's runs to one listener, each once and in order."""

    def __init__(self, session: str, mailbox: Mailbox, deliver: Deliver) -> None:
        self._session = session
        self._mailbox = mailbox
        self._deliver = deliver
        self._lock = asyncio.Lock()
        self._since = timezone.now()
        self._seen: dict[str, int] = {}
        self._open: set[str] = set()

    async def attach(self, run: str, after: int) -> None:
        """Deliver everything of a run behind `after`, and go on with it."""
        async with self._lock:
            self._seen[run] = after
            self._open.add(run)
            await self._catch_up(run)

    async def work(self) -> None:
        """Deliver what comes, until cancelled. While the database is gone, nothing comes."""
        while True:
            items = await self._come()
            try:
                async with self._lock:
                    for item in items:
                        await self._take(item)
                    if not items:
                        await self._poll()
            except DATABASE_GONE as error:
                log.warning("the log cannot be read; it is tried again", extra={"error": str(error)})

    async def _come(self) -> Sequence[Envelope | Newest]:
        """Wait for what comes and return all of it; nothing when it is time to look at the log."""
        items = []
        try:
            async with asyncio.timeout(POLL_S if self._open else IDLE_POLL_S):
                items.append(await self._mailbox.get())
        except TimeoutError:
            return ()
        while not self._mailbox.empty():
            items.append(self._mailbox.get_nowait())
        return items

    async def _poll(self) -> None:
        for item in await in_db_thread(partial(read_newest, self._session, self._since, tuple(self._open))):
            if self._seen.get(item.run, 0) < item.seq:
                await self._catch_up(item.run)

    async def _take(self, item: Envelope | Newest) -> None:
        seen = self._seen.get(item.run, 0 if item.seq == 1 else None)
        if seen is None or item.seq <= seen:
            return
        if isinstance(item, Envelope) and item.seq == seen + 1:
            await self._pass_on(item)
        else:
            await self._catch_up(item.run)

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
