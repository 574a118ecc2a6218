"""The embedded model: no key, no network, deterministic.

It sees what any model sees, messages and tool schemas. From the user's words it understands what is wanted, from this
turn's tool answers what is known by now; the policy then decides on calls or on the answer.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import date

from agent_core.messages import Chunk, Finish, HumanMessage, Message, TextDelta, ToolCallDelta
from agent_core.model import ModelRequest
from travelagent.assistant import clock
from travelagent.assistant.language import language_of
from travelagent.assistant.offline.known import with_memories
from travelagent.assistant.offline.policy import decide
from travelagent.assistant.offline.steps import Answered, Calls
from travelagent.assistant.offline.turn import read_turn
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.offline.voice import Kind, voiced
from travelagent.assistant.readers import read_conversation
from travelagent.plans.values import LocalizedText

UNREAD = LocalizedText(
    "Sorry, I could not make sense of that message. What you planned before is kept. "
    "Please say it in other words, in one or two sentences.",
    "抱歉，这条消息我没能读懂。之前的方案都还在。请换个说法，用一两句话再说一遍。",
)
PIECE = re.compile(r"\S+\s*|\s+|[\u4e00-\u9fff]{1,4}")


class OfflineModel:
    """The core's ChatModel of the embedded profile."""

    name = "offline"

    async def stream(self, request: ModelRequest) -> AsyncIterator[Chunk]:
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


def _step(messages: Sequence[Message], tools: frozenset[str], today: date) -> Calls | Answered:
    turn = read_turn(messages, today)
    understood = with_memories(understand_turns(turn.said, today), turn.memories, today)
    step = decide(understood, turn, tools)
    if isinstance(step, Calls):
        return step
    kind: Kind = (
        "plan"
        if turn.route and step.tells_plan
        else "found"
        if step.tells_plan and any(f.error is None for f in turn.found)
        else "none"
    )
    return Answered(voiced(step.text, turn.style, kind, understood.language))


def _unread(messages: Sequence[Message]) -> Answered:
    """The answer where a message, or what to answer to it, brings this assistant into trouble."""
    said = next((message.text for message in reversed(messages) if isinstance(message, HumanMessage)), "")
    return Answered(UNREAD.zh if language_of(said) == "zh" else UNREAD.en)


def _pieces(text: str) -> Iterator[str]:
    """The text in small pieces that join to it exactly."""
    at = 0
    while at < len(text):
        match = PIECE.match(text, at)
        end = match.end() if match else at + 1
        yield text[at : min(end, at + 24)]
        at = min(end, at + 24)
