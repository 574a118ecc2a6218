"""Turns the writes of a step into a proposal. Nothing is executed here.

A title that merely repeats the user's sentence is cut to a short one.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from agent_core.events import ProposedCall
from agent_core.messages import ToolCall
from agent_core.proposals import digest_of
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Proposal, Update

TITLE_CHARS = 40


async def stage_writes(state: AgentState, context: RunContext) -> Update:
    parts = context.parts
    writes = tuple(replace(call, args=_with_short_title(call.args, state.task)) for call in state.staged_writes)
    expires = datetime.now(UTC) + timedelta(seconds=parts.proposal_ttl_s)
    proposal = Proposal(
        id=parts.new_id("prop"),
        calls=tuple(ProposedCall(c.id, c.name, c.args, _summary(c, state, context)) for c in writes),
        digest=digest_of(writes),
        expires_at=expires.isoformat(timespec="seconds").replace("+00:00", "Z"),
    )
    return {"proposal": proposal, "staged_writes": writes, "pending_tool_calls": ()}


def _summary(call: ToolCall, state: AgentState, context: RunContext) -> str:
    tool = context.parts.tools.get(call.name)
    if tool is not None and tool.summary is not None:
        return tool.summary(call.args, state.locale, context.injected)
    return context.parts.answerer.summary(call, state.locale)


def _with_short_title(args: Mapping[str, Any], sentence: str) -> Mapping[str, Any]:
    title = args.get("title")
    if not isinstance(title, str) or len(title) <= TITLE_CHARS or _squeezed(title) not in _squeezed(sentence):
        return args
    return {**args, "title": shortened(title)}


def shortened(title: str) -> str:
    """At most 40 characters, cut between words where there are any."""
    cut = " ".join(title.split())[: TITLE_CHARS - 1]
    at = cut.rfind(" ")
    return f"{cut[:at] if at > TITLE_CHARS // 2 else cut}…"


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()
