"""A plan that a tool's call has begun ends when the client that called it disconnects."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from tests.conftest import make_partner
from travelagent.asgi import application
from travelagent.chat.threads import in_db_thread
from travelagent.compute.queue import Cancelled
from travelagent.planning import planner

SOON_S = 20.0
ARGUMENTS = {"city": "Kyoto", "days": 1}
CALL = {"name": "generate_route", "arguments": ARGUMENTS}
DOORS: Mapping[str, Mapping[str, Any]] = {
    "/api/v1/tools/generate_route/": {"arguments": ARGUMENTS},
    "/mcp": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": CALL},
}


@pytest.mark.django_db(transaction=True)
async def test_what_a_tool_computes_ends_with_its_client(
    monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    begun, ended = threading.Event(), threading.Event()

    def plan(*args: Any, cancelled: Callable[[], bool], **kwargs: Any) -> None:
        begun.set()
        deadline = time.monotonic() + SOON_S
        while time.monotonic() < deadline:
            if cancelled():
                ended.set()
                raise Cancelled
            time.sleep(0.01)

    monkeypatch.setattr(planner, "plan", plan)
    partner = await in_db_thread(partial(make_partner, "acme"))
    for path, body in DOORS.items():
        with subtests.test(path=path):
            begun.clear()
            ended.clear()
            request = await sent(path, body, partner.headers)
            assert await asyncio.to_thread(begun.wait, SOON_S)
            assert not ended.is_set()
            await request.send_input({"type": "http.disconnect"})
            assert await asyncio.to_thread(ended.wait, SOON_S)
            await request.wait(SOON_S)


async def sent(path: str, body: Mapping[str, Any], credentials: Mapping[str, str]) -> ApplicationCommunicator:
    """A request to the site's own ASGI application, whose body has arrived."""
    content = json.dumps(body).encode()
    headers = {
        "host": "testserver",
        **credentials,
        "content-type": "application/json",
        "content-length": str(len(content)),
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": "2025-06-18",
    }
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    }
    made = ApplicationCommunicator(application, scope)
    await made.send_input({"type": "http.request", "body": content})
    return made
