"""Stores the proposal before anybody hears of it, and behind the checkpoint that names it.

A run that is killed in between goes on with this proposal: there is never one in the store that no run knows of.
"""

from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update


async def persist_proposal(state: AgentState, context: RunContext) -> Update:
    """Store the proposal after the events before it are durable. Raises ValueError without a proposal."""
    if state.proposal is None:
        raise ValueError("there is no proposal to store")
    await context.sink.commit()
    await context.parts.proposals.save(state.run, state.owner, state.proposal)
    return {}
