"""The reasoning node: one request to the model, streamed, and what it decides.

Text is streamed as it comes, even when tool calls follow it. The phase `generation` is entered as soon as the text can
only be the answer: at once when no tools are offered, else when it outgrows a remark before a call, or ends the reply.
"""

import time
from dataclasses import dataclass, field

from agent_core.events import Failure, ModelCalled, Thought, ThoughtType, Token
from agent_core.guards import must_stop
from agent_core.messages import (
    AssistantMessage,
    Finish,
    Message,
    ReasoningDelta,
    TextDelta,
    ThoughtDelta,
    ToolCall,
    ToolCallDelta,
    Usage,
    assemble_calls,
    repair,
)
from agent_core.model import ModelError, ModelRequest, ToolSpec
from agent_core.policy import Said
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update

REMARK_CHARS = 160
CONFIDENT = 0.9


@dataclass(slots=True)
class Reply:
    """A model's whole reply."""

    text: str = ""
    reasoning: str = ""
    deltas: list[ToolCallDelta] = field(default_factory=list)
    thoughts: list[ThoughtDelta] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    finish: str = ""
    attempts: int = 1
    calls: tuple[ToolCall, ...] = ()

    @property
    def empty(self) -> bool:
        return not (self.text.strip() or self.deltas or self.thoughts)


async def agent(state: AgentState, context: RunContext) -> Update:
    stop = must_stop(state, context.parts.limits)
    if stop in ("final_tool", "cancelled"):
        return {"stop": stop}
    offered = () if stop or state.mode == "direct" else context.parts.tools.specs
    update: Update = {"step_status": "reasoning", "stop": stop}
    try:
        reply = await _reply(state, context, offered)
    except ModelError as error:
        context.emit(Failure("model_failed", str(error), error.retryable))
        return {**update, "stop": "model_failed", "step_status": "error", "phase": context.phase}
    return {**update, **_decided(state, context, reply), "phase": context.phase}


def _decided(state: AgentState, context: RunContext, reply: Reply) -> Update:
    """What a reply changes: calls to make, or the answer."""
    update: Update = {
        "llm_calls": state.llm_calls + reply.attempts,
        "tokens": {
            "prompt": state.tokens.get("prompt", 0) + reply.usage.prompt,
            "completion": state.tokens.get("completion", 0) + reply.usage.completion,
        },
        "messages": (*state.messages, AssistantMessage(reply.text, reply.calls)),
    }
    thoughts = [context.think(state, t.type, Said(t.content, t.confidence, t.decision)) for t in reply.thoughts]
    if not reply.calls:
        context.enter("generation", state.locale)
        confident = any(t.kind == "decision" and t.confidence > CONFIDENT for t in thoughts)
        update["reply"] = reply.text
        update["stop"] = must_stop(state, context.parts.limits) or ("confident" if confident else "answered")
    else:
        tools = context.parts.tools
        writes = {c.id for c in reply.calls if (t := tools.get(c.name)) is not None and t.writes}
        update["pending_tool_calls"] = tuple(c for c in reply.calls if c.id not in writes)
        update["staged_writes"] = tuple(c for c in reply.calls if c.id in writes)
        update["tool_call_history"] = (*state.tool_call_history, *reply.calls)
        thoughts.append(_thought_of_calls(state, context, reply, len(thoughts)))
    if thoughts:
        update["last_thought"] = thoughts[-1]
        update["thoughts"] = state.thoughts + len(thoughts)
    return update


def _thought_of_calls(state: AgentState, context: RunContext, reply: Reply, number: int) -> Thought:
    """The thought behind a step's calls: planning at first, reflection behind a failure, else inference."""
    narrator = context.parts.narrator
    failed = [o for o in state.outcomes if o.status != "success"]
    if failed:
        said = narrator.reflecting(state, failed, reply.calls)
        return context.think(state, "reflection", said, number=state.thoughts + number)
    kind: ThoughtType = "inference" if state.step else "planning"
    said = narrator.choosing(state, reply.calls, reply.reasoning or reply.text)
    return context.think(state, kind, said, number=state.thoughts + number)


async def _reply(state: AgentState, context: RunContext, offered: tuple[ToolSpec, ...]) -> Reply:
    """One reply of the model, transient failures and empty replies retried. Raises ModelError."""
    retries = context.parts.retries
    request = ModelRequest(_prompt(state, context), offered, context.temperature)
    attempt = 0
    while True:
        attempt += 1
        try:
            reply = await _attempt(state, context, request, attempt)
            if not reply.empty:
                reply.attempts = attempt
                return reply
            error = ModelError("the model sent an empty reply", retryable=True)
        except ModelError as failure:
            error = failure
        if not error.retryable or attempt >= retries.attempts:
            raise error
        await retries.sleep(retries.delay(attempt, error.retry_after))


def _prompt(state: AgentState, context: RunContext) -> tuple[Message, ...]:
    system = context.parts.prompter.system(state)
    return (*((system,) if system else ()), *repair(state.messages))


async def _attempt(state: AgentState, context: RunContext, request: ModelRequest, attempt: int) -> Reply:
    reply, started = Reply(), time.monotonic()
    model = context.parts.model
    if not request.tools:
        context.enter("generation", state.locale)
    async for chunk in model.stream(request):
        match chunk:
            case TextDelta(text):
                reply.text += text
                if len(reply.text) > REMARK_CHARS and not reply.deltas:
                    context.enter("generation", state.locale)
                context.token(text)
            case ReasoningDelta(text):
                reply.reasoning += text
                context.emit(Token(reasoning_token=text))
            case ToolCallDelta():
                reply.deltas.append(chunk)
            case ThoughtDelta():
                reply.thoughts.append(chunk)
            case Usage():
                reply.usage = chunk
            case Finish(reason):
                reply.finish = reason
    call_id = f"{state.run}_m{state.llm_calls + attempt}"
    reply.calls = assemble_calls(reply.deltas, f"{call_id}_c") if request.tools else ()
    tokens = {"prompt": reply.usage.prompt, "completion": reply.usage.completion}
    latency = round((time.monotonic() - started) * 1000)
    context.emit(ModelCalled(call_id, model.name, attempt, latency, tokens, reply.finish))
    return reply
