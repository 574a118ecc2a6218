"""The process's own hub and supervisor, and how to start and stop them."""

import fcntl
import logging
from collections.abc import Callable
from pathlib import Path
from typing import IO

from django.conf import settings

from agent_core.agent import Agent
from travelagent.assistant.assembly import Wiring, assemble
from travelagent.chat.hub import hub
from travelagent.chat.supervisor import Supervisor

log = logging.getLogger(__name__)

_supervisor: Supervisor | None = None
_guard: IO[str] | None = None


async def start(build: Callable[[Wiring], Agent] = assemble) -> Supervisor:
    """Begin to work runs off in this process, each by an agent of `build`."""
    global _supervisor
    _supervisor = Supervisor(hub, build)
    await _supervisor.start(take_over=_is_alone())
    return _supervisor


async def stop() -> None:
    global _supervisor, _guard
    if _supervisor is not None:
        await _supervisor.stop()
        _supervisor = None
    if _guard is not None:
        _guard.close()
        _guard = None


def hint() -> None:
    """Tell whoever works runs off that there is one; the row alone would be found a second later."""
    if _supervisor is not None:
        _supervisor.hint()


def _is_alone() -> bool:
    """Whether this is the only server of the data folder: then every lease left behind is a dead process's."""
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
