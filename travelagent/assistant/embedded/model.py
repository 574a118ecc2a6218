"""The embedded model: no key, no network, deterministic.

It has the trip at hand, the message as read, the tools' results and the run's state as values; its answer is what
`policy.decide` decides on.
"""

import asyncio
import copy
import json
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Final, Self

from agent_core.messages import Chunk, Finish, HumanMessage, Message, TextDelta, ToolCallDelta
from agent_core.model import ModelRequest
from agent_core.state import AgentState
from travelagent.assistant import clock
from travelagent.assistant.embedded.answers.texts import message_text
from travelagent.assistant.embedded.policy import decide
from travelagent.assistant.embedded.reader import TurnReader
from travelagent.assistant.embedded.steps import Answered, Calls, Step
from travelagent.assistant.embedded.turn import turn_of
from travelagent.assistant.language import language_of
from travelagent.assistant.readers import read_conversation

PIECE: Final = re.compile(r"\S+\s*|\s+|[\u4e00-\u9fff]{1,4}")
PIECE_CHARS: Final = 24


class EmbeddedModel:
    """The core's ChatModel of the embedded profile. `reader`: what reads the messages of its run."""

    name = "offline"

    def __init__(self, reader: TurnReader | None = None) -> None:
        self.reader = reader or TurnReader()

    def of_run(self, reader: TurnReader) -> Self:
        """Return the same model for a run with that reader."""
        model = copy.copy(self)
        model.reader = reader
        return model

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        """Yield the calls or the answer of the next step of the turn that the messages end with."""
        state = request.state or AgentState()
        tools = frozenset(tool.name for tool in request.tools)
        match await next_step(self.reader, request.messages, tools, state) or _unread(request.messages):
            case Calls(calls):
                for index, (tool, args) in enumerate(calls):
                    yield ToolCallDelta(index, name=tool, args=json.dumps(args, ensure_ascii=False))
                yield Finish("tool_calls")
            case Answered(text):
                for piece in _pieces(text):
                    yield TextDelta(piece)
                    await asyncio.sleep(0)
                yield Finish("stop")


async def next_step(
    reader: TurnReader, messages: Sequence[Message], tools: frozenset[str], state: AgentState
) -> Step | None:
    """Return what the policy does next in a run of that state; None where its message cannot be read."""
    read = await reader.read(messages, state.locale)
    if read is None:
        return None
    return await read_conversation(_step, messages, read, tools, clock.today(), state.memories, state.region)


def _step(messages: Sequence[Message], *values: Any) -> Step:
    return decide(turn_of(messages, *values))


def _unread(messages: Sequence[Message]) -> Answered:
    """The answer where a message brings this assistant into trouble."""
    message = next((each.text for each in reversed(messages) if isinstance(each, HumanMessage)), "")
    return Answered(message_text("talk.nothing", language_of(message)))


def _pieces(text: str) -> Iterator[str]:
    """The text in small pieces that join to it exactly."""
    at = 0
    while at < len(text):
        match = PIECE.match(text, at)
        end = min(match.end() if match else at + 1, at + PIECE_CHARS)
        yield text[at:end]
        at = end
