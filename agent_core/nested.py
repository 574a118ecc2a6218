"""An agent inside a run: as a tool of another agent, or as a node of another graph.

It shares the outer run's checkpointer (under `{run}/{call}`), its event log (with the call as `parent`), its cancel and
its injected values. When it has to wait for a decision, so does the call it runs in; resuming the outer run resumes it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from agent_core.agent import Agent, Task
from agent_core.events import (
    Answer,
    Event,
    PhaseEntered,
    RunFinished,
    RunPaused,
    RunResumed,
    RunStarted,
    Token,
)
from agent_core.messages import AssistantMessage
from agent_core.runtime import RunContext, Sink, Surface
from agent_core.state import AgentState, Result, Update
from agent_core.tools import Interrupted, Tool, ToolContext, ToolError, ToolResult, tool

# What belongs to the outer run alone: its beginning, phases, text and end.
OUTER_ONLY = (RunStarted, RunFinished, RunPaused, RunResumed, PhaseEntered, Answer, Token)


class NestedSink:
    """Passes a nested agent's events to the outer run's log, under the call it runs in."""

    def __init__(self, outer: Sink, parent: str) -> None:
        self._outer, self._parent = outer, parent

    def emit(self, event: Event, parent: str = "") -> None:
        """Emit the event on the outer run's sink, under the call or node that holds this run."""
        if not isinstance(event, OUTER_ONLY):
            self._outer.emit(event, parent or self._parent)

    def mark(self) -> int:
        """Return the number of the outer run's newest event."""
        return self._outer.mark()

    async def commit(self) -> None:
        """Wait until the outer run's events are durable."""
        await self._outer.commit()


async def run_inside(surface: Surface, agent: Agent, message: str) -> Result:
    """Run the agent on a message inside a call, or continue it where it was left. Raises Interrupted while it waits."""
    run = f"{surface.state.run}/{surface.call_id}"
    outer = surface.context.parts
    parts = replace(agent.parts, checkpointer=outer.checkpointer, proposals=outer.proposals, journal=outer.journal)
    inner = Agent(parts)
    sink = NestedSink(surface.context.sink, surface.call_id)
    if await outer.checkpointer.load(run) is not None:
        result = await inner.resume(run, sink=sink, injected=surface.context.injected)
    else:
        task = Task(
            message,
            run=run,
            session=surface.state.session,
            owner=surface.state.owner,
            locale=surface.state.locale,
            injected=surface.context.injected,
        )
        result = await inner.run(task, sink=sink)
    if result.status == "awaiting_confirmation":
        raise Interrupted(result.waits_for, result.final_reply)
    return result


def agent_as_tool(agent: Agent, name: str, description: str) -> Tool:
    """Return a tool that hands a task to another agent and returns its reply.

    `description` is what models read of it. The tool's result has `reply` and `tools_used`; it fails with code
    `agent_failed`.
    """

    async def delegate(
        task: Annotated[str, Field(min_length=1, description="What to do, in full.")], *, context: ToolContext
    ) -> ToolResult:
        result = await run_inside(context.nested, agent, task)
        if not result.success:
            raise ToolError("agent_failed", result.final_reply)
        return ToolResult({"reply": result.final_reply, "tools_used": list(result.metadata["tools_used"])})

    delegate.__doc__ = description
    return tool(name=name, timeout_s=300.0)(delegate)


def agent_as_node(agent: Agent, name: str) -> Callable[[AgentState, RunContext], Awaitable[Update]]:
    """Return a node for another graph: the agent works on the task, and its reply joins the messages."""

    async def node(state: AgentState, context: RunContext) -> Update:
        result = await run_inside(Surface(context, state, name), agent, state.task)
        return {"messages": (*state.messages, AssistantMessage(result.final_reply)), "reply": result.final_reply}

    return node
