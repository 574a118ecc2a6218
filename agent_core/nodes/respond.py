"""Describes to the user what waits for a decision, from the proposal alone, and pauses the run."""

from agent_core.events import ConfirmationRequired, RunPaused
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update


async def respond(state: AgentState, context: RunContext) -> Update:
    """Answer with what waits for a decision, and pause the run."""
    if state.proposal is not None:
        proposal = state.proposal
        text = context.parts.answerer.proposing(state, proposal)
        context.emit(ConfirmationRequired(proposal.id, proposal.expires_at, proposal.calls))
    else:
        text = "\n\n".join(dict.fromkeys(interrupt.told for interrupt in state.interrupts))
    context.emit(context.parts.answerer.finish(state, text))
    context.emit(RunPaused("awaiting_confirmation"))
    return {"reply": text}
