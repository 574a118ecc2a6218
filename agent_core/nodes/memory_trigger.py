"""Stores what the user's own words ask to remember, before all else, and recalls what is known."""

from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update


async def memory_trigger(state: AgentState, context: RunContext) -> Update:
    """Store what the user asks to remember, announce it, and recall what is remembered."""
    memory = context.parts.memory
    for notice in await memory.trigger(state):
        context.emit(notice)
    return {"memories": await memory.recall(state)}
