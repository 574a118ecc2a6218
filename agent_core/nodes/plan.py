"""Phase two. In mode `plan` a plan is made and then worked off; in mode `react` the model plans as it goes.

If no plan can be made, the run goes on in mode `react`, with a notice.
"""

from agent_core.events import Notice
from agent_core.model import ModelError, ModelRequest
from agent_core.planner import ModelPlanner
from agent_core.replies import request_reply
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update, apply


async def plan(state: AgentState, context: RunContext) -> Update:
    """Make a plan in mode `plan`; in other modes only enter the phase."""
    context.enter("planning", state.locale)
    update: Update = {"phase": context.phase, "goal": state.task}
    if state.mode != "plan":
        return update
    parts = context.parts

    async def ask(request: ModelRequest) -> str:
        reply = await request_reply(apply(state, update), context, request, streamed=False)
        update.update(reply.counted(apply(state, update)))
        return reply.text

    planner = parts.planner or ModelPlanner(ask, parts.tools.specs)
    try:
        goal, steps = await planner.plan(state)
    except (ValueError, ModelError) as error:
        context.emit(Notice("no_plan", parts.narrator.without_plan(state, error)))
        return {**update, "mode": "react"}
    thought = context.think(state, "planning", parts.narrator.planning(state, goal, steps))
    return {**update, "goal": goal, "plan": steps, "last_thought": thought, "thoughts": state.thoughts + 1}
