"""The embedded model: no key, no network, deterministic.

It sees what any model sees: the system message with the trip at hand, the messages, the tools. Its answer to them is
what `policy.decide` decides on.
"""

import asyncio
import datetime as dt
import json
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Final

from agent_core.messages import Chunk, Finish, HumanMessage, Message, TextDelta, ToolCallDelta
from agent_core.model import ModelRequest
from travelagent.assistant import clock
from travelagent.assistant.embedded.answers.texts import message_text
from travelagent.assistant.embedded.policy import decide
from travelagent.assistant.embedded.steps import Answered, Calls, Step
from travelagent.assistant.embedded.turn import read_turn
from travelagent.assistant.language import language_of
from travelagent.assistant.readers import read_conversation

PIECE: Final = re.compile(r"\S+\s*|\s+|[\u4e00-\u9fff]{1,4}")
PIECE_CHARS: Final = 24


class EmbeddedModel:
    """The core's ChatModel of the embedded profile."""

    name = "offline"

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
        """Yield the calls or the answer of the next step of the turn that the messages end with."""
        tools = frozenset(tool.name for tool in request.tools)
        step = await read_conversation(_step, request.messages, tools, clock.today()) or _unread(request.messages)
        match step:
            case Calls(calls):
                for index, (tool, args) in enumerate(calls):
                    yield ToolCallDelta(index, name=tool, args=json.dumps(args, ensure_ascii=False))
                yield Finish("tool_calls")
            case Answered(text):
                for piece in _pieces(text):
                    yield TextDelta(piece)
                    await asyncio.sleep(0)
                yield Finish("stop")


def _step(messages: Sequence[Message], tools: frozenset[str], today: dt.date) -> Step:
    return decide(read_turn(messages, tools, today))


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
