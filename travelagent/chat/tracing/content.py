"""The words of a conversation as the conventions record them: JSON texts of bounded size.

The forms are those of gen-ai-input-messages.json and gen-ai-output-messages.json of the conventions.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from agent_core.messages import AssistantMessage, HumanMessage, Message, SystemMessage, ToolMessage, assemble_calls
from travelagent.chat.tracing.calls import ModelCall

PART_CHARS: Final = 4_000
"""What is kept of one text."""
ATTRIBUTE_CHARS: Final = 32_000
"""What is kept of one attribute: of messages the newest, of other values the beginning."""


def value_text(value: Any) -> str:
    """Return a value, such as a call's arguments, as JSON text."""
    return _cut(json.dumps(value, ensure_ascii=False, default=str), ATTRIBUTE_CHARS)


def input_text(messages: Sequence[Message]) -> str:
    """Return the messages of a request."""
    return _bounded([_message(message) for message in messages])


def output_text(call: ModelCall) -> str:
    """Return the reply of a call."""
    parts = [{"type": "reasoning", "content": _cut("".join(call.reasoning))}] if call.reasoning else []
    parts += _text_parts("".join(call.text))
    parts += [_call_part(made.id, made.name, made.args) for made in assemble_calls(call.tool_calls, "")]
    return _bounded([{"role": "assistant", "parts": parts, "finish_reason": call.finish or "error"}])


def answer_text(text: str) -> str:
    """Return a run's answer."""
    return _bounded([{"role": "assistant", "parts": _text_parts(text), "finish_reason": "stop"}])


def _message(message: Message) -> dict[str, Any]:
    match message:
        case SystemMessage(text=text):
            return {"role": "system", "parts": _text_parts(text)}
        case HumanMessage(text=text):
            return {"role": "user", "parts": _text_parts(text)}
        case ToolMessage(call_id=call, text=text):
            return {"role": "tool", "parts": [{"type": "tool_call_response", "id": call, "response": _cut(text)}]}
        case AssistantMessage(text=text, tool_calls=calls):
            made = [_call_part(call.id, call.name, call.args) for call in calls]
            return {"role": "assistant", "parts": [*_text_parts(text), *made]}


def _text_parts(text: str) -> list[dict[str, Any]]:
    return [{"type": "text", "content": _cut(text)}] if text else []


def _call_part(id: str, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return a call; arguments that are too long become text."""
    text = json.dumps(dict(arguments), ensure_ascii=False, default=str)
    kept = dict(arguments) if len(text) <= PART_CHARS else _cut(text)
    return {"type": "tool_call", "id": id, "name": name, "arguments": kept}


def _bounded(messages: Sequence[dict[str, Any]]) -> str:
    """Return the newest of the messages that fit, at least one."""
    kept: list[str] = []
    size = 0
    for message in reversed(messages):
        text = json.dumps(message, ensure_ascii=False, default=str)
        size += len(text) + 2
        if kept and size > ATTRIBUTE_CHARS:
            break
        kept.append(text)
    return f"[{', '.join(reversed(kept))}]"


def _cut(text: str, chars: int = PART_CHARS) -> str:
    return text if len(text) <= chars else f"{text[: chars - 1]}…"
