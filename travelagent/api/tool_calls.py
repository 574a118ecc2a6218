"""Calls one read-only tool outside a run, for whoever may use tools: over REST and over MCP."""

import asyncio
import threading
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext as _

from agent_core.tools import Tool, ToolContext, ToolError, ToolResult, as_result
from travelagent.accounts.actors import Actor
from travelagent.api.problems import Problem
from travelagent.assistant.tools import TOOLS
from travelagent.assistant.tools.validate_sql import validate_sql
from travelagent.chat.threads import in_tool_thread
from travelagent.chat.toolset import enabled_tools
from travelagent.compute.clients import client_left

MOST_VALIDATED, VALIDATED_S = 20, 600
"""So many queries that validate_sql has passed, and so many seconds, run_sql may be called for."""
TAKEN_BY_TRIPS = frozenset({"itinerary", "budget"})


def callable_tool(name: str) -> Tool:
    """Return the tool, if it may be called from outside a run. Raises Problem (404, 409)."""
    known, tool = TOOLS.get(name), enabled_tools().get(name)
    if known is None or known.writes:
        raise Problem(404, "unknown_tool", _("There is no tool %(name)s to be called here.") % {"name": name})
    if tool is None:
        raise Problem(409, "tool_disabled", _("The tool %(name)s is switched off.") % {"name": name})
    return tool


class ToolCaller:
    """The calls of one actor. The server fills in the actor, or its traveller, as a person; there is no conversation.

    Synchronous but for `call`.
    """

    def __init__(self, actor: Actor, locale: str, end_user: str = "") -> None:
        self._locale = locale
        self._injected = {"person": actor.person_for(end_user).pk, "share": actor.owner}
        self._validated_key = f"validated_sql:{actor.owner}"
        self._validated: list[dict[str, Any]] = cache.get(self._validated_key, [])

    def validated(self, tool: Tool, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments as the tool's function takes them. Raises ToolError."""
        return tool.validated(arguments, self._injected)

    async def call(self, tool: Tool, values: dict[str, Any]) -> ToolResult:
        """Return the tool's result; its time is limited by the tool's `timeout_s`. Raises ToolError."""
        gone, left = threading.Event(), client_left()

        def results(name: str) -> tuple[Any, ...]:
            return tuple(self._validated) if name == validate_sql.name else ()

        def cancelled() -> bool:
            return gone.is_set() or left()

        context = ToolContext("", "", self._locale, _ignore_progress, cancelled, self._injected, results=results)
        call = tool.bind(values, context)
        try:
            async with asyncio.timeout(tool.timeout_s):
                return as_result(await (call() if tool.is_async else in_tool_thread(call)))
        except TimeoutError as error:
            raise ToolError("timeout", _("The tool took longer than %(s)s seconds.") % {"s": tool.timeout_s}) from error
        finally:
            gone.set()

    def remember(self, tool: Tool, result: ToolResult) -> None:
        """Keep what validate_sql has passed: run_sql takes nothing else."""
        if tool.name == validate_sql.name:
            kept = [*self._validated, result.value][-MOST_VALIDATED:]
            cache.set(self._validated_key, kept, VALIDATED_S)


def program_value(result: ToolResult) -> Any:
    """Return the full payload where other calls take it, else the value that a model gets."""
    return next((shown.payload for shown in result.shown if shown.kind in TAKEN_BY_TRIPS), result.value)


def _ignore_progress(fraction: float, note: str = "") -> None:
    """Ignore the progress: a single call answers at once, nobody listens to it."""
