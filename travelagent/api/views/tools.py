"""The tools, described and called."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from agent_core.tools import Tool, ToolContext, ToolError, as_result
from travelagent.accounts.models import Scope
from travelagent.api.problems import Problem
from travelagent.api.serializers import ToolCallBody
from travelagent.api.views.base import ActorView
from travelagent.assistant.model_registry import models
from travelagent.assistant.tools import TOOLS
from travelagent.chat.toolset import enabled_tools

STATUS = {"unknown_city": 404, "ambiguous_city": 409}
OBJECT = {200: {"type": "object"}}


def _described(tool: Tool, enabled: bool) -> dict[str, Any]:
    return {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
        "required_params": tool.parameters.get("required", []),
        "timeout": tool.timeout_s,
        "category": tool.category,
        "tags": list(tool.tags),
        "writes": tool.writes,
        "enabled": enabled,
    }


def _unheard(fraction: float, note: str = "") -> None:
    """A single call answers at once; its progress has no listener."""


class ToolList(ActorView):
    scope = Scope.TOOLS

    @extend_schema(responses=OBJECT)
    def get(self, request: Request) -> Response:
        enabled = enabled_tools()
        rows = [_described(enabled.get(tool.name) or tool, tool.name in enabled) for tool in TOOLS]
        return Response({"next": None, "previous": None, "results": rows})


class ToolCall(ActorView):
    scope = Scope.TOOLS

    @extend_schema(request=ToolCallBody, responses=OBJECT)
    def post(self, request: Request, name: str) -> Response:
        """Call one read-only tool; the result is what a model would get."""
        tool = enabled_tools().get(name)
        if tool is None or tool.writes:
            raise Problem(404, "unknown_tool", f"There is no tool {name} to be called here.")
        context = ToolContext(run="", call_id="", locale=self.locale, progress=_unheard)
        try:
            values = tool.validated(self.body(ToolCallBody)["arguments"], {})
            result = as_result(tool.bind(values, context)())
        except ToolError as error:
            raise Problem(STATUS.get(error.code, 400), error.code, str(error), **error.data) from error
        return Response({"result": result.value})


class ModelList(ActorView):
    @extend_schema(responses=OBJECT)
    def get(self, request: Request) -> Response:
        rows = [
            {
                "name": m.name,
                "label": str(m.label),
                "provider": m.provider,
                "capabilities": list(m.capabilities),
                "default": position == 0,
            }
            for position, m in enumerate(models())
        ]
        return Response({"next": None, "previous": None, "results": rows})
