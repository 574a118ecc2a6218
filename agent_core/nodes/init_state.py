"""The first node: clean counters for this run, the conversation kept and repaired."""

from agent_core.messages import repair
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update


async def init_state(state: AgentState, context: RunContext) -> Update:
    """Repair the messages of earlier turns, so that every provider accepts them."""
    earlier = repair(state.messages[: state.turn])
    return {"messages": earlier + state.messages[state.turn :], "turn": len(earlier), "step_status": "idle"}
