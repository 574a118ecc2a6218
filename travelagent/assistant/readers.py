"""Reading what people write, in worker processes: however long it takes, nobody else waits for it.

Regular expressions hold the interpreter's lock until they are done, so a thread would not do.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, TypeVar

from agent_core.messages import HumanMessage, Message, SystemMessage
from travelagent.compute.pool import Terms, WorkerPool
from travelagent.compute.worker import CpuLimitExceeded, Task

T = TypeVar("T")

log = logging.getLogger(__name__)

WORKERS: Final = 2
LIMIT_S: Final = 20.0
"""So long one call may take, behind which its worker is killed; a single message has a limit of its own."""
MOST_CALLERS: Final = 64

pool = WorkerPool(WORKERS)
_callers = ThreadPoolExecutor(MOST_CALLERS, thread_name_prefix="reader")
"""Threads that wait for workers."""


async def read_conversation(function: Callable[..., T], messages: Sequence[Message], *args: object) -> T | None:
    """Return what a function makes of a conversation, or of its last turn where what came before is in the way.

    None where the last turn cannot be read either, or takes too long. What was raised is logged with the run.
    """
    for part in (messages, last_turn(messages)):
        try:
            return await in_reader(function, part, *args)
        except CpuLimitExceeded:
            log.exception("a message takes too long to read")
            return None
        except Exception:
            log.exception("a conversation cannot be read", extra={"messages": len(part)})
    return None


def last_turn(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return the system's messages, the user's last one, and what came after it."""
    at = max((n for n, message in enumerate(messages) if isinstance(message, HumanMessage)), default=0)
    return (*(m for m in messages[:at] if isinstance(m, SystemMessage)), *messages[at:])


async def in_reader(function: Callable[..., T], *args: object) -> T:
    """Return what an importable function returns for arguments that can be pickled.

    Raises what it raises, TimeLimitExceeded, QueueFull and WorkerDied.
    """
    call = partial(pool.run, _read, function, *args, terms=Terms(limit_s=LIMIT_S))
    found: T = await asyncio.get_running_loop().run_in_executor(_callers, call)
    return found


def _read(task: Task, function: Callable[..., T], *args: object) -> T:
    return function(*args)
