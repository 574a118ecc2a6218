"""What every checkpointer keeps to; here the one in memory, in test_scaled.py the one in Redis."""

import dataclasses

from agent_core.checkpoint import Checkpoint, Checkpointer, InMemoryCheckpointer
from agent_core.messages import call
from agent_core.proposals import InMemoryProposals
from agent_core.state import AgentState, load_state
from agent_core.testing import calls, text
from tests.agent_core.cast import Ledger, add, agent_with, task
from tests.agent_core.test_resume import RELEASED


def state(run: str, **more: object) -> AgentState:
    return dataclasses.replace(task("规划北京三日游", run=run).start(), **more)


async def check_contract(checkpointer: Checkpointer) -> None:
    """The newest checkpoint of a run is kept exactly, apart from other runs and what is nested in them."""
    runs = ["r1", "r1/c1", "r1/c1/i1", "r10", "r2"]
    for run in runs:
        await checkpointer.save(Checkpoint(run, "agent", state(run)))
    for run in runs:
        assert await checkpointer.load(run) == Checkpoint(run, "agent", state(run))
    assert await checkpointer.load("r3") is None

    for step, node in enumerate(["agent", "tools", "update_state"]):
        await checkpointer.save(Checkpoint("r1", node, state("r1", step=step)))
    assert await checkpointer.load("r1") == Checkpoint("r1", "update_state", state("r1", step=2))

    for stored in RELEASED.values():
        checkpoint = Checkpoint("r1", stored["node"], load_state(stored["state"]))
        await checkpointer.save(checkpoint)
        assert await checkpointer.load("r1") == checkpoint


async def check_resume(checkpointer: Checkpointer) -> None:
    """A paused run goes on from its checkpoint."""
    ledger, proposals = Ledger(), InMemoryProposals()
    more = {"tools": (add, ledger.book), "proposals": proposals, "checkpointer": checkpointer}
    proposing = agent_with(calls(call("c1", "add", a=1, b=2), call("w1", "book", seat=7)), **more)
    paused = await proposing.run(task(run="r4", owner="ann"))
    proposals.decide(paused.waits_for[0], "approve", "ann")

    done = await agent_with(text("座位 7 已订好。"), **more).resume("r4")

    assert (done.final_reply, ledger.written) == ("座位 7 已订好。", [7])
    assert [row.action.id for row in done.history if row.action] == ["c1", "w1"]


async def test_in_memory() -> None:
    checkpointer = InMemoryCheckpointer()
    await check_contract(checkpointer)
    await check_resume(checkpointer)
