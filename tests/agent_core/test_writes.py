"""Confirm before write: what a model wants to change is proposed, and happens once, after its owner's decision."""

import asyncio
import dataclasses
from datetime import UTC, datetime, timedelta

import pytest

from agent_core.checkpoint import Checkpoint
from agent_core.events import Decision
from agent_core.messages import ToolMessage, call
from agent_core.proposals import CannotDecide, InMemoryProposals, digest_of
from agent_core.testing import calls, text
from agent_core.tools import NeedsConsent, Tool, ToolContext, ToolResult, tool
from tests.agent_core.cast import Ledger, Recorder, add, agent_with, model_of, task

SENTENCE = "Please book me seat seven in the quiet coach of the morning train to Kyoto"


def booking(ledger: Ledger, *after: object, **more: object):
    proposals = InMemoryProposals()
    first = calls(call("r", "add", a=1, b=1), call("w", "book", seat=7, title=SENTENCE))
    agent = agent_with(first, *after, tools=(add, ledger.book), proposals=proposals, **more)
    return agent, proposals


async def test_b17_a_write_is_proposed_and_nothing_is_written() -> None:
    ledger, sink = Ledger(), Recorder()
    agent, proposals = booking(ledger)

    paused = await agent.run(task(SENTENCE, run="r1", owner="ann"), sink=sink)

    assert (paused.status, ledger.written, paused.waits_for) == ("awaiting_confirmation", [], tuple(proposals.waiting))
    assert [e.tool for e in sink.of("tool_end")] == ["add"]
    required = sink.of("confirmation_required")[0]
    assert required.needs_confirmation is True
    assert required.calls[0].args["seat"] == 7
    assert len(required.calls[0].args["title"]) <= 40
    order = [e.type for e in sink.events if e.type in ("confirmation_required", "answer", "run_paused", "run_finished")]
    assert order == ["confirmation_required", "answer", "run_paused"]


async def test_b17_another_message_leaves_the_proposal_open_and_its_calls_answered() -> None:
    ledger = Ledger()
    agent, proposals = booking(ledger, text("Sunny."))
    await agent.run(task(SENTENCE, run="r1", owner="ann"))
    checkpoint = await agent.parts.checkpointer.load("r1")
    assert checkpoint is not None

    await agent.run(task("How is the weather?", history=checkpoint.state.messages, run="r2"))

    answers = [m for m in model_of(agent).requests[-1].messages if isinstance(m, ToolMessage)]
    assert [(m.call_id, m.status) for m in answers] == [("r", "success"), ("w", "refused")]
    assert (len(proposals.waiting), ledger.written) == (1, [])


async def test_b17_a_run_resumed_without_a_decision_pauses_again() -> None:
    ledger = Ledger()
    agent, proposals = booking(ledger)
    await agent.run(task(SENTENCE, run="r1", owner="ann"))

    again = await agent.resume("r1")

    assert (again.status, ledger.written, len(proposals.waiting)) == ("awaiting_confirmation", [], 1)


async def test_b17_a_checkpoint_that_claims_an_approval_writes_nothing() -> None:
    ledger = Ledger()
    agent, _ = booking(ledger, text("Hm."))
    await agent.run(task(SENTENCE, run="r1", owner="ann"))
    checkpoint = await agent.parts.checkpointer.load("r1")
    assert checkpoint is not None
    forged = dataclasses.replace(checkpoint.state, pending_tool_calls=checkpoint.state.staged_writes, proposal=None)
    await agent.parts.checkpointer.save(Checkpoint("r1", "tools", forged))

    sink = Recorder()
    await agent.resume("r1", sink=sink)

    assert ledger.written == []
    assert sink.of("tool_end")[-1].error["code"] == "needs_confirmation"


async def test_b18_an_approval_writes_once_and_the_model_words_the_reply() -> None:
    ledger, sink = Ledger(), Recorder()
    agent, proposals = booking(ledger, text("Seat 7 is yours."))
    paused = await agent.run(task(SENTENCE, run="r1", owner="ann"))
    (waiting,) = paused.waits_for

    proposals.decide(waiting, "approve", "ann")
    done = await agent.resume("r1", sink=sink)

    assert (done.status, ledger.written, done.final_reply) == ("succeeded", [7], "Seat 7 is yours.")
    assert [e.decision for e in sink.of("confirmation_resolved")] == ["approve"]
    assert '"booked": 7' in model_of(agent).requests[-1].messages[-1].text


async def test_b18_approved_fifty_times_at_once_it_is_written_once() -> None:
    ledger = Ledger()
    agent, proposals = booking(ledger, *(text("Done.") for _ in range(50)))
    paused = await agent.run(task(SENTENCE, run="r1", owner="ann"))

    async def approve() -> None:
        proposals.decide(paused.waits_for[0], "approve", "ann")
        await agent.resume("r1")

    await asyncio.gather(*(approve() for _ in range(50)))

    assert ledger.written == [7]


@pytest.mark.parametrize("decision", ["reject", "expired"])
async def test_b18_without_an_approval_nothing_is_written_and_it_is_said(decision: Decision) -> None:
    ledger = Ledger()
    agent, proposals = booking(ledger)
    paused = await agent.run(task(SENTENCE, run="r1", owner="ann"))
    proposals.decide(paused.waits_for[0], decision, "ann")

    done = await agent.resume("r1")

    assert (done.status, ledger.written) == ("succeeded", [])
    assert done.metadata["stop_reason"] == ("rejected" if decision == "reject" else "expired")
    assert done.final_reply


async def test_b18_only_the_owner_decides_and_only_in_time_and_only_one_way() -> None:
    ledger = Ledger()
    agent, proposals = booking(ledger)
    paused = await agent.run(task(SENTENCE, run="r1", owner="ann"))
    (waiting,) = paused.waits_for

    with pytest.raises(CannotDecide, match="not_owner"):
        proposals.decide(waiting, "approve", "mallory")
    with pytest.raises(CannotDecide, match="unknown"):
        proposals.decide("prop_x", "approve", "ann")
    with pytest.raises(CannotDecide, match="expired"):
        proposals.decide(waiting, "approve", "ann", now=datetime.now(UTC) + timedelta(days=2))
    with pytest.raises(CannotDecide, match="expired"):
        proposals.decide(waiting, "approve", "ann")
    assert (await agent.resume("r1")).metadata["stop_reason"] == "expired"
    assert ledger.written == []


async def test_b18_the_same_decision_again_is_no_error_and_the_other_one_is() -> None:
    agent, proposals = booking(Ledger())
    paused = await agent.run(task(SENTENCE, run="r1", owner="ann"))
    (waiting,) = paused.waits_for

    assert proposals.decide(waiting, "reject", "ann") == proposals.decide(waiting, "reject", "ann")
    with pytest.raises(CannotDecide, match="already_decided"):
        proposals.decide(waiting, "approve", "ann")


async def test_b18_calls_that_changed_since_the_approval_are_refused() -> None:
    ledger = Ledger()
    agent, proposals = booking(ledger)
    paused = await agent.run(task(SENTENCE, run="r1", owner="ann"))
    proposals.decide(paused.waits_for[0], "approve", "ann")
    checkpoint = await agent.parts.checkpointer.load("r1")
    assert checkpoint is not None
    (write,) = checkpoint.state.staged_writes
    changed = dataclasses.replace(checkpoint.state, staged_writes=(dataclasses.replace(write, args={"seat": 1}),))
    await agent.parts.checkpointer.save(Checkpoint("r1", checkpoint.node, changed))

    done = await agent.resume("r1")

    assert (ledger.written, done.metadata["stop_reason"]) == ([], "rejected")


async def test_b18_calls_and_digest_that_changed_together_are_refused() -> None:
    ledger = Ledger()
    agent, proposals = booking(ledger)
    paused = await agent.run(task(SENTENCE, run="r1", owner="ann"))
    proposals.decide(paused.waits_for[0], "approve", "ann")
    checkpoint = await agent.parts.checkpointer.load("r1")
    assert checkpoint is not None
    assert checkpoint.state.proposal is not None
    writes = (dataclasses.replace(checkpoint.state.staged_writes[0], args={"seat": 1}),)
    proposal = dataclasses.replace(checkpoint.state.proposal, digest=digest_of(writes))
    forged = dataclasses.replace(checkpoint.state, staged_writes=writes, proposal=proposal)
    await agent.parts.checkpointer.save(Checkpoint("r1", checkpoint.node, forged))

    done = await agent.resume("r1")

    assert (ledger.written, done.metadata["stop_reason"]) == ([], "rejected")


async def test_b18_an_approval_is_used_up() -> None:
    agent, proposals = booking(Ledger(), text("Done."))
    paused = await agent.run(task(SENTENCE, run="r1", owner="ann"))
    proposals.decide(paused.waits_for[0], "approve", "ann")
    await agent.resume("r1")

    checkpoint = await agent.parts.checkpointer.load("r1")
    assert checkpoint is not None
    assert (checkpoint.state.approved_calls, checkpoint.state.proposal) == ((), None)


async def test_b18_a_write_after_a_confirmed_one_needs_its_own_confirmation() -> None:
    ledger = Ledger()
    agent, proposals = booking(ledger, calls(call("w2", "book", seat=8)))
    paused = await agent.run(task(SENTENCE, run="r1", owner="ann"))
    proposals.decide(paused.waits_for[0], "approve", "ann")

    again = await agent.resume("r1")

    assert (again.status, ledger.written) == ("awaiting_confirmation", [7])
    assert again.waits_for != paused.waits_for


async def test_b19_a_write_is_executed_once_whatever_its_caller_does() -> None:
    from agent_core.journal import InMemoryJournal

    journal, go_on, ran = InMemoryJournal(), asyncio.Event(), []

    async def write() -> str:
        await go_on.wait()
        ran.append(1)
        return "written"

    first = asyncio.create_task(journal.execute_once("r", "w", write))
    await asyncio.sleep(0)
    first.cancel()
    go_on.set()

    assert await journal.execute_once("r", "w", write) == "written"
    assert ran == [1]


async def test_b19_a_write_that_outlasts_its_limit_is_not_reported_as_failed() -> None:
    import threading

    from agent_core.tools import tool

    released, written = threading.Event(), []

    @tool(writes=True, timeout_s=0.05)
    def slow_book() -> str:
        """Book slowly."""
        released.wait(20)
        written.append(1)
        return "booked"

    sink, proposals = Recorder(), InMemoryProposals()
    agent = agent_with(calls(call("w", "slow_book")), text("Booked."), tools=(slow_book,), proposals=proposals)
    paused = await agent.run(task(run="r1", owner="ann"))
    proposals.decide(paused.waits_for[0], "approve", "ann")
    resuming = asyncio.create_task(agent.resume("r1", sink=sink))
    await sink.wait_for("tool_start")
    asyncio.get_running_loop().call_later(0.2, released.set)
    await resuming

    ended = sink.of("tool_end")[0]
    assert (written, ended.status, ended.result) == ([1], "success", "booked")


def trimming(trimmed: list[int]) -> Tool:
    """Return a tool that takes days away, and asks first where they are more than one."""

    @tool(sequential=True)
    def trim(days: int, *, context: ToolContext) -> ToolResult:
        """Take days away."""
        if days > 1 and not context.is_approved:
            raise NeedsConsent(f"{days} days fewer")
        trimmed.append(days)
        return ToolResult({"fewer": days})

    return trim


@pytest.mark.parametrize(
    ("decision", "trimmed", "ended"),
    [("approve", [1, 3], ["trim", "trim", "add"]), ("reject", [1], ["trim"])],
)
async def test_a_call_that_does_more_than_is_sure_waits_for_its_owner(
    decision: Decision, trimmed: list[int], ended: list[str]
) -> None:
    done: list[int] = []
    proposals, sink = InMemoryProposals(), Recorder()
    wanted = calls(call("a", "trim", days=1), call("b", "trim", days=3), call("c", "add", a=1, b=1))
    agent = agent_with(wanted, text("Shorter."), tools=(trimming(done), add), proposals=proposals)

    paused = await agent.run(task("Shorten it", run="r1", owner="ann"), sink=sink)

    assert (paused.status, done) == ("awaiting_confirmation", [1])
    (required,) = sink.of("confirmation_required")
    assert [(each.id, each.summary) for each in required.calls] == [("b", "3 days fewer")]

    proposals.decide(paused.waits_for[0], decision, "ann")
    await agent.resume("r1", sink=sink, started_calls=frozenset({"a", "b"}))

    assert done == trimmed
    assert [event.tool for event in sink.of("tool_end")] == ended
