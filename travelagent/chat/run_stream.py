"""A run's events as they come, for one reader: what the log holds behind a number, then what is committed, to the end.

Worked by the same follower as the sockets, on the server's own loop, with no thread and no database connection of its
own. A reader who is slow slows their own stream alone.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial

from asgiref.sync import SyncToAsync
from django.core.cache import cache

from travelagent.accounts.actors import Actor, may_act
from travelagent.chat import actions
from travelagent.chat.envelopes import Envelope
from travelagent.chat.follower import Follower
from travelagent.chat.hub import Hub
from travelagent.chat.threads import in_db_thread

log = logging.getLogger(__name__)

PING_S = 15.0
GRACE_S = 10.0
LEFT_S = 60.0
"""For so long a run that was left is remembered as such."""
READER_S = 24 * 3600
AHEAD = 100
"""How many events may wait for a reader who is slow."""

_leaving: set[asyncio.Task[None]] = set()


async def follow_run(
    hub: Hub, session: str, run: str, after: int, permitted: Callable[[], bool], ping_s: float = PING_S
) -> AsyncIterator[Envelope | None]:
    """Yield a run's events behind `after`, until `run_finished` or until it may no longer be read.

    Whether it may is asked every `ping_s`; None is yielded whenever nothing has come for so long.
    """
    loop = asyncio.get_running_loop()
    events: asyncio.Queue[Envelope] = asyncio.Queue(AHEAD)

    async def deliver(envelope: Envelope) -> None:
        if envelope.run == run:
            await events.put(envelope)

    with hub.listen(session) as mailbox:
        following = asyncio.create_task(_work(Follower(session, mailbox, deliver), run, after))
        try:
            checked = sent = loop.time()
            while not following.done():
                envelope = await _next(events, sent + ping_s)
                sent = loop.time()
                if sent >= checked + ping_s:
                    if not await in_db_thread(permitted, repeatable=True):
                        return
                    checked = sent
                yield envelope
                if envelope is not None and envelope.type == "run_finished":
                    return
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)


def may_read(actor: Actor, cookie: str | None, run: str) -> bool:
    """Return whether the run still exists and the actor may still read it."""
    try:
        actions.find_run(actor, run)
    except actions.NotFound:
        return False
    return may_act(actor, cookie)


async def cancelled_when_left(
    actor: Actor, run: str, frames: AsyncIterator[str], grace_s: float = GRACE_S
) -> AsyncIterator[str]:
    """Yield the frames; a run that is left before their end, and not followed again within `grace_s`, is cancelled.

    Whoever closes a stream wants its run to stop; whoever lost a connection comes back. A server that stops leaves the
    runs alone.
    """
    reader, has_ended = secrets.token_hex(8), False
    await cache.aset(_reader_key(run), reader, READER_S)
    await cache.adelete(_left_key(run))
    try:
        async for each in frames:
            yield each
        has_ended = True
    finally:
        if not has_ended:
            leaving = asyncio.create_task(_cancel_later(actor, run, reader, grace_s))
            _leaving.add(leaving)
            leaving.add_done_callback(_leaving.discard)


def was_left(run: str) -> bool:
    """Return whether the run's reader left before its end within the last minute, and nobody has followed it since."""
    return cache.get(_left_key(run)) is not None


async def on_the_loop(frames: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield the frames, without the thread that Django keeps for each request until its response has ended.

    A stream that breaks is logged and ends: the server would leave its connection open, and its reader waiting.
    """
    context = SyncToAsync.thread_sensitive_context.get(None)
    thread = SyncToAsync.context_to_thread_executor.pop(context, None) if context is not None else None
    if thread is not None:
        thread.shutdown(wait=False)
    try:
        async for each in frames:
            yield each
    except Exception:
        log.exception("a stream broke off")


async def _cancel_later(actor: Actor, run: str, reader: str, grace_s: float) -> None:
    await cache.aset(_left_key(run), reader, LEFT_S)
    await asyncio.sleep(grace_s)
    if await cache.aget(_reader_key(run)) != reader:
        return
    with suppress(actions.NotFound):
        await in_db_thread(partial(actions.cancel_run, actor, run))


def _reader_key(run: str) -> str:
    """Return the cache key of the run's latest reader; the cache is shared by all processes."""
    return f"run-reader:{run}"


def _left_key(run: str) -> str:
    return f"run-left:{run}"


async def _work(follower: Follower, run: str, after: int) -> None:
    await follower.attach(run, after)
    await follower.work()


async def _next(events: asyncio.Queue[Envelope], deadline: float) -> Envelope | None:
    """Return the next event, None when none comes until the deadline."""
    try:
        async with asyncio.timeout_at(deadline):
            return await events.get()
    except TimeoutError:
        return None
