"""Turns the writes of a step, and the calls that need consent, into a proposal. Nothing is executed here.

A title that merely repeats the user's sentence is cut to a short one.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from agent_core.events import ProposedCall
from agent_core.messages import ToolCall
from agent_core.proposals import digest_of
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Proposal, Update

TITLE_CHARS = 40


async def stage_writes(state: AgentState, context: RunContext) -> Update:
    """Make one proposal of the writes that the model called, each with a summary of its exact change."""
    parts = context.parts
    writes = tuple(replace(call, args=_with_short_title(call.args, state.task)) for call in state.staged_writes)
    await context.sink.commit()  # a summary may look up what this run has shown
    summaries = [await _summary(call, state, context) for call in writes]
    expires = datetime.now(UTC) + timedelta(seconds=parts.proposal_ttl_s)
    proposal = Proposal(
        id=parts.new_id("prop"),
        calls=tuple(ProposedCall(c.id, c.name, c.args, s) for c, s in zip(writes, summaries, strict=True)),
        digest=digest_of(writes),
        expires_at=expires.isoformat(timespec="seconds").replace("+00:00", "Z"),
    )
    return {"proposal": proposal, "staged_writes": writes}


async def _summary(call: ToolCall, state: AgentState, context: RunContext) -> str:
    """The exact change in one line: that of the call's own request for consent, else by the tool's words."""
    if call.id in state.summaries:
        return state.summaries[call.id]
    tool = context.parts.tools.get(call.name)
    if tool is not None and tool.summary is not None:
        worded = await context.parts.run_sync(partial(tool.summary, call.args, state.locale, context.injected))
        return str(worded)
    return context.parts.answerer.summary(call, state.locale)


def _with_short_title(args: Mapping[str, Any], sentence: str) -> Mapping[str, Any]:
    title = args.get("title")
    if not isinstance(title, str) or len(title) <= TITLE_CHARS or _squeezed(title) not in _squeezed(sentence):
        return args
    return {**args, "title": shortened(title)}


def shortened(title: str) -> str:
    """Shorten a title to at most 40 characters, cut between words where there are any."""
    cut = " ".join(title.split())[: TITLE_CHARS - 1]
    at = cut.rfind(" ")
    return f"{cut[:at] if at > TITLE_CHARS // 2 else cut}…"


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()
