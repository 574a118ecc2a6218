"""A worker's side: jobs come in over a connection, progress and results go back.

A job is a function that can be imported, and its arguments. The function gets a `Task` first: what it may tell
meanwhile, and whether it is still wanted.
"""

import mmap
import pickle
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

CANCEL: Final = "cancel"
_LOOK_S: Final = 0.01
"""So often, at most, a job looks whether it is still wanted."""
_TELL_S: Final = 0.05
"""So often, at most, a job's progress is sent."""

_is_worker = False


@dataclass(frozen=True, slots=True)
class Task:
    """What a function that works may tell of its progress (0 to 1), and whether its result is still wanted."""

    progress: Callable[[float], None] = lambda share: None
    cancelled: Callable[[], bool] = lambda: False


@dataclass(frozen=True, slots=True)
class Job:
    """A function with its arguments, all of which can be pickled."""

    function: Callable[..., Any]
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)


class CpuLimitExceeded(Exception):
    """A computation took more of the processor's time than it was given."""


def serve_jobs(connection: Connection, before_each: Callable[[], None] = lambda: None) -> None:
    """Do the jobs that come in, one after the other, until the connection is closed."""
    global _is_worker
    _is_worker = True
    with suppress(EOFError, ConnectionError):
        while True:
            received = connection.recv()
            if received != CANCEL:  # else it came behind the end of the job that it was for
                before_each()
                connection.send_bytes(_reply(connection, received))


def _reply(connection: Connection, job: Job) -> bytes:
    """Return the pickled reply: the result, or the exception, in words where it cannot be pickled itself."""
    try:
        return pickle.dumps(("done", job.function(_task(connection), *job.args, **job.kwargs)))
    except (EOFError, ConnectionError):
        raise
    except Exception as error:
        try:
            reply = pickle.dumps(("failed", error))
            pickle.loads(reply)
        except Exception:  # an exception's own pickling may raise anything
            return pickle.dumps(("failed", RuntimeError(f"{type(error).__name__}: {error}")))
        return reply


def _task(connection: Connection) -> Task:
    reported_at = looked_at = 0.0
    cancelled = False

    def progress(share: float) -> None:
        nonlocal reported_at
        if (now := time.monotonic()) - reported_at >= _TELL_S:
            reported_at = now
            connection.send(("progress", share))

    def is_cancelled() -> bool:
        nonlocal looked_at, cancelled
        if not cancelled and (now := time.monotonic()) - looked_at >= _LOOK_S:
            looked_at = now
            cancelled = connection.poll() and connection.recv() == CANCEL
        return cancelled

    return Task(progress, is_cancelled)


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Interrupt what is inside after so many seconds of the processor's time. Raises CpuLimitExceeded.

    Signals reach a process's main thread, which is where a worker does its jobs; outside of workers there is no limit.
    """
    if not _is_worker:
        yield
        return

    def interrupt(*_: object) -> None:
        raise CpuLimitExceeded(f"more than {seconds} s")

    before = signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def memory_limit(more_bytes: int) -> Iterator[None]:
    """Let what is inside take so many bytes more than the process has; MemoryError is raised for more.

    Outside of workers, and where the system does not report what a process has, there is no limit.
    """
    has = _address_space() if _is_worker else None
    if has is None:
        yield
        return
    import resource  # POSIX alone has it, and so have workers

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = has + more_bytes
    resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _address_space() -> int | None:
    """Return the bytes of the process's address space, as Linux reports them; None elsewhere."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (OSError, ValueError):
        return None
    return pages * mmap.PAGESIZE
