"""The SDK's streamable HTTP, stateless, for as long as the process lives."""

import asyncio
from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.types import ASGIApp

from travelagent.gateways.mcp.callers import CALLER, Caller
from travelagent.gateways.mcp.door import BODY_BYTES
from travelagent.gateways.mcp.server import built

_kept: set[asyncio.Task[None]] = set()


async def begin() -> ASGIApp:
    """Begin on the running loop; return the application, whose requests carry their caller in the scope."""
    started: asyncio.Future[StreamableHTTPSessionManager] = asyncio.get_running_loop().create_future()
    work = asyncio.create_task(_keep(built(_caller_of), started), name="mcp-sessions")
    _kept.add(work)
    work.add_done_callback(_kept.discard)
    return (await started).handle_request


async def _keep(server: Server[Any], started: asyncio.Future[StreamableHTTPSessionManager]) -> None:
    manager = StreamableHTTPSessionManager(server, stateless=True, max_request_body_size=BODY_BYTES)
    async with manager.run():
        started.set_result(manager)
        await asyncio.Event().wait()


def _caller_of(context: Any) -> Caller:
    caller = context.request.scope[CALLER]
    if not isinstance(caller, Caller):
        raise TypeError("a request that was admitted has a caller")
    return caller
