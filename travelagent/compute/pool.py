"""Workers that compute for the threads of a process, each job in a process of its own until it is done.

A pool that was not started computes in the caller's thread: commands and scripts need no workers.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from typing import Any, Final

from travelagent.compute.clients import client_left
from travelagent.compute.forkserver import ForkServer
from travelagent.compute.queue import OVERRUN_S, Cancelled, FairQueue
from travelagent.compute.worker import CANCEL, Job, Task

_LOOK_S: Final = 0.05
"""So often a caller looks whether its job is still wanted."""
_OVERRUN_AFTER_S: Final = 2.0
"""A job that has been at work for longer is no short one, whatever was expected of it."""
_TRIES: Final = 2
"""A job whose worker died is tried once more in a new one."""


class TimeLimitExceeded(Exception):
    """A job took longer than it was given; its worker was killed."""


class WorkerDied(Exception):
    """A job's workers ended before it was done, one after the other."""


class _Yielded(Exception):
    """A job that turned out to be long gave its place to a short one."""


@dataclass(frozen=True, slots=True)
class _Worker:
    pid: int
    connection: Connection


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms a job is computed.

    `owner` shares the workers fairly with others, `seconds` is how long the job is expected to take, `limit_s` how long
    it may. `progress` gets what the function reports (0 to 1), `queued` the job's position while it waits; a job that
    is `cancelled`, by default when the client of the current request leaves, is notified, and killed `grace_s` later.
    """

    owner: str = ""
    seconds: float = 0.0
    limit_s: float = 60.0
    grace_s: float = 2.0
    progress: Callable[[float], None] = lambda share: None
    cancelled: Callable[[], bool] = field(default_factory=client_left)
    queued: Callable[[int], None] = lambda position: None


class WorkerPool:
    """At most `size` jobs at a time. Thread-safe; `run` blocks its thread."""

    def __init__(self, size: int, most_waiting: int = 500) -> None:
        self._queue = FairQueue(size, most_waiting)
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []
        self._forkserver: ForkServer | None = None

    def start(self, forkserver: ForkServer) -> None:
        """Compute in workers from now on."""
        self._forkserver = forkserver

    def stop(self) -> None:
        """Compute in the callers' threads again; jobs at work end with their fork server."""
        self._forkserver = None
        self.renew()

    def renew(self) -> None:
        """End the workers that are idle; those that take their place find what the fork server has loaded since."""
        with self._lock:
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.connection.close()

    def run(self, function: Callable[..., Any], *args: Any, terms: Terms, **kwargs: Any) -> Any:
        """Return what `function(task, *args, **kwargs)` returns; what it raises is raised.

        The function and its arguments are pickled. It may be begun again: as a long job, where it was expected to be
        short and is not, and in a new worker where its own died. Raises QueueFull; Cancelled when the job was no longer
        wanted before it began, or did not end by itself afterwards; TimeLimitExceeded; WorkerDied.
        """
        forkserver = self._forkserver
        if forkserver is None:
            return function(Task(terms.progress, terms.cancelled), *args, **kwargs)
        place = self._queue.enter(terms.owner, terms.seconds, terms.cancelled, terms.queued)
        try:
            return self._tried(forkserver, Job(function, args, kwargs), terms, lambda: self._queue.must_yield(place))
        except _Yielded:
            long = replace(terms, seconds=OVERRUN_S)
        finally:
            self._queue.leave(place)
        return self.run(function, *args, terms=long, **kwargs)

    def _tried(self, forkserver: ForkServer, job: Job, terms: Terms, must_yield: Callable[[], bool]) -> Any:
        for _ in range(_TRIES):
            worker = self._worker(forkserver)
            done = False
            try:
                kind, value = _reply(worker, job, terms, must_yield)
                done = True
            except (EOFError, ConnectionError):
                continue
            finally:
                if done:
                    with self._lock:
                        self._idle.append(worker)
                else:
                    worker.connection.close()
                    forkserver.kill(worker.pid)
            if kind == "failed":
                raise value
            return value
        raise WorkerDied(job.function.__qualname__)

    def _worker(self, forkserver: ForkServer) -> _Worker:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return _Worker(*forkserver.fork())


def _reply(worker: _Worker, job: Job, terms: Terms, must_yield: Callable[[], bool]) -> tuple[str, Any]:
    """Hand a job to a worker and wait for what comes of it; ask, when it turns out to be long, whether it must yield.

    Raises _Yielded, Cancelled, TimeLimitExceeded.
    """
    worker.connection.send(job)
    began, cancelled = time.monotonic(), False
    ends = began + terms.limit_s
    while True:
        if worker.connection.poll(_LOOK_S):
            kind, value = worker.connection.recv()
            if kind != "progress":
                return kind, value
            terms.progress(value)
        if not cancelled and terms.cancelled():
            cancelled, ends = True, min(ends, time.monotonic() + terms.grace_s)
            with suppress(OSError):
                worker.connection.send(CANCEL)
        if time.monotonic() >= ends:
            if cancelled:
                raise Cancelled
            raise TimeLimitExceeded(f"{job.function.__qualname__}: more than {terms.limit_s} s")
        if time.monotonic() >= began + _OVERRUN_AFTER_S and must_yield():
            raise _Yielded
