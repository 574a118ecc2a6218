"""The graph: nodes and edges as one table, and the walker that follows it.

A node is an async function from state and context to an update. Behind each node the walker emits `node_end`, picks the
first edge whose condition holds, and hands the checkpoint on behind the node's events. An immediate cancel interrupts
the node at work; the run then leaves through `finalize`, with what had been streamed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from agent_core.checkpoint import Checkpoint
from agent_core.events import NodeEnded, NodeStarted
from agent_core.nodes.agent import agent
from agent_core.nodes.confirm_recovery import confirm_recovery
from agent_core.nodes.finalize import finalize
from agent_core.nodes.init_state import init_state
from agent_core.nodes.memory_trigger import memory_trigger
from agent_core.nodes.persist_proposal import persist_proposal
from agent_core.nodes.plan import plan
from agent_core.nodes.prepare_tool_input import prepare_tool_input
from agent_core.nodes.respond import respond
from agent_core.nodes.stage_writes import stage_writes
from agent_core.nodes.tools import tools
from agent_core.nodes.understand import understand
from agent_core.nodes.update_state import update_state
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update, apply

Node: TypeAlias = Callable[[AgentState, RunContext], Awaitable[Update]]
Condition: TypeAlias = Callable[[AgentState], bool]

START = "START"
END = "END"
FINALIZE = "finalize"

log = logging.getLogger("agent_core.graph")


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge from `source` to `target`, taken when `when` holds; one without condition always holds."""

    source: str
    target: str
    when: Condition | None = None
    label: str = ""


@dataclass(frozen=True)
class Graph:
    """A table of nodes by name and of the edges between them.

    Of the edges that leave a node the first that holds is taken.
    """

    nodes: Mapping[str, Node]
    edges: tuple[Edge, ...]

    @cached_property
    def _leaving(self) -> Mapping[str, tuple[Edge, ...]]:
        """The edges by the node that they leave."""
        sources = {edge.source for edge in self.edges}
        return {source: tuple(e for e in self.edges if e.source == source) for source in sources}

    def successor(self, node: str, state: AgentState) -> str:
        """Return the node that follows in this state, by the first edge that holds.

        Raises LookupError where none does.
        """
        for edge in self._leaving.get(node, ()):
            if edge.when is None or edge.when(state):
                return edge.target
        raise LookupError(f"no edge leads on from {node}")

    def successors(self, node: str) -> frozenset[str]:
        """Return the names of all nodes to which an edge leads from the node."""
        return frozenset(edge.target for edge in self.edges if edge.source == node)

    def mermaid(self) -> str:
        """Return the graph as a Mermaid flowchart."""
        lines = ["flowchart TD"]
        for edge in self.edges:
            arrow = f"-->|{edge.label}|" if edge.label else "-->"
            lines.append(f"    {edge.source} {arrow} {edge.target}")
        return "\n".join(lines)


GRAPH = Graph(
    nodes={
        "init_state": init_state,
        "memory_trigger": memory_trigger,
        "understand": understand,
        "plan": plan,
        "agent": agent,
        "prepare_tool_input": prepare_tool_input,
        "tools": tools,
        "update_state": update_state,
        "stage_writes": stage_writes,
        "persist_proposal": persist_proposal,
        "respond": respond,
        "confirm_recovery": confirm_recovery,
        "finalize": finalize,
    },
    edges=(
        Edge(START, "init_state"),
        Edge("init_state", "memory_trigger"),
        Edge("memory_trigger", "understand"),
        Edge("understand", "agent", lambda s: s.mode == "direct", "direct"),
        Edge("understand", "plan"),
        Edge("plan", "agent"),
        Edge("agent", "prepare_tool_input", lambda s: bool(s.pending_tool_calls), "reads"),
        Edge("agent", "stage_writes", lambda s: bool(s.staged_writes), "only writes"),
        Edge("agent", "finalize", label="no calls, stop or limit"),
        Edge("prepare_tool_input", "tools"),
        Edge("tools", "respond", lambda s: bool(s.interrupts), "a call waits for a decision"),
        Edge("tools", "update_state"),
        Edge("update_state", "stage_writes", lambda s: bool(s.staged_writes), "writes are left"),
        Edge("update_state", "agent"),
        Edge("stage_writes", "persist_proposal"),
        Edge("persist_proposal", "respond"),
        Edge("respond", END, label="paused"),
        Edge("confirm_recovery", "tools", lambda s: bool(s.approved_calls), "approved"),
        Edge("confirm_recovery", END, lambda s: s.proposal is not None, "still undecided"),
        Edge("confirm_recovery", "finalize", label="rejected or expired"),
        Edge("finalize", END),
    ),
)


async def walk(graph: Graph, state: AgentState, context: RunContext, at: str) -> AgentState:
    """Follow the graph from node `at` until END; return the state at the end."""
    task, save = asyncio.current_task(), context.parts.checkpointer.save
    while at != END:
        if context.cancel.when is not None and _cancelled_before(at, state, context):
            state, at = apply(state, {"stop": "cancelled"}), FINALIZE
        state, following = await _visit(graph, state, context, at, task)
        if log.isEnabledFor(logging.INFO):
            _log_visit(state, at, following)
        at = following
        if at != END:
            await save(Checkpoint(state.run, at, state))
    return state


def _log_visit(state: AgentState, at: str, following: str) -> None:
    """Write the log line of a node. Its caller is not looked for on the stack, a fourth of what a line costs."""
    extra = {"run": state.run, "step": state.step, "node": at, "route": following}
    log.handle(log.makeRecord(log.name, logging.INFO, __file__, 0, "node", (), None, extra=extra))


def _cancelled_before(at: str, state: AgentState, context: RunContext) -> bool:
    when = context.cancel.when
    return state.stop is None and at != FINALIZE and (when == "immediate" or (when == "after_step" and at == "agent"))


async def _visit(
    graph: Graph, state: AgentState, context: RunContext, at: str, task: asyncio.Task[Any] | None
) -> tuple[AgentState, str]:
    """One node: its events, its update, and the name of the next one. An immediate cancel interrupts `task`."""
    context.emit(NodeStarted(at))
    started = context.elapsed_ms
    context.partial.clear()
    context.cancel.interrupts = None if at == FINALIZE else task
    try:
        update = await graph.nodes[at](state, context)
    except asyncio.CancelledError:
        if context.cancel.when != "immediate" or task is None or at == FINALIZE:
            raise
        task.uncancel()
        context.emit(NodeEnded(at, context.elapsed_ms - started))
        cut: Update = {"stop": "cancelled", "reply": "".join(context.partial), "phase": context.phase}
        return apply(state, cut), FINALIZE
    finally:
        context.cancel.interrupts = None
    ended = context.elapsed_ms
    state = apply(state, update, elapsed_ms=ended)
    context.emit(NodeEnded(at, ended - started))
    return state, graph.successor(at, state)
