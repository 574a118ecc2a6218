"""The tools and models: described, and the tools called."""

import asyncio
import threading
from typing import Any

from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from agent_core.tools import Tool, ToolContext, ToolError, ToolResult, as_result
from travelagent.accounts.models import Scope
from travelagent.accounts.rate_limits import Cost
from travelagent.api.pagination import Whole
from travelagent.api.problems import Problem
from travelagent.api.serializers.tools import ModelSerializer, ToolCallBody, ToolCallResult, ToolSerializer
from travelagent.api.tool_problems import problem_of
from travelagent.api.views.base import ActorView
from travelagent.assistant.local_models import LIST_WAIT_S
from travelagent.assistant.tools import TOOLS
from travelagent.assistant.tools.validate_sql import validate_sql
from travelagent.chat.modelset import offered_models
from travelagent.chat.threads import in_tool_thread
from travelagent.chat.toolset import enabled_tools

MOST_VALIDATED, VALIDATED_S = 20, 600
"""So many queries that validate_sql has passed, and so many seconds, run_sql may be called for."""
TAKEN_BY_TRIPS = frozenset({"itinerary", "budget"})


class ToolList(ActorView):
    scope = Scope.TOOLS
    pagination_class = Whole

    @extend_schema(responses=ToolSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The tools, with the JSON Schema of their arguments."""
        enabled = enabled_tools()
        rows = [enabled.get(tool.name) or tool for tool in TOOLS]
        context = {"enabled": enabled}
        return Whole().get_paginated_response([ToolSerializer(row, context=context).data for row in rows])


class ToolCall(ActorView):
    scope = Scope.TOOLS
    post_in_transaction = False
    post_cost = Cost.RUN

    @extend_schema(request=ToolCallBody, responses=ToolCallResult)
    def post(self, request: Request, name: str) -> Response:
        """Call one read-only tool. An itinerary or a budget is what the calls of trips take; any other result is what a
        model would get."""
        tool = _callable(name)
        arguments = self.body(ToolCallBody)["arguments"]
        try:
            injected = self._injected()
            values = tool.validated(arguments, injected)
            result = async_to_sync(_called)(tool, values, self.locale, injected, self._validated())
        except ToolError as error:
            raise problem_of(error) from error
        if tool.name == validate_sql.name:
            kept = [*self._validated(), result.value][-MOST_VALIDATED:]
            cache.set(self._validated_key(), kept, VALIDATED_S)
        return Response({"result": _for_programs(result)})

    def _validated(self) -> list[dict[str, Any]]:
        """What validate_sql has passed of late for this caller: run_sql takes nothing else."""
        found: list[dict[str, Any]] = cache.get(self._validated_key(), [])
        return found

    def _validated_key(self) -> str:
        return f"validated_sql:{self.actor.owner}"

    def _injected(self) -> dict[str, Any]:
        """What the server fills in: the caller as a person; there is no conversation here."""
        return {"person": self.actor.person_for().pk}


class ModelList(ActorView):
    pagination_class = Whole

    @extend_schema(responses=ModelSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The models that a session or a run may name."""
        return Whole().get_paginated_response([ModelSerializer(model).data for model in offered_models(LIST_WAIT_S)])


def _for_programs(result: ToolResult) -> Any:
    """What is shown in full where other calls take it, else the value."""
    return next((shown.payload for shown in result.shown if shown.kind in TAKEN_BY_TRIPS), result.value)


def _callable(name: str) -> Tool:
    """The tool, if it may be called from outside a run. Raises Problem."""
    known, tool = TOOLS.get(name), enabled_tools().get(name)
    if known is None or known.writes:
        raise Problem(404, "unknown_tool", _("There is no tool %(name)s to be called here.") % {"name": name})
    if tool is None:
        raise Problem(409, "tool_disabled", _("The tool %(name)s is switched off.") % {"name": name})
    return tool


async def _called(
    tool: Tool, values: dict[str, Any], locale: str, injected: dict[str, Any], validated: list[dict[str, Any]]
) -> ToolResult:
    """The tool's result within its time. Raises ToolError."""
    gone = threading.Event()

    def results(name: str) -> tuple[Any, ...]:
        return tuple(validated) if name == validate_sql.name else ()

    call = tool.bind(values, ToolContext("", "", locale, _unheard, gone.is_set, injected, results=results))
    try:
        async with asyncio.timeout(tool.timeout_s):
            return as_result(await (call() if tool.is_async else in_tool_thread(call)))
    except TimeoutError as error:
        raise ToolError("timeout", _("The tool took longer than %(s)s seconds.") % {"s": tool.timeout_s}) from error
    finally:
        gone.set()


def _unheard(fraction: float, note: str = "") -> None:
    """A single call answers at once; its progress has no listener."""
