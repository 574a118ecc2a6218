"""The review of a finished reply: what nothing supports is mended by the model once, or marked.

The reader keeps the first text until the mended one is there: the second request is not streamed. Then the tokens of
the first are declared void (`run_resumed` with `discard_after`) and the mended text follows as one token, so that the
tokens that count still concatenate to the reply.
"""

from agent_core.events import RunResumed
from agent_core.messages import AssistantMessage, HumanMessage
from agent_core.model import ModelError, ModelRequest
from agent_core.prompt import prompt
from agent_core.replies import Reply, replied
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update, apply


async def reviewed(state: AgentState, context: RunContext, mark: int) -> Update:
    """What the review changes of a state that holds a reply: the reply, and the claims that stay unsupported.

    `mark` is the number of the newest event before the reply's text. A mended reply is taken when less of it is
    unsupported; a model that fails to mend leaves the first one.
    """
    reviewer = context.parts.reviewer
    untraced = await reviewer.review(state, state.reply)
    if not untraced:
        return {"untraced": ()}
    update: Update = {}
    try:
        mended = await _mended(state, context, reviewer.request(state, untraced))
    except ModelError:
        left = untraced
    else:
        update = mended.counted(state)
        left = await reviewer.review(apply(state, update), mended.text)
    if len(left) < len(untraced):
        context.emit(RunResumed("mended", mark))
        context.partial.clear()
        context.token(mended.text)
        update["reply"] = mended.text
        update["messages"] = (*state.messages[:-1], AssistantMessage(mended.text))
        untraced = left
    context.emit(reviewer.notice(apply(state, update), untraced))
    return {**update, "untraced": untraced}


async def _mended(state: AgentState, context: RunContext, request: str) -> Reply:
    """One more request, without tools, behind the conversation and its reply. Raises ModelError."""
    asked = ModelRequest((*prompt(state, context), HumanMessage(request)), (), context.temperature)
    return await replied(state, context, asked, told=False, alone=True)
