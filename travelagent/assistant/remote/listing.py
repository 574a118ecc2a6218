"""What other servers offer, as of their last answer: they are asked in the background, so no answer waits for it."""

import asyncio
import logging
import threading
import time
from collections.abc import Sequence
from functools import cache

from django.conf import settings

from agent_core.tools import Tool
from travelagent.mcp_settings import McpServer

FRESH_S, AGAIN_S = 600.0, 30.0
"""How long a listing holds, and how soon a server that could not be asked is asked again."""

log = logging.getLogger(__name__)


class RemoteListing:
    """The tools of these servers. Thread-safe; `tools` returns at once."""

    def __init__(self, servers: Sequence[McpServer]) -> None:
        self._servers = tuple(servers)
        self._tools: dict[str, tuple[Tool, ...]] = {}
        self._due = 0.0
        self._lock = threading.Lock()
        self._at_work = False

    def tools(self) -> tuple[Tool, ...]:
        """Return the tools as last listed; an old list is renewed in the background."""
        if not self._servers:
            return ()
        with self._lock:
            if not self._at_work and time.monotonic() >= self._due:
                self._at_work = True
                threading.Thread(target=self._refresh, name="remote-tools", daemon=True).start()
            return tuple(tool for server in self._servers for tool in self._tools.get(server.name, ()))

    def _refresh(self) -> None:
        try:
            found = asyncio.run(_listed(self._servers))
        except Exception:
            log.exception("other servers could not be asked for their tools")
            found = {}
        with self._lock:
            self._tools.update({name: tools for name, tools in found.items() if tools is not None})
            all_answered = len(found) == len(self._servers) and None not in found.values()
            self._due = time.monotonic() + (FRESH_S if all_answered else AGAIN_S)
            self._at_work = False


async def _listed(servers: Sequence[McpServer]) -> dict[str, tuple[Tool, ...] | None]:
    """The tools by server, None for one that could not be asked."""
    from travelagent.assistant.remote.tools import (
        listed,  # the SDK is imported where servers are named, and nowhere else
    )

    async def one(server: McpServer) -> tuple[Tool, ...] | None:
        try:
            return tuple(await listed(server))
        except Exception as error:  # whatever another server brings about, it lends no tools then
            log.warning("another server lends no tools", extra={"server": server.name, "error": repr(error)})
            return None

    return dict(zip((s.name for s in servers), await asyncio.gather(*map(one, servers)), strict=True))


@cache
def remote_listing() -> RemoteListing:
    """Return the listing of the configured servers, one a process."""
    return RemoteListing(settings.MCP_SERVERS)
