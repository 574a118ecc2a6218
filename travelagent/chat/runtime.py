"""The process's own part in working runs off and following them, and how to start and stop it.

A server of the embedded profile has a supervisor; in the scaled profile the workers have one, and the servers send them
hints. Where there is a Redis, a relay connects the hubs of all processes.
"""

import asyncio
import fcntl
import logging
from collections.abc import Callable
from pathlib import Path
from typing import IO

from channels.layers import get_channel_layer
from django.conf import settings

from agent_core.agent import Agent
from travelagent.assistant.assembly import Wiring, assemble
from travelagent.assistant.model_registry import close_models
from travelagent.assistant.remote.listing import remote_listing
from travelagent.chat import dispatch, tracing
from travelagent.chat.hub import hub
from travelagent.chat.relay import Relay
from travelagent.chat.supervisor import Supervisor

log = logging.getLogger(__name__)

_supervisor: Supervisor | None = None
_relay: Relay | None = None
_guard: IO[str] | None = None


async def follow() -> None:
    """Connect this process's hub to those of the others, where the settings name a Redis."""
    global _relay
    if settings.REDIS_URL:
        _relay = Relay(get_channel_layer(), hub.deliver)
        _relay.start()
        hub.connect(_relay)


async def start(build: Callable[[Wiring], Agent] = assemble) -> Supervisor:
    """Begin to work runs off in this process as well, each by an agent of `build`."""
    global _supervisor
    await follow()
    await asyncio.to_thread(tracing.start)
    remote_listing().tools()
    _supervisor = Supervisor(hub, build)
    await _supervisor.start(take_over=_is_alone())
    return _supervisor


async def stop() -> None:
    """Hand over the runs at work here, and end what `start` or `follow` began."""
    global _supervisor, _relay, _guard
    if _supervisor is not None:
        handed_over = await _supervisor.stop()
        _supervisor = None
        for run in handed_over:
            hint(run)
        await close_models()
        await asyncio.to_thread(tracing.stop)
    if _relay is not None:
        hub.connect(None)
        await _relay.stop()
        _relay = None
    if _guard is not None:
        _guard.close()
        _guard = None


def is_working() -> bool:
    """Return whether this process works on runs."""
    return _supervisor is not None


def hint(run: str) -> None:
    """Tell whoever works runs off that there is something to do about one; its row alone is found a second later."""
    if _supervisor is not None:
        _supervisor.hint(run)
    elif settings.RUN_EXECUTOR == "celery":
        dispatch.send(run)


def _is_alone() -> bool:
    """Return whether this is the only server of the data folder: then every lease left behind is a dead process's."""
    global _guard
    if settings.RUN_EXECUTOR != "inline":
        return False
    _guard = (Path(settings.DATA_DIR) / "server.lock").open("w")
    try:
        fcntl.flock(_guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        log.warning("another server uses this data folder; it works on the runs that it has taken")
        return False
    return True
