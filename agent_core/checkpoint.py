"""Checkpoints: where a run stands, kept behind each node's events, so that a killed run goes on from there."""

from dataclasses import dataclass
from typing import Protocol

from agent_core.state import AgentState


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where a run stands: its state, and the `node` to enter next."""

    run: str
    node: str
    state: AgentState


class Checkpointer(Protocol):
    """A store of the newest checkpoint of each run."""

    async def save(self, checkpoint: Checkpoint) -> None:
        """Keep the checkpoint as the run's newest. It becomes durable no earlier than the events emitted before it."""
        ...

    async def load(self, run: str) -> Checkpoint | None:
        """Return the newest checkpoint of the run, None where there is none."""


class InMemoryCheckpointer:
    """A `Checkpointer` in memory, for tests and for runs that need not survive the process."""

    def __init__(self) -> None:
        self._newest: dict[str, Checkpoint] = {}

    async def save(self, checkpoint: Checkpoint) -> None:
        """Keep the checkpoint as the newest of its run."""
        self._newest[checkpoint.run] = checkpoint

    async def load(self, run: str) -> Checkpoint | None:
        """Return the newest checkpoint of the run, None where there is none."""
        return self._newest.get(run)
