"""Before the tools: the phase `execution` begins, and the last step's outcomes make room for this one's."""

from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update


async def prepare_tool_input(state: AgentState, context: RunContext) -> Update:
    """Enter the execution phase and clear the outcomes of the last round."""
    context.enter("execution", state.locale)
    return {"phase": context.phase, "step_status": "acting", "outcomes": (), "interrupts": ()}
