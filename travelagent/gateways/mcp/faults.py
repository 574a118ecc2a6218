"""What cannot be done, in the words and codes of the API."""

from typing import Any

from django.http import HttpRequest
from mcp_types import CallToolResult, TextContent
from rest_framework.request import Request

from agent_core.tools import ToolError
from travelagent.api.problems import handle
from travelagent.api.tool_problems import problem_of

PATH = "/mcp"


def problem_in(error: Exception) -> dict[str, Any]:
    """Return the problem (RFC 9457) of an error; a fault of ours is logged and not disclosed. With DEBUG that one is
    raised.
    """
    response = handle(problem_of(error) if isinstance(error, ToolError) else error, {"request": _request()})
    if response is None or not isinstance(response.data, dict):
        raise error
    return dict(response.data)


def failed(problem: dict[str, Any]) -> CallToolResult:
    """Return the result of a tool that could not do it, every fault on a line of its own."""
    faults = [f"- {name}: {' '.join(map(str, messages))}" for name, messages in problem.get("errors", {}).items()]
    text = "\n".join([str(problem.get("detail", "")), *faults])
    return CallToolResult(content=[TextContent(text=text)], structured_content=problem, is_error=True)


def _request() -> Request:
    """Return a request to log a fault with: there is no request of Django's behind a call."""
    request = HttpRequest()
    request.method, request.path = "POST", PATH
    return Request(request)
