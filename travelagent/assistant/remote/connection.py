"""One exchange with another MCP server: connected, asked and closed within its time.

Nothing is kept between calls, so that a server that was restarted, hangs or lies is no concern of the next one. It is
offered neither our model nor our user: no sampling, no elicitation, no roots.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.stdio import get_default_environment
from mcp.client.streamable_http import streamable_http_client

from travelagent.mcp_settings import McpServer

MOST_BYTES = 2 * 1024 * 1024
"""Of one response over HTTP."""


class TooLarge(Exception):
    """A server sends more than is read of it."""


@asynccontextmanager
async def connected(server: McpServer) -> AsyncIterator[Client]:
    """Yield a client that is connected to the server. Raises any error of connecting."""
    if server.command:
        program, *arguments = server.command
        environment = {**get_default_environment(), **server.env}
        parameters = StdioServerParameters(command=program, args=arguments, env=environment)
        async with Client(parameters, cache=None, read_timeout_seconds=server.timeout_s) as client:
            yield client
        return
    transport = _Bounded()
    async with httpx2.AsyncClient(
        transport=transport,
        headers={**server.headers, "Accept-Encoding": "identity"},
        timeout=server.timeout_s,
        follow_redirects=False,
    ) as http:
        channel = streamable_http_client(server.url, http_client=http)
        async with Client(channel, cache=None, read_timeout_seconds=server.timeout_s) as client:
            yield client


class _Bounded(httpx2.AsyncHTTPTransport):
    """Reads no more than MOST_BYTES of a response."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await super().handle_async_request(request)
        if response.headers.get("Content-Encoding", "identity").lower() != "identity":
            raise TooLarge  # whatever it becomes: a thousandth of its size is what could be counted here
        if isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = _BoundedStream(response.stream)
        return response


class _BoundedStream(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        read = 0
        async for part in self._stream:
            read += len(part)
            if read > MOST_BYTES:
                raise TooLarge
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()
