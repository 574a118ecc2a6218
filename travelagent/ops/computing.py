"""The worker processes beside a process that serves or works runs off: for plans, and for reading what people write."""

import logging
import os
import time
from multiprocessing.connection import Connection

from django.db import DatabaseError, connection

from travelagent.assistant import readers
from travelagent.catalog import overlay, planners
from travelagent.catalog.planner_warm_up import planner
from travelagent.compute.forkserver import ForkServer
from travelagent.compute.worker import serve_jobs
from travelagent.planning.warm import warm

log = logging.getLogger(__name__)

NICENESS = 10
"""Workers give way to the process that answers."""

_forkserver: ForkServer | None = None


def fork() -> None:
    """Fork the workers' server; call this when all is loaded that they need, and before there are threads.

    Where the system cannot fork, threads of this process compute.
    """
    global _forkserver
    if not hasattr(os, "fork"):
        log.warning("this system has no worker processes: long plans slow everything down")
        return
    connection.close()
    if (close_pool := getattr(connection, "close_pool", None)) is not None:
        close_pool()  # a fork has the pool's connections, but not the threads that hand them out
    _forkserver = ForkServer(_work, warm)
    _forkserver.start()
    planners.pool.start(_forkserver)
    readers.pool.start(_forkserver)


def warm_planner() -> None:
    """Start to compile the planner, then to load it where it is used; return at once."""
    planner.start(warm if _forkserver is None else _load)


def stop() -> None:
    """End the workers and whatever they are at."""
    global _forkserver
    planner.stop()
    if _forkserver is not None:
        planners.pool.stop()
        readers.pool.stop()
        _forkserver.stop()
        _forkserver = None


def _load() -> None:
    if _forkserver is not None:
        _forkserver.load()
        planners.pool.renew()


def _work(jobs: Connection) -> None:
    """Be a worker, whose catalogue follows what operators correct."""
    os.nice(NICENESS)
    fresh_until = time.monotonic() + overlay.FRESH_S

    def follow_corrections() -> None:
        nonlocal fresh_until
        if time.monotonic() < fresh_until:
            return
        fresh_until = time.monotonic() + overlay.FRESH_S
        try:
            overlay.refresh()
        except DatabaseError:
            log.exception("the corrections could not be read; they are read again")
        finally:
            connection.close()

    serve_jobs(jobs, follow_corrections)
