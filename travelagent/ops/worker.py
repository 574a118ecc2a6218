"""A worker process of Celery: one long-lived event loop in a thread, with the supervisor that works many runs on it.

The tasks only hint, and are over at once; the pool is `solo` (the settings' default), since a forking one would put
the supervisor into the wrong process. On SIGTERM the runs at work are handed over while Celery shuts down.
"""

import asyncio
import logging
import threading
from concurrent.futures import Future
from typing import Any

from celery import signals
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from prometheus_client import start_http_server

from travelagent.catalog.overlay import keep_fresh
from travelagent.catalog.private import keep_private
from travelagent.chat import runtime
from travelagent.ops import computing
from travelagent.ops.boot import boot
from travelagent.ops.heartbeat import beat

STOP_S = 30.0

log = logging.getLogger(__name__)


class Worker:
    """Start it once in the process that is to work; a fork would leave its thread behind."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._stopping: Future[None] | None = None
        self._beside: list[Future[Any]] = []

    def start(self) -> None:
        """Boot the process, fork its planner and start the event loop that runs live on."""
        keep_private()
        boot()
        computing.fork()
        computing.warm_planner()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="runs", daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(runtime.start(), self._loop).result()
        self._beside = [asyncio.run_coroutine_threadsafe(work, self._loop) for work in (keep_fresh(), beat())]
        if settings.WORKER_METRICS_PORT:
            start_http_server(settings.WORKER_METRICS_PORT, settings.HOST)
        log.info("the worker takes runs")

    def begin_to_stop(self) -> None:
        """Take no more runs and hand over those at work; returns at once, also in a signal handler."""
        if self._loop is not None and self._stopping is None:
            self._stopping = asyncio.run_coroutine_threadsafe(runtime.stop(), self._loop)

    def stop(self) -> None:
        """Wait until the runs are handed over, then end the loop."""
        self.begin_to_stop()
        if self._loop is None or self._thread is None or self._stopping is None:
            return
        try:
            self._stopping.result(STOP_S)
        finally:
            for work in self._beside:
                work.cancel()
            computing.stop()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()


worker = Worker()


@signals.setup_logging.connect
def _keep_logging(**_: Any) -> None:
    """Do nothing; as it is connected, Celery leaves Django's logging as it is."""


@signals.worker_init.connect
def _begin(sender: Any, **_: Any) -> None:
    if sender.pool_cls.__module__.rpartition(".")[2] not in ("solo", "thread"):
        raise ImproperlyConfigured("a worker holds many runs in one process: --pool solo, and more workers for more")
    worker.start()


@signals.worker_shutting_down.connect
def _hand_over(**_: Any) -> None:
    worker.begin_to_stop()


@signals.worker_shutdown.connect
def _end(**_: Any) -> None:
    worker.stop()
