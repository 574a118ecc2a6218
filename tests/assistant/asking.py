"""Asks the embedded model, with the real tools and no database."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, TypeAlias

from agent_core.agent import Agent, Task
from agent_core.messages import Message
from agent_core.runtime import Parts
from agent_core.state import AgentState, Result
from agent_core.tools import Tool, ToolRegistry
from tests.agent_core.cast import Recorder
from travelagent.assistant.answers import TravelAnswerer
from travelagent.assistant.embedded.model import EmbeddedModel
from travelagent.assistant.embedded.reader import TurnReader
from travelagent.assistant.language import language_of
from travelagent.assistant.narration import TravelNarrator
from travelagent.assistant.prompter import TravelPrompter
from travelagent.assistant.tools import TOOLS
from travelagent.assistant.understander import TravelUnderstander
from travelagent.assistant.workflows import DATA_QUESTIONS
from travelagent.briefs.at_hand import TripAtHand
from travelagent.briefs.wire import brief_from_wire

TODAY = date(2026, 11, 23)
"""The day on which the tests of the assistant ask."""


def embedded_agent(tools: Iterable[Tool] = TOOLS, trip: TripAtHand | None = None) -> Agent:
    """The embedded assistant for one run upon the trip at hand."""
    reader = TurnReader(trip)
    return Agent(
        Parts(
            EmbeddedModel(reader),
            ToolRegistry(tools),
            understander=TravelUnderstander(reader),
            narrator=TravelNarrator(),
            prompter=TravelPrompter(trip),
            answerer=TravelAnswerer(),
            workflow=DATA_QUESTIONS,
            injected={"spoken": reader.spoken},
        )
    )


class Memory:
    """What the tools of a conversation find: what was shown, and the trip at hand, as the events of its runs tell."""

    def __init__(self, sinks: Iterable[Recorder] = ()) -> None:
        self.sinks = list(sinks)

    def injected(self, sink: Recorder) -> dict[str, Any]:
        """The hidden arguments of a run whose events go to this sink."""
        self.sinks.append(sink)
        return {"artifacts": self.artifact, "trip": self.trip, "history": self.history, "person": 0, "session": ""}

    def artifact(self, id: str, kind: str) -> Mapping[str, Any] | None:
        shown = (event for sink in self.sinks for event in sink.of("artifact"))
        return next((event.payload for event in shown if (event.id, event.kind) == (id, kind)), None)

    def history(self, forth: bool) -> TripAtHand | None:
        """The trip before the newest run that changed it and is not undone; or the one before the undo."""
        before = [self.trip_after(n) for n in range(len(self.sinks))]
        made: list[int] = []
        undone: list[int] = []
        for n, sink in enumerate(self.sinks):
            events = [*sink.of("brief_changed"), *sink.of("plan_changed")]
            if not events:
                continue
            if "restores" not in events[0].data:
                made, undone = [*made, n], []
            elif events[0].data["forth"]:
                made = [*made, undone.pop()]
            else:
                undone.append(made.pop())
        if forth:
            return before[undone[-1]] if undone else None
        return before[made[-2]] if len(made) > 1 else None

    def trip(self) -> TripAtHand:
        return self.trip_after(len(self.sinks) - 1)

    def trip_after(self, last: int) -> TripAtHand:
        """The trip after the runs up to that one."""
        trip = TripAtHand()
        for sink in self.sinks[: last + 1]:
            for event in (*sink.of("brief_changed"), *sink.of("plan_changed")):
                trip = replace(trip, version=event.data["version"])
                if event.type == "brief_changed":
                    trip = replace(trip, brief=brief_from_wire(event.data["brief"]))
                else:
                    plan = event.data["artifact"]
                    trip = replace(trip, plan=plan, itinerary=self.artifact(plan, "itinerary"))
        return trip


async def run_question(
    question: str, tools: Iterable[Tool] = TOOLS, history: tuple[Message, ...] = (), style: str = ""
) -> tuple[Result, Recorder]:
    """Return the result of one question, and the events of its run."""
    sink = Recorder()
    task = Task(
        question,
        mode="auto",
        locale=language_of(question),
        history=history,
        style=style,
        injected=Memory().injected(sink),
    )
    return await embedded_agent(tools).run(task, sink=sink), sink


Turn: TypeAlias = str | Callable[[AgentState], str]


async def conversed(turns: Sequence[Turn], region: str = "", memory: Memory | None = None) -> list[AgentState]:
    """Return the state at the end of each turn of a conversation with somebody of that country, saved trips aside.

    Artifacts and the trip at hand are found as they are in a real one. A turn is a message, or a function that returns
    one, given the state before. What is shown is also found in `memory`.
    """
    tools = [tool for tool in TOOLS if tool.category != "trips"]
    memory, states = memory or Memory(), []
    history: tuple[Message, ...] = ()
    for number, turn in enumerate(turns, 1):
        message = turn if isinstance(turn, str) else turn(states[-1])
        agent, sink = embedded_agent(tools, memory.trip()), Recorder()
        task = Task(
            message,
            run=f"run{number}",
            mode="auto",
            locale=language_of(message),
            region=region,
            history=history,
            injected=memory.injected(sink),
        )
        await agent.run(task, sink=sink)
        checkpoint = await agent.parts.checkpointer.load(task.run)
        assert checkpoint is not None
        states.append(checkpoint.state)
        history = checkpoint.state.messages
    return states
