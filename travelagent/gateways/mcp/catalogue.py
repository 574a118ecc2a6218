"""The tools as MCP lists them: the registry's own schemas, and the two that speak with the assistant."""

import inspect
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from django.utils.translation import gettext as _
from mcp.server.apps import EXTENSION_ID
from mcp_types import Tool as McpTool
from mcp_types import ToolAnnotations

from agent_core.tools import Tool
from travelagent.chat.actions import MESSAGE_CHARS
from travelagent.chat.toolset import enabled_tools
from travelagent.gateways.mcp.callers import ASK, DECIDE, Caller, scopes_of_tool

UI = {"resourceUri": "ui://travelagent/itinerary.html"}
CARD_META = {"ui": UI}
SHOWS_PLAN = frozenset({ASK, DECIDE, "generate_route", "get_trip"})
NEEDS_CONVERSATION = frozenset({"set_brief", "undo_change", "ask_plan"})
"""They read and change the trip that a conversation is about: the assistant is asked in words instead."""
DESTROYS = frozenset({"update_trip", "delete_trip"})
CONVERSATION = {
    "type": "string",
    "pattern": "^ses_[0-9A-Za-z]+$",
    "description": "The conversation whose artifacts are named, as ask_assistant gives it.",
}
EXTENSION = EXTENSION_ID


def read_tools() -> Iterator[Tool]:
    """Yield the tools that only read, and need no conversation."""
    for tool in enabled_tools():
        needs = {name for name, default in tool.hidden.items() if default is inspect.Parameter.empty}
        if tool.offered and not tool.writes and needs <= {"person"} and tool.name not in NEEDS_CONVERSATION:
            yield tool


def write_tools() -> Iterator[Tool]:
    """Yield the tools that write, each of them once its user has confirmed the call."""
    for tool in enabled_tools():
        if tool.writes:
            yield tool


def listed(caller: Caller) -> list[McpTool]:
    """Return the tools that the caller's scopes suffice for."""
    every = [_ask(), _decide(), *map(_described, read_tools()), *map(_proposing, write_tools())]
    return [tool for tool in every if scopes_of_tool(tool.name) <= caller.actor.scopes]


def _ask() -> McpTool:
    return McpTool(
        name=ASK,
        title=_("Ask the travel assistant"),
        description=(
            "Ask the travel assistant in words, in English or Chinese: plan a trip, change it, save it, or answer a "
            "question about places, weather and costs. It keeps the trip of a conversation in mind. A change of what "
            "is saved is only proposed, and waits for its user's confirmation."
        ),
        input_schema={
            "type": "object",
            "properties": {
                "message": {"type": "string", "minLength": 1, "maxLength": MESSAGE_CHARS},
                "conversation": {
                    "type": "string",
                    "pattern": "^ses_[0-9A-Za-z]+$",
                    "description": "To go on with one: the value that the last result gave. Without it a new one.",
                },
            },
            "required": ["message"],
            "additionalProperties": False,
        },
        annotations=ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False),
        _meta=CARD_META,
    )


def _decide() -> McpTool:
    return McpTool(
        name=DECIDE,
        title=_("Decide on a proposed change"),
        description=(
            "Approve or reject a change that was proposed. Approve only what the user has agreed to in so many words."
        ),
        input_schema={
            "type": "object",
            "properties": {
                "proposal": {"type": "string", "pattern": "^prop_[0-9A-Za-z]+$"},
                "decision": {"type": "string", "enum": ["approve", "reject"]},
            },
            "required": ["proposal", "decision"],
            "additionalProperties": False,
        },
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
        ),
        _meta=CARD_META,
    )


def _described(tool: Tool) -> McpTool:
    return McpTool(
        name=tool.name,
        description=tool.description,
        input_schema=dict(tool.parameters),
        annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
        _meta=CARD_META if tool.name in SHOWS_PLAN else None,
    )


def _proposing(tool: Tool) -> McpTool:
    """Return a tool that writes; its arguments name the conversation whose artifacts it uses."""
    schema: dict[str, Any] = deepcopy(dict(tool.parameters))
    schema["properties"]["conversation"] = CONVERSATION
    if "session" in tool.hidden:
        schema["required"] = [*schema.get("required", ()), "conversation"]
    return McpTool(
        name=tool.name,
        description=tool.description,
        input_schema=schema,
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=tool.name in DESTROYS, open_world_hint=False
        ),
    )
