"""Asks the embedded model, with the real tools and no database."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from agent_core.agent import Agent, Task
from agent_core.messages import Message
from agent_core.runtime import Parts
from agent_core.state import AgentState, Result
from agent_core.tools import Tool, ToolRegistry
from tests.agent_core.cast import Recorder
from travelagent.assistant.answers import TravelAnswerer
from travelagent.assistant.language import language_of
from travelagent.assistant.narration import TravelNarrator
from travelagent.assistant.offline.model import OfflineModel
from travelagent.assistant.prompter import TravelPrompter
from travelagent.assistant.tools import TOOLS
from travelagent.assistant.understander import TravelUnderstander
from travelagent.assistant.workflows import DATA_QUESTIONS


def offline_agent(tools: Iterable[Tool] = TOOLS) -> Agent:
    return Agent(
        Parts(
            OfflineModel(),
            ToolRegistry(tools),
            understander=TravelUnderstander(),
            narrator=TravelNarrator(),
            prompter=TravelPrompter(),
            answerer=TravelAnswerer(),
            workflow=DATA_QUESTIONS,
        )
    )


async def asked(
    question: str, tools: Iterable[Tool] = TOOLS, history: tuple[Message, ...] = (), style: str = ""
) -> tuple[Result, Recorder]:
    """The result of one question, and the events of its run."""
    sink = Recorder()
    task = Task(question, mode="auto", locale=language_of(question), history=history, style=style)
    return await offline_agent(tools).run(task, sink=sink), sink


Said: TypeAlias = str | Callable[[AgentState], str]


async def conversed(turns: Sequence[Said], region: str = "") -> list[AgentState]:
    """The state at the end of each turn of a conversation with somebody of that country, saved trips aside; artifacts
    of earlier turns are found.

    A turn is what is said, or what says it, given the state before.
    """
    agent, shown, states = offline_agent(tool for tool in TOOLS if tool.category != "trips"), {}, []
    history: tuple[Message, ...] = ()

    def artifacts(id: str, kind: str) -> Mapping[str, Any] | None:
        return shown.get((id, kind))

    for number, said in enumerate(turns, 1):
        message = said if isinstance(said, str) else said(states[-1])
        sink = Recorder()
        task = Task(
            message,
            run=f"run{number}",
            mode="auto",
            locale=language_of(message),
            region=region,
            history=history,
            injected={"artifacts": artifacts, "person": 0, "session": ""},
        )
        await agent.run(task, sink=sink)
        shown |= {(event.id, event.kind): event.payload for event in sink.of("artifact")}
        checkpoint = await agent.parts.checkpointer.load(task.run)
        assert checkpoint is not None
        states.append(checkpoint.state)
        history = checkpoint.state.messages
    return states
