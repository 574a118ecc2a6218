"""The review of a finished reply: sentences that contradict the conversation's results are mended by the model, one
request for all of them, and nothing else of the reply changes.

The reader keeps the first text until the mends are there: the request for them is not streamed. Then the tokens are
declared void (`run_resumed` with reason `mended`) and the text follows as one token, so that the tokens that count
still concatenate to the reply. What no result speaks of stays as it is and is only listed.
"""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

import json_repair

from agent_core.events import Claim, Mend, RunResumed
from agent_core.messages import AssistantMessage, HumanMessage, Message
from agent_core.model import ModelError, ModelRequest
from agent_core.replies import Reply, request_reply
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update, apply

ALIKE = 0.35
"""A mend is at least so like its sentence, as `difflib` measures it; a less similar one is another statement."""
_LIST = re.compile(r'\[\s*"')


async def review_reply(state: AgentState, context: RunContext, mark: int) -> Update:
    """Review the reply of a state; return what changes: the reply, what was mended, what no result supports.

    `mark` is the number of the newest event before the reply's text. A mend is taken where its sentence contradicts
    nothing any more; a model that fails to mend leaves the first reply.
    """
    reviewer = context.parts.reviewer
    claims = await reviewer.review(state, state.reply)
    sentences = tuple(dict.fromkeys(claim.sentence for claim in claims if claim.truth))
    if not sentences:
        return {"untraced": claims, "mends": ()}
    update, mends = await _mends(state, context, claims, sentences)
    if mends:
        left = await reviewer.review(apply(state, update), _replaced(state.reply, mends))
        failed = [claim.sentence for claim in left if claim.truth]
        mends = tuple(m for m in mends if not any(m.after in each or each in m.after for each in failed))
    if mends:
        text = _replaced(state.reply, mends)
        claims = await reviewer.review(apply(state, update), text)
        context.emit(RunResumed("mended", mark))
        context.partial.clear()
        context.token(text)
        update["reply"] = text
        update["messages"] = (*state.messages[:-1], AssistantMessage(text))
    context.emit(reviewer.notice(apply(state, update), mends, tuple(claim for claim in claims if claim.truth)))
    return {**update, "untraced": claims, "mends": mends}


async def _mends(
    state: AgentState, context: RunContext, claims: Sequence[Claim], sentences: Sequence[str]
) -> tuple[Update, tuple[Mend, ...]]:
    """The sentences as the model mends them, without those that it leaves or makes another text of."""
    wrong = tuple(claim for claim in claims if claim.truth)
    request = context.parts.reviewer.request(state, wrong)
    system = context.parts.prompter.system(state)
    messages: tuple[Message, ...] = (HumanMessage(request),)
    model_request = ModelRequest((system, *messages) if system else messages, (), context.temperature)
    try:
        reply: Reply = await request_reply(state, context, model_request, streamed=False, alone=True)
    except ModelError:
        return {}, ()
    pairs = zip(sentences, _listed(reply.text, len(sentences)), strict=False)
    mends = (Mend(before, after) for before, after in pairs if after and after != before and _is_mend(before, after))
    return reply.counted(state), tuple(mends)


def _listed(text: str, count: int) -> list[str]:
    """The sentences of a JSON list of so many; none of any other reply. One sentence may come without a list."""
    begins = _LIST.search(text)
    value: Any = json_repair.loads(text[begins.start() :]) if begins else None
    if isinstance(value, list) and len(value) == count and all(isinstance(each, str) for each in value):
        return [each.strip() for each in value]
    return [text.strip().strip('"')] if count == 1 and not begins else []


def _is_mend(before: str, after: str) -> bool:
    return "\n" not in after and SequenceMatcher(None, before, after, autojunk=False).ratio() >= ALIKE


def _replaced(text: str, mends: Sequence[Mend]) -> str:
    for mend in mends:
        text = text.replace(mend.before, mend.after, 1)
    return text
