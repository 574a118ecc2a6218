"""Stores what the user's own words ask to remember, before anything else is done with them."""

from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update


async def memory_trigger(state: AgentState, context: RunContext) -> Update:
    for notice in await context.parts.memory.trigger(state):
        context.emit(notice)
    return {}
