"""The reasoning node: one request to the model, streamed, and what it decides; in mode `plan`, the plan's next step.

Text is streamed as it comes, even when tool calls follow it. The phase `generation` is entered as soon as the text can
only be the answer: at once when no tools are offered, else when it outgrows a remark before a call, or ends the reply.
A reply of thoughts alone is followed by another request, up to the depth limit. An answer is reviewed before it leaves.
"""

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from agent_core.events import Failure, ModelCalled, RunResumed, Thought, ThoughtType, Token
from agent_core.guards import must_stop
from agent_core.messages import (
    AssistantMessage,
    Chunk,
    Finish,
    Message,
    ReasoningDelta,
    SystemMessage,
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
from agent_core.review import reviewed
from agent_core.runtime import RunContext
from agent_core.state import AgentState, StopReason, Update, apply

REMARK_CHARS = 160
CONFIDENT = 0.9


@dataclass(slots=True)
class Reply:
    """A model's whole reply; `mark` is the number of the newest event before its text."""

    text: str = ""
    reasoning: str = ""
    deltas: list[ToolCallDelta] = field(default_factory=list)
    thoughts: list[ThoughtDelta] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    finish: str = ""
    attempts: int = 1
    mark: int = 0
    calls: tuple[ToolCall, ...] = ()

    @property
    def empty(self) -> bool:
        return not (self.text.strip() or self.deltas or self.thoughts)

    @property
    def only_thoughts(self) -> bool:
        return not (self.text.strip() or self.calls) and bool(self.thoughts)


async def agent(state: AgentState, context: RunContext) -> Update:
    if state.plan_at < len(state.plan) and state.stop is None:
        return _planned(state, context)
    update: Update = {}
    while True:
        stop = must_stop(state, context.parts.limits)
        if stop in ("final_tool", "cancelled"):
            return {**update, "stop": stop}
        offered = () if stop or state.mode == "direct" else context.parts.tools.specs
        rewritten = context.parts.rewriter(state.messages)
        if rewritten is not state.messages:
            state = apply(state, {"messages": rewritten})
        update |= {"step_status": "reasoning", "stop": stop, "messages": rewritten}
        try:
            reply = await _reply(state, context, offered)
        except ModelError as error:
            context.emit(Failure("model_failed", str(error), error.retryable))
            return {**update, "stop": "model_failed", "step_status": "error", "phase": context.phase}
        update |= _decided(state, context, reply)
        if not reply.only_thoughts or update["stop"] is not None:
            if update.get("reply"):
                update |= await reviewed(apply(state, update), context, reply.mark)
            return {**update, "phase": context.phase}
        state = apply(state, update)


def _planned(state: AgentState, context: RunContext) -> Update:
    """The next step of the plan as a call, said as `[i/n]`."""
    step = state.plan[state.plan_at]
    call = ToolCall(f"{state.run}_p{state.plan_at + 1}", step.action, step.params)
    said = context.parts.narrator.working_off(state, state.plan_at + 1, len(state.plan), step)
    thought = context.think(state, "inference", said)
    return {
        **_routed((call,), context),
        "messages": (*state.messages, AssistantMessage("", (call,))),
        "plan_at": state.plan_at + 1,
        "step_status": "reasoning",
        "tool_call_history": (*state.tool_call_history, call),
        "last_thought": thought,
        "thoughts": state.thoughts + 1,
    }


def _decided(state: AgentState, context: RunContext, reply: Reply) -> Update:
    """What a reply changes: calls to make, the answer, or thoughts to go on from."""
    update: Update = {
        "llm_calls": state.llm_calls + reply.attempts,
        "tokens": {
            "prompt": state.tokens.get("prompt", 0) + reply.usage.prompt,
            "completion": state.tokens.get("completion", 0) + reply.usage.completion,
        },
    }
    thoughts = [
        context.think(state, t.type, Said(t.content, t.confidence, t.decision), number=state.thoughts + position)
        for position, t in enumerate(reply.thoughts)
    ]
    confident = any(t.kind == "decision" and t.confidence > CONFIDENT for t in thoughts)
    text = reply.text
    if reply.only_thoughts:
        depth = state.reasoning_depth + len(thoughts)
        update["reasoning_depth"] = depth
        text = "\n".join(t.content for t in thoughts)
        if confident or depth >= context.parts.limits.max_reasoning_depth:
            context.enter("generation", state.locale)
            update["stop"] = "confident" if confident else "max_steps"
            update["reply"] = text
    elif not reply.calls:
        context.enter("generation", state.locale)
        update["reply"] = text
        update["stop"] = must_stop(state, context.parts.limits) or _ending(confident)
    else:
        update["reasoning_depth"] = 0
        update.update(_routed(reply.calls, context))
        update["tool_call_history"] = (*state.tool_call_history, *reply.calls)
        thoughts.append(_thought_of_calls(state, context, reply, state.thoughts + len(thoughts)))
    update["messages"] = (*state.messages, AssistantMessage(text, reply.calls))
    if thoughts:
        update["last_thought"] = thoughts[-1]
        update["thoughts"] = state.thoughts + len(thoughts)
    return update


def _ending(confident: bool) -> StopReason:
    return "confident" if confident else "answered"


def _routed(calls: tuple[ToolCall, ...], context: RunContext) -> Update:
    """Reads to be executed, writes to be proposed."""
    tools = context.parts.tools
    writes = {c.id for c in calls if (t := tools.get(c.name)) is not None and t.writes}
    return {
        "pending_tool_calls": tuple(c for c in calls if c.id not in writes),
        "staged_writes": tuple(c for c in calls if c.id in writes),
    }


def _thought_of_calls(state: AgentState, context: RunContext, reply: Reply, number: int) -> Thought:
    """The thought behind a step's calls: planning at first, reflection behind a failure, else inference."""
    narrator = context.parts.narrator
    failed = [o for o in state.outcomes if o.status != "success"]
    if failed:
        return context.think(state, "reflection", narrator.reflecting(state, failed, reply.calls), number=number)
    kind: ThoughtType = "inference" if state.step else "planning"
    said = narrator.choosing(state, reply.calls, reply.reasoning or reply.text)
    return context.think(state, kind, said, number=number)


async def _reply(state: AgentState, context: RunContext, offered: tuple[ToolSpec, ...]) -> Reply:
    """One reply of the model, transient failures and empty replies retried. Raises ModelError."""
    retries = context.parts.retries
    temperature = context.temperature
    if temperature is None:
        temperature = context.parts.prompter.temperature(state)
    request = ModelRequest(_prompt(state, context), offered, temperature)
    attempt = 0
    while True:
        attempt += 1
        before = context.sink.mark()
        try:
            reply = await _attempt(state, context, request, attempt)
            if not reply.empty:
                reply.attempts, reply.mark = attempt, before
                return reply
            error = ModelError("the model sent an empty reply", retryable=True)
        except ModelError as failure:
            error = failure
        if not error.retryable or attempt >= retries.attempts:
            raise error
        if context.partial:
            context.partial.clear()
            context.emit(RunResumed("retry", before))
        await retries.sleep(retries.delay(attempt, error.retry_after))


def _prompt(state: AgentState, context: RunContext) -> tuple[Message, ...]:
    """What is sent: the system message with the workflow's hint, and the conversation as the modifier leaves it."""
    system = context.parts.prompter.system(state)
    if state.suggested_next_step:
        hint = f"Suggested next step: {state.suggested_next_step}"
        system = SystemMessage(f"{system.text}\n\n{hint}" if system else hint)
    messages = context.parts.modifier(repair(state.messages))
    return (system, *messages) if system else messages


async def _attempt(state: AgentState, context: RunContext, request: ModelRequest, attempt: int) -> Reply:
    started, model = time.monotonic(), context.parts.model
    if not request.tools:
        context.enter("generation", state.locale)
    reply = await _read(model.stream(request), context, state.locale)
    call_id = f"{state.run}_m{state.llm_calls + attempt}"
    calls = assemble_calls(reply.deltas, f"{call_id}_c") if request.tools else ()
    reply.calls = calls if context.parts.acts(reply.text, calls) else ()
    tokens = {"prompt": reply.usage.prompt, "completion": reply.usage.completion}
    latency = round((time.monotonic() - started) * 1000)
    context.emit(ModelCalled(call_id, model.name, attempt, latency, tokens, reply.finish))
    return reply


async def _read(chunks: AsyncIterator[Chunk], context: RunContext, locale: str) -> Reply:
    """Take a reply in as it is streamed, its text told piece by piece."""
    reply, length, began = Reply(), 0, len(context.partial)
    answering = context.phase == "generation"
    async for chunk in chunks:
        match chunk:
            case TextDelta():
                if not answering:
                    length += len(chunk.text)
                    if length > REMARK_CHARS and not reply.deltas:
                        context.enter("generation", locale)
                        answering = True
                context.token(chunk.text)
            case ReasoningDelta():
                reply.reasoning += chunk.text
                context.emit(Token(reasoning_token=chunk.text))
            case ToolCallDelta():
                reply.deltas.append(chunk)
            case ThoughtDelta():
                reply.thoughts.append(chunk)
            case Usage():
                reply.usage = chunk
            case Finish():
                reply.finish = chunk.reason
    reply.text = "".join(context.partial[began:])
    return reply
