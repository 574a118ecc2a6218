"""The review of a finished reply: what nothing supports is mended by the model once, or marked.

The reader keeps the first text until the mended one is there: the second request is not streamed. Then the tokens of
the first are declared void (`run_resumed` with `discard_after`) and the mended text follows as one token, so that the
tokens that count still concatenate to the reply.
"""

import time
from dataclasses import dataclass, field

from agent_core.events import ModelCalled, RunResumed
from agent_core.messages import AssistantMessage, Finish, HumanMessage, Message, TextDelta, Usage, repair
from agent_core.model import ModelError, ModelRequest
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update, apply


@dataclass(slots=True)
class Mended:
    """What the model made of the request to mend its reply; without a text it has failed."""

    text: str = ""
    usage: Usage = field(default_factory=Usage)
    finish: str = ""


async def reviewed(state: AgentState, context: RunContext, mark: int) -> Update:
    """What the review changes of a state that holds a reply: the reply, and the claims that stay unsupported.

    `mark` is the number of the newest event before the reply's text. A mended reply is taken when less of it is
    unsupported; a model that fails to mend leaves the first one.
    """
    reviewer = context.parts.reviewer
    untraced = await reviewer.review(state, state.reply)
    if not untraced:
        return {"untraced": ()}
    mended = await _mended(state, context, reviewer.request(state, untraced))
    update: Update = {
        "llm_calls": state.llm_calls + 1,
        "tokens": {
            "prompt": state.tokens.get("prompt", 0) + mended.usage.prompt,
            "completion": state.tokens.get("completion", 0) + mended.usage.completion,
        },
    }
    left = await reviewer.review(state, mended.text) if mended.text.strip() else untraced
    if len(left) < len(untraced):
        context.emit(RunResumed("mended", mark))
        context.partial.clear()
        context.token(mended.text)
        update["reply"] = mended.text
        update["messages"] = (*state.messages[:-1], AssistantMessage(mended.text))
        untraced = left
    context.emit(reviewer.notice(apply(state, update), untraced))
    return {**update, "untraced": untraced}


async def _mended(state: AgentState, context: RunContext, request: str) -> Mended:
    """One more request, without tools, behind the conversation and its reply."""
    system = context.parts.prompter.system(state)
    messages: tuple[Message, ...] = (*context.parts.modifier(repair(state.messages)), HumanMessage(request))
    asked = ModelRequest((system, *messages) if system else messages, (), context.temperature)
    mended, started, model = Mended(), time.monotonic(), context.parts.model
    try:
        async for chunk in model.stream(asked):
            match chunk:
                case TextDelta(text=text):
                    mended.text += text
                case Usage():
                    mended.usage = chunk
                case Finish(reason=reason):
                    mended.finish = reason
                case _:
                    pass
    except ModelError as error:
        mended = Mended(finish=f"error: {error}")
    tokens = {"prompt": mended.usage.prompt, "completion": mended.usage.completion}
    latency = round((time.monotonic() - started) * 1000)
    context.emit(ModelCalled(f"{state.run}_m{state.llm_calls + 1}", model.name, 1, latency, tokens, mended.finish))
    return mended
