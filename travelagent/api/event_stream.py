"""A run's events as server-sent events. While nothing happens a comment is sent every PING_S."""

import json
from collections.abc import AsyncIterator, Callable
from functools import partial

from django.db import close_old_connections
from django.http import StreamingHttpResponse
from rest_framework.renderers import JSONRenderer

from travelagent.accounts.actors import Actor
from travelagent.chat.envelopes import Envelope
from travelagent.chat.hub import Hub, hub
from travelagent.chat.models import Run
from travelagent.chat.run_stream import PING_S, follow_run, may_read, on_the_loop

MEDIA_TYPE = "text/event-stream"
PING = ": ping\n\n"
RETRY = "retry: 1000\n\n"
UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Headers of every stream."""


class EventStream(JSONRenderer):
    """Makes `text/event-stream` one of a view's forms; problems are JSON still."""

    media_type = MEDIA_TYPE


def streamed(actor: Actor, cookie: str | None, run: Run, after: int) -> StreamingHttpResponse:
    """Return the response that streams the run's events after sequence number `after` to its reader.

    The reader is known by a key (`actor`) or a `cookie`.
    """
    return event_response(follow(hub, run.session_id, run.pk, after, partial(may_read, actor, cookie, run.pk)))


def event_response(frames: AsyncIterator[str]) -> StreamingHttpResponse:
    """Return a streaming response of server-sent events that sends the frames as they come."""
    close_old_connections()
    return StreamingHttpResponse(on_the_loop(frames), content_type=MEDIA_TYPE, headers=UNBUFFERED)


async def follow(
    hub: Hub, session: str, run: str, after: int, permitted: Callable[[], bool], ping_s: float = PING_S
) -> AsyncIterator[str]:
    """Yield the frames of a run's events after `after`, until `run_finished` or until it may no longer be read.

    `permitted`: whether the reader may still read the run; `ping_s`: seconds without an event before a ping.
    """
    yield RETRY
    async for envelope in follow_run(hub, session, run, after, permitted, ping_s):
        yield PING if envelope is None else frame(envelope)


def frame(envelope: Envelope) -> str:
    """Return an event as a frame of server-sent events: `id`, `event` and `data` lines."""
    data = json.dumps(envelope.as_dict(), ensure_ascii=False, separators=(",", ":"))
    return f"id: {envelope.seq}\nevent: {envelope.type}\ndata: {data}\n\n"
