"""Delivers committed events to whoever listens in this process.

A listener names a session, or a trip whose page is open, and gets every envelope of it, in order of commit; what other
processes commit comes through a relay. The hub may drop for a listener that has fallen far behind, and a relay may lose
anything: the log is the truth, and `Follower` fills every gap from it.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TypeAlias

from travelagent.chat.envelopes import Envelope, Newest
from travelagent.chat.relay import Relay

BACKLOG = 2000

Mailbox: TypeAlias = "asyncio.Queue[Envelope | Newest]"


class Hub:
    """Lives on one event loop; everything but `publish_from_thread` is called on it. `relay` connects it to the hubs of
    other processes."""

    def __init__(self) -> None:
        self._mailboxes: dict[str, set[Mailbox]] = defaultdict(set)
        self._relay: Relay | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def has_listeners(self) -> bool:
        """Whether anybody may listen, here or in another process."""
        return self._loop is not None

    def connect(self, relay: Relay | None) -> None:
        """Publish through this relay too, and let it know who listens."""
        self._relay = relay
        if relay is not None:
            self._loop = asyncio.get_running_loop()
        self._audience_changed()

    def publish(self, session: str, envelopes: Sequence[Envelope]) -> None:
        """Deliver what was committed in this process."""
        self.deliver(session, envelopes)
        if self._relay is not None:
            self._relay.publish(session, envelopes)

    def publish_from_thread(self, session: str, envelopes: Sequence[Envelope]) -> None:
        """Publish, from a thread that is not the loop's, what was committed there."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop has ended with its server; readers find the events in the log
                loop.call_soon_threadsafe(self.publish, session, envelopes)

    def deliver(self, session: str, items: Sequence[Envelope | Newest]) -> None:
        """Deliver to the listeners in this process."""
        for mailbox in self._mailboxes.get(session, ()):
            for item in items:
                if mailbox.full():
                    break
                mailbox.put_nowait(item)

    @contextmanager
    def listen(self, session: str) -> Iterator[Mailbox]:
        """Yield a mailbox that receives the session's envelopes until the context ends."""
        mailbox: Mailbox = asyncio.Queue(BACKLOG)
        self._loop = asyncio.get_running_loop()
        self._mailboxes[session].add(mailbox)
        self._audience_changed()
        try:
            yield mailbox
        finally:
            self._mailboxes[session].discard(mailbox)
            if not self._mailboxes[session]:
                del self._mailboxes[session]
            self._audience_changed()

    def _audience_changed(self) -> None:
        """Forget the loop once there are no listeners; let the relay know who listens."""
        if not self._mailboxes and self._relay is None:
            self._loop = None
        if self._relay is not None:
            self._relay.want(self._mailboxes)


hub = Hub()
