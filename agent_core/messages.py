"""What a conversation is made of: frozen messages, and the chunks in which a model streams its reply."""

import json
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator

from agent_core.arguments import parse_arguments


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a tool that a model asks for. `broken` holds argument text that was no JSON object."""

    id: str
    name: str
    args: Mapping[str, Any] = field(default_factory=dict)
    broken: str = ""


@dataclass(frozen=True, slots=True)
class SystemMessage:
    """An instruction to the model."""

    text: str
    role: Literal["system"] = "system"


@dataclass(frozen=True, slots=True)
class HumanMessage:
    """A message of the user."""

    text: str
    role: Literal["human"] = "human"


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    """A reply of the model. `partial` marks a text that was cut off by a cancel."""

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    partial: bool = False
    role: Literal["assistant"] = "assistant"


@dataclass(frozen=True, slots=True)
class ToolMessage:
    """A tool's answer as the model sees it: JSON text, an error as `{"error": {"code", "message", …}}`."""

    call_id: str
    name: str
    text: str
    status: Literal["success", "failed", "timeout", "refused"] = "success"
    role: Literal["tool"] = "tool"


Message: TypeAlias = Annotated[SystemMessage | HumanMessage | AssistantMessage | ToolMessage, Discriminator("role")]


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of a reply's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """A piece of a reply's reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCallDelta:
    """A piece of a call: pieces of one `index` belong together; `args` is a fragment of JSON text."""

    index: int
    id: str = ""
    name: str = ""
    args: str = ""


@dataclass(frozen=True, slots=True)
class ThoughtDelta:
    """A whole thought of a model that thinks in typed steps."""

    type: Literal["analysis", "planning", "inference", "reflection", "decision"]
    content: str
    confidence: float = 0.5
    decision: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one request; `cached` of the prompt's were taken from the endpoint's cache."""

    prompt: int = 0
    completion: int = 0
    cached: int = 0

    def as_dict(self) -> dict[str, int]:
        """Return the counts of tokens by name; that of cached ones only if there are any."""
        counts = {"prompt": self.prompt, "completion": self.completion}
        return {**counts, "cached": self.cached} if self.cached else counts


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of a streamed reply, with the endpoint's reason for it."""

    reason: str


Chunk: TypeAlias = TextDelta | ReasoningDelta | ToolCallDelta | ThoughtDelta | Usage | Finish


def call(id: str, name: str, /, index: int = 0, **args: Any) -> ToolCallDelta:
    """Return a complete tool call as one chunk."""
    return ToolCallDelta(index, id, name, json.dumps(args, ensure_ascii=False))


def assemble_calls(
    deltas: Iterable[ToolCallDelta], prefix: str, taken: Container[str] = frozenset()
) -> tuple[ToolCall, ...]:
    """Assemble the tool calls of streamed pieces, in the order in which they began.

    A call without id, or with one that is `taken` by an earlier call of the conversation, gets `{prefix}{position}`:
    some endpoints number their calls anew in each reply. Pieces of one index belong together, unless one begins a call
    of its own: with another id, or with a name after arguments that are complete. Argument text that is no JSON object,
    repaired once, is kept in `broken`, to be answered by a tool error.
    """
    begun: list[_Begun] = []
    open_: dict[int, _Begun] = {}
    for delta in deltas:
        current = open_.get(delta.index)
        if current is None or current.is_followed_by(delta):
            current = open_[delta.index] = _Begun(delta.index)
            begun.append(current)
        current.id, current.name = current.id or delta.id, current.name or delta.name
        current.args += delta.args
    calls: list[ToolCall] = []
    seen: set[str] = set()
    begun.sort(key=lambda one: one.index)
    for position, one in enumerate(begun):
        id = one.id if one.id and one.id not in seen and one.id not in taken else f"{prefix}{position}"
        seen.add(id)
        parsed = parse_arguments(one.args)
        calls.append(ToolCall(id, one.name, {}, broken=one.args) if parsed is None else ToolCall(id, one.name, parsed))
    return tuple(calls)


@dataclass(slots=True)
class _Begun:
    """A call whose pieces are still coming."""

    index: int
    id: str = ""
    name: str = ""
    args: str = ""

    def is_followed_by(self, delta: ToolCallDelta) -> bool:
        """Whether a piece of the same index begins another call."""
        if delta.id and self.id and delta.id != self.id:
            return True
        if not (delta.name and self.name) or (delta.id and delta.id == self.id):
            return False
        try:
            return isinstance(json.loads(self.args), dict)
        except json.JSONDecodeError:
            return False


def placeholder(call: ToolCall, code: str, message: str) -> ToolMessage:
    """Return the answer to a call that was not executed."""
    text = json.dumps({"error": {"code": code, "message": message}}, ensure_ascii=False)
    return ToolMessage(call.id, call.name, text, "refused")


def repair(messages: Iterable[Message], whole: tuple[Message, ...] = ()) -> tuple[Message, ...]:
    """Return a history that every provider accepts: calls answered right after their message, no other answers.

    `whole` is a history returned earlier. Messages that continue it are only inspected from its end on.
    """
    given = tuple(messages)
    fresh = given[len(whole) :] if given[: len(whole)] == whole else given
    return given if _is_whole(fresh) else _repaired(given)


def _is_whole(messages: tuple[Message, ...]) -> bool:
    """Whether all calls are answered in their order, as in most histories: then there is nothing to repair."""
    calls: tuple[ToolCall, ...] = ()
    answered = 0
    for message in messages:
        if message.role == "tool":
            if answered == len(calls) or calls[answered].id != message.call_id:
                return False
            answered += 1
        elif answered < len(calls):
            return False
        elif message.role == "assistant":
            calls, answered = message.tool_calls, 0
    return answered == len(calls)


def _repaired(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    repaired: list[Message] = []
    open_calls: dict[str, ToolCall] = {}

    def close() -> None:
        repaired.extend(placeholder(c, "not_executed", "The call was not executed.") for c in open_calls.values())
        open_calls.clear()

    for message in messages:
        if isinstance(message, ToolMessage):
            if open_calls.pop(message.call_id, None) is not None:
                repaired.append(message)
            continue
        close()
        repaired.append(message)
        if isinstance(message, AssistantMessage):
            open_calls.update((c.id, c) for c in message.tool_calls)
    close()
    return tuple(repaired)
