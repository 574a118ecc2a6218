"""Behind a decision: the owner's approval leads the proposed calls, and nothing else, to the tools.

The decision is read from the store, with the digest of what was decided upon; calls that are no longer those are
refused.
"""

from agent_core.events import ConfirmationResolved, Notice
from agent_core.proposals import digest_of
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update


async def confirm_recovery(state: AgentState, context: RunContext) -> Update:
    """Apply the recorded decision on the run's proposal: release its writes for execution, or stop the run.

    Writes that are no longer those of the proposal count as rejected; without a decision nothing changes, and the run
    pauses again. Raises ValueError without a proposal.
    """
    if state.proposal is None:
        raise ValueError("there is no proposal to go on from")
    decided = await context.parts.proposals.decided(state.proposal.id)
    if decided is None:
        return {}
    decision = decided.decision
    if decision == "approve" and not decided.digest == state.proposal.digest == digest_of(state.staged_writes):
        context.emit(Notice("changed_proposal", "The proposed change is no longer what was approved."))
        decision = "reject"
    context.emit(ConfirmationResolved(state.proposal.id, decision, decided.by))
    update: Update = {"staged_writes": (), "proposal": None, "reply": "", "outcomes": ()}
    if decision != "approve":
        return {**update, "pending_tool_calls": (), "stop": "expired" if decision == "expired" else "rejected"}
    context.enter("execution", state.locale)
    calls = state.staged_writes
    return {
        **update,
        "summaries": {},
        "pending_tool_calls": (*calls, *state.pending_tool_calls),
        "approved_calls": calls,
        "step_status": "acting",
        "phase": context.phase,
    }
