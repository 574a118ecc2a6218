"""Phase two. In mode `plan` the injected planner's steps are taken over; in mode `react` the model plans as it goes."""

from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update


async def plan(state: AgentState, context: RunContext) -> Update:
    context.enter("planning", state.locale)
    if state.mode != "plan":
        return {"phase": context.phase, "goal": state.task}
    goal, steps = await context.parts.planner.plan(state)
    return {"phase": context.phase, "goal": goal, "plan": steps}
