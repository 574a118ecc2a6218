"""Long-term memory: what a person asked to be remembered, and what is recalled for a run."""

from typing import Protocol

from agent_core.events import Notice
from agent_core.state import AgentState


class Memory(Protocol):
    async def trigger(self, state: AgentState) -> tuple[Notice, ...]:
        """Store what the user's own words ask to remember; each thing stored is announced by a notice."""
        ...

    async def recall(self, state: AgentState) -> tuple[str, ...]:
        """What is remembered of the run's owner, as data: each a sentence of theirs."""
        ...


class NoMemory:
    async def trigger(self, state: AgentState) -> tuple[Notice, ...]:
        return ()

    async def recall(self, state: AgentState) -> tuple[str, ...]:
        return ()
