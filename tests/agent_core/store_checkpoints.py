"""`python -m tests.agent_core.store_checkpoints RELEASE`: store this release's checkpoints as fixtures.

Run it once for a release; the files of older releases stay as they are and must go on loading.
"""

import asyncio
import json
import sys
from pathlib import Path

from agent_core.agent import Agent
from agent_core.checkpoint import Checkpoint, InMemoryCheckpointer
from agent_core.messages import call
from agent_core.state import dump_state
from agent_core.testing import calls, text
from tests.agent_core.cast import Ledger, add, agent_with, task
from tests.agent_core.test_modes import PLAN

FOLDER = Path(__file__).parent / "checkpoints"


class Keeping(InMemoryCheckpointer):
    """Keeps every checkpoint."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[Checkpoint] = []

    async def save(self, checkpoint: Checkpoint) -> None:
        self.all.append(checkpoint)
        await super().save(checkpoint)


async def _checkpoints(agent: Agent, mode: str) -> list[Checkpoint]:
    keeping = agent.parts.checkpointer
    assert isinstance(keeping, Keeping)
    await agent.run(task("Book me seat 7, please", run="run_fixture", owner="ann", mode=mode))
    return keeping.all


def main() -> None:
    (release,) = sys.argv[1:]
    step = agent_with(calls(call("c1", "add", a=1, b=2)), text("Three."), checkpointer=Keeping())
    planned = agent_with(text(json.dumps(PLAN)), text("Done."), checkpointer=Keeping())
    write = calls(call("w", "book", seat=7))
    proposing = agent_with(write, tools=(add, Ledger().book), checkpointer=Keeping())
    chosen = {
        "between-steps": next(c for c in asyncio.run(_checkpoints(step, "react")) if c.state.step == 1),
        "inside-a-plan": next(c for c in asyncio.run(_checkpoints(planned, "plan")) if c.state.plan_at == 1),
        "waiting-for-a-decision": asyncio.run(_checkpoints(proposing, "react"))[-1],
    }
    FOLDER.mkdir(exist_ok=True)
    for name, checkpoint in chosen.items():
        stored = {"release": release, "node": checkpoint.node, "state": dump_state(checkpoint.state)}
        path = FOLDER / f"{release}-{name}.json"
        path.write_text(json.dumps(stored, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
