"""A run's events as server-sent events: what the log holds behind a number, then what is committed, to the run's end.

The stream is worked by the same follower as the sockets, on the server's own loop. It keeps no thread and no database
connection of its own; a client that reads slowly slows its own stream alone. While nothing happens a comment is sent
every PING_S, and as often it is made sure that the caller still may read the run.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from functools import partial

from asgiref.sync import SyncToAsync
from django.db import close_old_connections
from django.http import StreamingHttpResponse
from rest_framework.renderers import JSONRenderer

from travelagent.accounts.actors import Actor, may_act
from travelagent.chat import actions
from travelagent.chat.envelopes import Envelope
from travelagent.chat.follower import Follower
from travelagent.chat.hub import Hub, hub
from travelagent.chat.models import Run
from travelagent.chat.threads import in_db_thread

MEDIA_TYPE = "text/event-stream"
PING_S = 15.0
PING = ": ping\n\n"
RETRY = "retry: 1000\n\n"
AHEAD = 100
"""How many events may wait for a client that reads slowly."""


class EventStream(JSONRenderer):
    """Makes `text/event-stream` one of a view's forms; problems are JSON still."""

    media_type = MEDIA_TYPE


def streamed(actor: Actor, cookie: str | None, run: Run, after: int) -> StreamingHttpResponse:
    """The response that streams the run's events behind `after` to its reader, who is known by a key or a `cookie`."""
    events = follow(hub, run.session_id, run.pk, after, partial(may_read, actor, cookie, run.pk))
    close_old_connections()
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(_on_the_loop(events), content_type=MEDIA_TYPE, headers=headers)


async def follow(
    hub: Hub, session: str, run: str, after: int, permitted: Callable[[], bool], ping_s: float = PING_S
) -> AsyncIterator[str]:
    """The frames of a run's events behind `after`, until `run_finished`, or until it may no longer be read."""
    loop = asyncio.get_running_loop()
    events: asyncio.Queue[Envelope] = asyncio.Queue(AHEAD)

    async def deliver(envelope: Envelope) -> None:
        if envelope.run == run:
            await events.put(envelope)

    with hub.listen(session) as mailbox:
        following = asyncio.create_task(_work(Follower(session, mailbox, deliver), run, after))
        try:
            yield RETRY
            checked = sent = loop.time()
            while not following.done():
                envelope = await _next(events, sent + ping_s)
                sent = loop.time()
                if sent >= checked + ping_s:
                    if not await in_db_thread(permitted, repeatable=True):
                        return
                    checked = sent
                yield PING if envelope is None else frame(envelope)
                if envelope is not None and envelope.type == "run_finished":
                    return
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)


def frame(envelope: Envelope) -> str:
    """An event as server-sent events have it."""
    data = json.dumps(envelope.as_dict(), ensure_ascii=False, separators=(",", ":"))
    return f"id: {envelope.seq}\nevent: {envelope.type}\ndata: {data}\n\n"


async def _work(follower: Follower, run: str, after: int) -> None:
    await follower.attach(run, after)
    await follower.work()


async def _next(events: asyncio.Queue[Envelope], deadline: float) -> Envelope | None:
    """The next event, None when none comes until then."""
    try:
        async with asyncio.timeout_at(deadline):
            return await events.get()
    except TimeoutError:
        return None


def may_read(actor: Actor, cookie: str | None, run: str) -> bool:
    """Whether the run is still there, and still the actor's to read."""
    try:
        actions.find_run(actor, run)
    except actions.NotFound:
        return False
    return may_act(actor, cookie)


async def _on_the_loop(events: AsyncIterator[str]) -> AsyncIterator[str]:
    """The events, without the thread that Django keeps for each request until its response has ended."""
    context = SyncToAsync.thread_sensitive_context.get(None)
    thread = SyncToAsync.context_to_thread_executor.pop(context, None) if context is not None else None
    if thread is not None:
        thread.shutdown(wait=False)
    async for event in events:
        yield event
