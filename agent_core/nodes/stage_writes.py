"""Turns the writes of a step into a proposal. Nothing is executed here."""

from datetime import UTC, datetime, timedelta

from agent_core.events import ProposedCall
from agent_core.proposals import digest_of
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Proposal, Update


async def stage_writes(state: AgentState, context: RunContext) -> Update:
    parts = context.parts
    expires = datetime.now(UTC) + timedelta(seconds=parts.proposal_ttl_s)
    proposal = Proposal(
        id=parts.new_id("prop"),
        calls=tuple(
            ProposedCall(c.id, c.name, c.args, parts.answerer.summary(c, state.locale)) for c in state.staged_writes
        ),
        digest=digest_of(state.staged_writes),
        expires_at=expires.isoformat(timespec="seconds").replace("+00:00", "Z"),
    )
    return {"proposal": proposal, "pending_tool_calls": ()}
