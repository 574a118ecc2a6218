"""Delivers committed events to whoever listens in this process.

A listener names a session and gets every envelope of its runs, in order of commit. The hub may drop for a listener that
has fallen far behind: the log is the truth, and `Follower` fills every gap from it.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from travelagent.chat.envelopes import Envelope

BACKLOG = 2000

Mailbox: TypeAlias = "asyncio.Queue[Envelope]"


class Hub:
    """Lives on one event loop; `publish` and `listen` are called on it."""

    def __init__(self) -> None:
        self._mailboxes: dict[str, set[Mailbox]] = defaultdict(set)

    def publish(self, session: str, envelopes: Sequence[Envelope]) -> None:
        for mailbox in self._mailboxes.get(session, ()):
            for envelope in envelopes:
                if mailbox.full():
                    break
                mailbox.put_nowait(envelope)

    @contextmanager
    def listen(self, session: str) -> Iterator[Mailbox]:
        mailbox: Mailbox = asyncio.Queue(BACKLOG)
        self._mailboxes[session].add(mailbox)
        try:
            yield mailbox
        finally:
            self._mailboxes[session].discard(mailbox)
            if not self._mailboxes[session]:
                del self._mailboxes[session]


hub = Hub()
