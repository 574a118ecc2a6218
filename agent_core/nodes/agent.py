"""The reasoning node: one request to the model, streamed, and what it decides; in mode `plan`, the plan's next step.

Text is streamed as it comes, even when tool calls follow it. The phase `generation` is entered as soon as the text can
only be the answer: at once when no tools are offered, else when it outgrows a remark before a call, or ends the reply.
A reply of thoughts alone is followed by another request, up to the depth limit. An answer is reviewed before it leaves.
"""

from agent_core.events import Failure, Notice, Thought, ThoughtType
from agent_core.guards import must_stop
from agent_core.messages import AssistantMessage, ToolCall
from agent_core.model import ModelError, ModelRequest, ToolSpec
from agent_core.policy import ThoughtDraft
from agent_core.prompt import prompt
from agent_core.replies import Reply, request_reply
from agent_core.review import review_reply
from agent_core.runtime import RunContext
from agent_core.state import AgentState, StopReason, Update, apply

CONFIDENT = 0.9
# The finish reason of a reply that reached the longest length allowed.
CUT_OFF = "length"


async def agent(state: AgentState, context: RunContext) -> Update:
    """Ask the model for the next step, or take the next step of the plan; route its calls to reads and writes."""
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
            reply = await request_reply(state, context, _request(state, context, offered))
        except ModelError as error:
            context.emit(Failure("model_failed", str(error), error.retryable))
            return {**update, "stop": "model_failed", "step_status": "error", "phase": context.phase}
        update |= _decided(state, context, reply)
        if update["stop"] is not None or not reply.only_thoughts:
            if update.get("reply"):
                update |= await review_reply(apply(state, update), context, reply.mark)
            return {**update, "phase": context.phase}
        state = apply(state, update)


def _planned(state: AgentState, context: RunContext) -> Update:
    """Return the next step of the plan as a call, with a thought of the form `[i/n] …`."""
    step = state.plan[state.plan_at]
    call = ToolCall(f"{state.run}_p{state.plan_at + 1}", step.action, step.params)
    draft = context.parts.narrator.executing(state, state.plan_at + 1, len(state.plan), step)
    thought = context.think(state, "inference", draft)
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
    update = reply.counted(state)
    thoughts = [
        context.think(state, t.type, ThoughtDraft(t.content, t.confidence, t.decision), number=number)
        for number, t in enumerate(reply.thoughts, state.thoughts)
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
        if reply.finish == CUT_OFF:
            context.emit(Notice("cut_off", context.parts.narrator.cut_off(state)))
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
    reads: list[ToolCall] = []
    writes: list[ToolCall] = []
    for call in calls:
        tool = context.parts.tools.get(call.name)
        (writes if tool is not None and tool.writes else reads).append(call)
    return {"pending_tool_calls": tuple(reads), "staged_writes": tuple(writes)}


def _thought_of_calls(state: AgentState, context: RunContext, reply: Reply, number: int) -> Thought:
    """The thought behind a step's calls: planning at first, reflection behind a failure, else inference."""
    narrator = context.parts.narrator
    failed = [o for o in state.outcomes if o.status != "success"]
    if failed:
        return context.think(state, "reflection", narrator.reflecting(state, failed, reply.calls), number=number)
    kind: ThoughtType = "inference" if state.step else "planning"
    draft = narrator.choosing(state, reply.calls, reply.reasoning or reply.text)
    return context.think(state, kind, draft, number=number)


def _request(state: AgentState, context: RunContext, offered: tuple[ToolSpec, ...]) -> ModelRequest:
    temperature = context.temperature
    if temperature is None:
        temperature = context.parts.prompter.temperature(state)
    return ModelRequest(prompt(state, context), offered, temperature, state=state)
