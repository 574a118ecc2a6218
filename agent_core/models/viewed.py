"""Tools as a language model is shown them: this turn's results in their view, those of earlier turns in a line, and
only the tools that can be of use by now.

The conversation keeps every result whole; a request to a model that pays by the token carries what it needs of them.
"""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Any

from agent_core.messages import Chunk, HumanMessage, Message, ToolMessage
from agent_core.model import ChatModel, ModelRequest, ToolSpec, WrappedModel
from agent_core.tools import ToolRegistry

LINE_CHARS = 300
"""The longest line that stands for a result of an earlier turn."""


class Viewed(WrappedModel):
    """A model that reads results of these tools in their views."""

    def __init__(self, model: ChatModel, tools: ToolRegistry) -> None:
        super().__init__(model)
        self._tools = tools

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        """Stream the model's reply to the conversation with its results in their views. Raises ModelError."""
        messages = viewed(request.messages, self._tools)
        offered = useful(request.tools, request.messages, self._tools)
        async for chunk in self._model.stream(replace(request, messages=messages, tools=offered)):
            yield chunk


def useful(offered: Sequence[ToolSpec], messages: Sequence[Message], tools: ToolRegistry) -> tuple[ToolSpec, ...]:
    """Return the offered tools without those that follow others of which none has succeeded yet."""
    succeeded = {m.name for m in messages if isinstance(m, ToolMessage) and m.status == "success"}

    def is_useful(name: str) -> bool:
        tool = tools.get(name)
        return tool is None or not tool.follows or not succeeded.isdisjoint(tool.follows)

    return tuple(spec for spec in offered if is_useful(spec.name))


def viewed(messages: Sequence[Message], tools: ToolRegistry) -> tuple[Message, ...]:
    """Return the messages with each result of the last turn in its view, and each earlier one folded to a line."""
    newest = max((at for at, message in enumerate(messages) if isinstance(message, HumanMessage)), default=0)
    return tuple(
        replace(message, text=_view(message, tools) if at > newest else _folded(message, tools))
        if isinstance(message, ToolMessage)
        else message
        for at, message in enumerate(messages)
    )


def _view(message: ToolMessage, tools: ToolRegistry) -> str:
    tool, value = tools.get(message.name), _value(message)
    if tool is None or tool.view is None or not isinstance(value, dict):
        return message.text
    return tool.view(value)


def _folded(message: ToolMessage, tools: ToolRegistry) -> str:
    if message.status != "success":
        return _failure(message)
    line = _view(message, tools).split("\n", 1)[0]
    return f"{line if len(line) <= LINE_CHARS else line[:LINE_CHARS] + '…'} (folded)"


def _failure(message: ToolMessage) -> str:
    """An error of an earlier turn, without the data that came with it."""
    error = json.loads(message.text)["error"]
    shown = {name: error[name] for name in ("code", "message") if name in error}
    return json.dumps({"error": shown}, ensure_ascii=False)


def _value(message: ToolMessage) -> Any:
    return json.loads(message.text) if message.status == "success" else None
