"""Conversations with a model on the wire, with the trip at hand and artifacts found as they are in a real one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from agent_core.agent import Agent, Task
from agent_core.checkpoint import InMemoryCheckpointer
from agent_core.journal import InMemoryJournal
from agent_core.memory import NoMemory
from agent_core.messages import Message
from agent_core.model import ChatModel
from agent_core.models.openai import OpenAIModel
from agent_core.models.viewed import Viewed
from agent_core.proposals import InMemoryProposals
from agent_core.runtime import Parts, RetryPolicy
from agent_core.state import AgentState
from tests.agent_core.cast import NO_WAIT, Recorder
from tests.assistant.asking import Memory
from tests.support.wire import Endpoint
from travelagent.assistant.assembly import Wiring, parts_of
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.assistant.language import language_of
from travelagent.assistant.tools import TOOLS
from travelagent.briefs.at_hand import TripAtHand


@dataclass
class Turn:
    """A turn's state at its end, and its events."""

    state: AgentState
    sink: Recorder

    def artifact(self, kind: str) -> Any:
        """The newest artifact of that kind that the turn has shown."""
        return [event.payload for event in self.sink.of("artifact") if event.kind == kind][-1]


def parts(model: ChatModel, trip: TripAtHand, stand_ins: Sequence[ChatModel] = ()) -> Parts:
    """The product's parts for one run, without a database."""
    wiring = Wiring(
        model.name,
        TOOLS,
        checkpointer=InMemoryCheckpointer(),
        proposals=InMemoryProposals(),
        journal=InMemoryJournal(),
        run_sync=_at_once,
        new_id=lambda prefix: f"{prefix}_1",
        trip=trip,
    )
    return replace(parts_of(wiring, model, stand_ins), memory=NoMemory())


async def _at_once(function: Any) -> Any:
    return function()


async def conversed_with(
    endpoint: Endpoint,
    messages: Sequence[str],
    *,
    window: Any = None,
    memory: Memory | None = None,
    retries: RetryPolicy = NO_WAIT,
) -> list[Turn]:
    """The turns of a conversation with the model of an endpoint; the embedded assistant stands in."""
    memory, turns = memory or Memory(), []
    history: tuple[Message, ...] = ()
    for number, message in enumerate(messages, 1):
        model: ChatModel = OpenAIModel("scripted", api_key="none", base_url=endpoint.url)
        model = Viewed(window(model) if window else model, TOOLS)
        trip = memory.trip() if memory.sinks else TripAtHand()
        agent = Agent(replace(parts(model, trip, [EmbeddedModel()]), retries=retries))
        sink = Recorder()
        task = Task(
            message,
            run=f"run{number}",
            locale=language_of(message),
            history=history,
            injected=memory.injected(sink),
        )
        await agent.run(task, sink=sink)
        checkpoint = await agent.parts.checkpointer.load(task.run)
        assert checkpoint is not None
        turns.append(Turn(checkpoint.state, sink))
        history = checkpoint.state.messages
    return turns
