"""Long-term memory: what a person asked to be remembered, and what is recalled for a run."""

from typing import Protocol

from agent_core.events import Notice
from agent_core.state import AgentState


class Memory(Protocol):
    """What is remembered of users between their runs."""

    async def trigger(self, state: AgentState) -> tuple[Notice, ...]:
        """Store what the user asks to remember; return a notice for each thing stored."""
        ...

    async def recall(self, state: AgentState) -> tuple[str, ...]:
        """Return what is remembered of the run's owner, as data: each a sentence of theirs."""
        ...


class NoMemory:
    """A `Memory` that stores and recalls nothing."""

    async def trigger(self, state: AgentState) -> tuple[Notice, ...]:
        """Store nothing; return no notices."""
        return ()

    async def recall(self, state: AgentState) -> tuple[str, ...]:
        """Return no memories."""
        return ()
