"""Phase one: what the user wants, by the injected understander; no model is called here."""

from dataclasses import replace

from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update


async def understand(state: AgentState, context: RunContext) -> Update:
    """Store what the user wants and the mode that suits it, with an analysis thought."""
    context.enter("understanding", state.locale)
    understood = await context.parts.understander.understand(state.messages, state.locale)
    mode = understood.mode if state.mode == "auto" else state.mode
    state = replace(state, understanding=understood.data, mode=mode)
    thought = context.think(state, "analysis", context.parts.narrator.analysis(state))
    return {
        "understanding": understood.data,
        "mode": mode,
        "phase": context.phase,
        "last_thought": thought,
        "thoughts": state.thoughts + 1,
    }
