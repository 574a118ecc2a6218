"""Where a run goes on behind a decision: an approval leads the proposed calls, and nothing else, to the tools."""

from agent_core.events import ConfirmationResolved, Decision
from agent_core.proposals import digest_of
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update


async def confirm_recovery(state: AgentState, context: RunContext) -> Update:
    if state.proposal is None or context.decision is None:
        raise ValueError("a decision needs its proposal")
    decision: Decision = context.decision.decision
    if digest_of(state.staged_writes) != state.proposal.digest:
        decision = "reject"
    context.emit(ConfirmationResolved(state.proposal.id, decision, context.decision.by))
    if decision == "approve":
        return {
            "pending_tool_calls": state.staged_writes,
            "approved_calls": state.staged_writes,
            "staged_writes": (),
            "proposal": None,
            "reply": "",
        }
    return {
        "staged_writes": (),
        "proposal": None,
        "reply": "",
        "stop": "expired" if decision == "expired" else "rejected",
    }
