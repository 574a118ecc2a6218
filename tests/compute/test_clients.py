"""What is computed for a client that disconnects: it leaves the queue, or its job is cancelled."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path

from tests.compute.test_pool import SOON_S, process, wait_until_cancelled
from travelagent.asgi import application
from travelagent.compute.clients import WatchedClients, client_left
from travelagent.compute.forkserver import ForkServer
from travelagent.compute.pool import Terms, WorkerPool
from travelagent.compute.queue import Cancelled
from travelagent.compute.worker import Task, serve_jobs

pool = WorkerPool(1)
begun = threading.Event()
outcomes: list[str] = []


def report_and_wait(task: Task) -> str:
    task.progress(0.5)
    return wait_until_cancelled(task)


def compute(request: HttpRequest) -> HttpResponse:
    """Compute in a worker, as views of the API do."""
    job = {"/long/": report_and_wait, "/short/": process}[request.path]
    terms = Terms(request.path, queued=lambda position: begun.set(), progress=lambda share: begun.set())
    try:
        outcomes.append(str(pool.run(job, terms=terms)))
    except Cancelled:
        outcomes.append("cancelled")
    return HttpResponse()


urlpatterns = [path("long/", compute), path("short/", compute)]


@pytest.fixture(scope="module", autouse=True)
def _workers() -> Iterator[None]:
    forkserver = ForkServer(serve_jobs, lambda: None)
    forkserver.start()
    pool.start(forkserver)
    with override_settings(ROOT_URLCONF=__name__):
        yield
    pool.stop()
    forkserver.stop()


@pytest.fixture(autouse=True)
def _nothing_yet() -> None:
    begun.clear()
    outcomes.clear()


async def sent(address: str) -> ApplicationCommunicator:
    """A request to the site's own ASGI application, whose body has arrived."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": address,
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
    }
    made = ApplicationCommunicator(application, scope)
    await made.send_input({"type": "http.request", "body": b""})
    return made


async def test_the_job_of_a_client_that_leaves_is_cancelled() -> None:
    request = await sent("/long/")
    assert await asyncio.to_thread(begun.wait, SOON_S)
    await request.send_input({"type": "http.disconnect"})
    await request.wait(SOON_S)

    assert outcomes == ["ended by itself"]


async def test_a_client_that_leaves_leaves_the_queue() -> None:
    place = pool._queue.enter("another", 0.0)  # holds the only place
    try:
        request = await sent("/short/")
        assert await asyncio.to_thread(begun.wait, SOON_S)
        await request.send_input({"type": "http.disconnect"})
        await request.wait(SOON_S)
    finally:
        pool._queue.leave(place)

    assert outcomes == ["cancelled"]


async def test_requests_leave_each_for_itself() -> None:
    """Two clients at once; outside of requests nobody leaves."""
    seen: dict[str, Any] = {}
    arrived = asyncio.Event()

    async def look(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        seen[scope["path"]] = client_left()
        if len(seen) == 2:
            arrived.set()
        await receive()

    watched = WatchedClients(look)
    first, second = (ApplicationCommunicator(watched, {"type": "http", "path": name}) for name in "ab")
    for each in (first, second):
        await each.send_input({"type": "http.request", "body": b""})
    async with asyncio.timeout(SOON_S):
        await arrived.wait()
    await first.send_input({"type": "http.disconnect"})
    await first.wait(SOON_S)

    assert (seen["a"](), seen["b"](), client_left()()) == (True, False, False)
    await second.send_input({"type": "http.disconnect"})
    await second.wait(SOON_S)
