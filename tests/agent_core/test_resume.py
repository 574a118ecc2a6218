"""Checkpoints, interrupts, nested agents: a run goes on where it was left, and repeats nothing that had finished."""

import asyncio
import dataclasses
import json
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from agent_core import runtime
from agent_core.agent import NothingToResume
from agent_core.checkpoint import Checkpoint, InMemoryCheckpointer
from agent_core.graph import END, GRAPH, START
from agent_core.messages import call
from agent_core.nested import agent_as_node, agent_as_tool
from agent_core.proposals import InMemoryProposals
from agent_core.state import SCHEMA_VERSION, AgentState, UnknownSchema, dump_state, load_state
from agent_core.testing import calls, text
from agent_core.tools import tool
from tests.agent_core.cast import Ledger, Recorder, add, agent_with, model_of, task

FIXTURES = Path(__file__).parent / "checkpoints"


class Killed(BaseException):
    """The process ends here."""


class KillingCheckpointer(InMemoryCheckpointer):
    """Ends the process behind its nth checkpoint."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.left = at

    async def save(self, checkpoint: Checkpoint) -> None:
        await super().save(checkpoint)
        self.left -= 1
        if self.left == 0:
            raise Killed


@pytest.mark.parametrize("at", range(1, 14))
async def test_b29_killed_behind_any_checkpoint_the_run_comes_to_the_same_end(at: int) -> None:
    checkpointer = KillingCheckpointer(at)
    replies = [calls(call("c1", "add", a=1, b=2)), text("Three.")]
    agent = agent_with(*replies, checkpointer=checkpointer)
    killed = False
    try:
        result = await agent.run(task(run="r1"))
    except Killed:
        killed = True
        made = len(model_of(agent).requests)
        again = agent_with(*replies[made:], checkpointer=checkpointer)
        sink = Recorder()
        result = await again.resume("r1", sink=sink)
        assert sink.events[0].type == "run_resumed"

    assert (result.final_reply, result.metadata["steps_taken"]) == ("Three.", 1)
    assert killed == (at <= 11)


async def test_working_time_is_counted_once_over_all_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(runtime, "time", SimpleNamespace(monotonic=lambda: now))

    @tool
    async def work() -> str:
        """Take ten seconds."""
        nonlocal now
        now += 10.0
        return "done"

    checkpointer = KillingCheckpointer(at=100)
    replies = [calls(call("c1", "work")), calls(call("c2", "work")), text("Done.")]
    whole = await agent_with(*replies, tools=(work,), checkpointer=checkpointer).run(task(run="whole"))
    assert (whole.duration_ms, whole.metadata["duration_ms"]) == (20_000, 20_000)

    checkpointer = KillingCheckpointer(at=whole.metadata["llm_calls"] + 5)
    agent = agent_with(*replies, tools=(work,), checkpointer=checkpointer)
    with pytest.raises(Killed):
        await agent.run(task(run="cut"))
    worked, now = now - 20.0, now + 1_000.0  # nobody works between the segments
    assert worked > 0
    rest = agent_with(*replies[len(model_of(agent).requests) :], tools=(work,), checkpointer=checkpointer)
    assert (await rest.resume("cut")).duration_ms == 20_000


async def test_b20_reads_that_had_finished_are_not_repeated() -> None:
    ran: list[str] = []
    never = asyncio.Event()

    @tool
    async def look(name: str) -> str:
        """Look."""
        ran.append(name)
        if name == "slow" and ran.count("slow") == 1:
            await never.wait()
        return name

    sink = Recorder()
    agent = agent_with(
        calls(call("c1", "look", name="slow"), call("c2", "look", name="fast")), text("Seen."), tools=(look,)
    )
    running = asyncio.create_task(agent.run(task(run="r1"), sink=sink))
    await sink.wait_for("tool_end")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    started = frozenset(e.id for e in sink.of("tool_start"))
    result = await agent.resume("r1", sink=sink, started_calls=started)

    assert ran == ["slow", "fast", "slow"]
    assert result.final_reply == "Seen."
    assert [e.id for e in sink.of("tool_start")] == ["c1", "c2"]
    assert [e.id for e in sink.of("tool_end")] == ["c2", "c1"]
    assert [m.call_id for m in model_of(agent).requests[-1].messages if m.role == "tool"] == ["c1", "c2"]


async def test_b20_one_of_two_interrupts_is_resumed_and_the_other_stays() -> None:
    ledger, proposals = Ledger(), InMemoryProposals()
    clerk = agent_with(calls(call("w1", "book", seat=1)), text("Booked."), tools=(ledger.book,))
    other = agent_with(calls(call("w2", "book", seat=2)), text("Booked too."), tools=(ledger.book,))
    boss = agent_with(
        calls(call("c1", "ask_clerk", task="seat 1"), call("c2", "ask_other", task="seat 2")),
        text("Both are booked."),
        tools=(agent_as_tool(clerk, "ask_clerk", "Books."), agent_as_tool(other, "ask_other", "Books too.")),
        proposals=proposals,
    )

    paused = await boss.run(task(run="r1", owner="ann"))
    assert len(paused.waits_for) == 2
    assert ledger.written == []

    proposals.decide(paused.waits_for[1], "approve", "ann")
    half = await boss.resume("r1")
    assert (half.status, half.waits_for, ledger.written) == ("awaiting_confirmation", paused.waits_for[:1], [2])

    proposals.decide(paused.waits_for[0], "approve", "ann")
    done = await boss.resume("r1")
    assert (done.status, done.final_reply, ledger.written) == ("succeeded", "Both are booked.", [2, 1])


async def test_b27_a_nested_agents_events_carry_their_parent_and_nothing_leaks() -> None:
    sink = Recorder()
    inner = agent_with(calls(call("i1", "add", a=1, b=2)), text("It is three."))
    outer = agent_with(
        calls(call("c1", "ask_inner", task="add")), text("Three."), tools=(agent_as_tool(inner, "ask_inner", "Adds."),)
    )

    result = await outer.run(task(run="r1"), sink=sink)

    nested = [e.type for e, parent in zip(sink.events, sink.parents, strict=True) if parent == "c1"]
    assert "tool_end" in nested
    assert {"run_started", "run_finished", "answer", "llm_token", "phase"}.isdisjoint(nested)
    assert [e.type for e in sink.events].count("run_finished") == 1
    assert "".join(e.token for e in sink.of("llm_token")) == result.final_reply == "Three."
    assert result.metadata["tools_used"] == ["ask_inner"]


async def test_b27_an_agent_is_a_node_of_another_graph() -> None:
    from agent_core.graph import Edge, Graph, walk
    from agent_core.runtime import CancelToken, RunContext

    outer = agent_with()
    inner = agent_with(text("From inside."))
    graph = Graph({"inner": agent_as_node(inner, "inner")}, (Edge(START, "inner"), Edge("inner", END)))
    context = RunContext(outer.parts, Recorder(), CancelToken())

    state = await walk(graph, task("Go", run="r1").start(), context, "inner")

    assert state.reply == "From inside."
    assert await outer.parts.checkpointer.load("r1/inner") is not None


async def test_nothing_to_resume_is_said() -> None:
    with pytest.raises(NothingToResume):
        await agent_with().resume("never")


def test_the_table_leads_writes_through_a_decision_alone() -> None:
    assert GRAPH.successors("persist_proposal") == {"respond"}
    assert GRAPH.successors("respond") == {END}
    assert {e.source for e in GRAPH.edges if e.target == "tools"} == {"prepare_tool_input", "confirm_recovery"}
    assert {e.target for e in GRAPH.edges} - {END} <= set(GRAPH.nodes)
    assert {e.source for e in GRAPH.edges} == {START, *GRAPH.nodes}


def test_the_table_draws_itself() -> None:
    drawing = GRAPH.mermaid()

    assert drawing.startswith("flowchart TD")
    assert "stage_writes --> persist_proposal" in drawing


def test_a_state_survives_json() -> None:
    state = dataclasses.replace(task("Hi", run="r1").start(), understanding={"intent": "greeting"}, stop="answered")

    assert load_state(json.loads(json.dumps(dump_state(state)))) == state


async def test_a_state_that_was_saved_stays_as_it_was() -> None:
    saved: list[tuple[AgentState, dict[str, object]]] = []

    class Keeping(InMemoryCheckpointer):
        async def save(self, checkpoint: Checkpoint) -> None:
            saved.append((checkpoint.state, dump_state(checkpoint.state)))

    agent = agent_with(calls(call("c1", "add", a=1, b=2)), text("Three."), checkpointer=Keeping())

    await agent.run(task())

    assert len({id(state) for state, _ in saved}) > 5
    for state, dumped in saved:
        assert dump_state(state) == dumped


def test_a_state_of_a_newer_release_is_refused() -> None:
    with pytest.raises(UnknownSchema):
        load_state({"version": SCHEMA_VERSION + 1})


def test_a_state_without_the_newer_fields_loads() -> None:
    assert load_state({"version": 1, "run": "r1"}) == AgentState(run="r1")


RELEASED = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FIXTURES.glob("*.json"))}


@pytest.mark.parametrize("name", RELEASED)
async def test_a_released_checkpoint_loads_and_goes_on(name: str) -> None:
    stored = RELEASED[name]
    state = load_state(stored["state"])
    ledger, proposals = Ledger(), InMemoryProposals()
    agent = agent_with(text("Well then."), text("Well then."), tools=(add, ledger.book), proposals=proposals)
    await agent.parts.checkpointer.save(Checkpoint(state.run, stored["node"], state))
    if state.proposal is not None:
        await proposals.save(state.run, state.owner, state.proposal)
        in_time = datetime.fromisoformat(state.proposal.expires_at) - timedelta(hours=1)
        proposals.decide(state.proposal.id, "approve", state.owner, now=in_time)

    result = await agent.resume(state.run)

    assert result.status == "succeeded"
    assert ledger.written == ([7] if state.proposal else [])


def test_there_are_released_checkpoints() -> None:
    assert len(RELEASED) >= 3
