"""Checkpoints: where a run stands, kept behind each node's events, so that a killed run goes on from there."""

from dataclasses import dataclass
from typing import Protocol

from agent_core.state import AgentState


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """`node` is the one to enter next."""

    run: str
    node: str
    state: AgentState


class Checkpointer(Protocol):
    async def save(self, checkpoint: Checkpoint) -> None:
        """Keep it as the run's newest. It becomes durable no earlier than the events emitted before it."""
        ...

    async def load(self, run: str) -> Checkpoint | None: ...


class InMemoryCheckpointer:
    def __init__(self) -> None:
        self._newest: dict[str, Checkpoint] = {}

    async def save(self, checkpoint: Checkpoint) -> None:
        self._newest[checkpoint.run] = checkpoint

    async def load(self, run: str) -> Checkpoint | None:
        return self._newest.get(run)
