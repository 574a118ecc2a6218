"""The end: a non-empty reply for every way a run can stop, and the decision thought behind it."""

from dataclasses import replace

from agent_core.messages import AssistantMessage, Message, repair
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update


async def finalize(state: AgentState, context: RunContext) -> Update:
    """End the run with a non-empty reply, its decision thought and the answer; close the conversation."""
    context.enter("generation", state.locale)
    stop = state.stop or "answered"
    from_model = bool(state.reply.strip()) and stop not in ("final_tool", "cancelled")
    reply = state.reply if state.reply.strip() else context.parts.answerer.without_model(state, stop)
    thought = context.think(state, "decision", context.parts.narrator.deciding(state, reply))
    if not from_model and not (stop == "cancelled" and state.reply):
        context.token(reply)
    text = reply
    model = context.parts.model.name
    if from_model and state.model not in ("", model):
        text = f"{reply}\n\n{context.parts.answerer.substitution_note(state, model)}"
        context.token(text.removeprefix(reply))
    answer = context.parts.answerer.finish(state, text)
    context.emit(replace(answer, untraced=state.untraced, mended=state.mends) if from_model else answer)
    return {
        "stop": stop,
        "reply": text,
        "messages": _closed(state, reply, from_model),
        "last_thought": thought,
        "thoughts": state.thoughts + 1,
        "phase": context.phase,
        "pending_tool_calls": (),
        "staged_writes": (),
        "step_status": "error" if stop == "model_failed" else "completed",
    }


def _closed(state: AgentState, reply: str, from_model: bool) -> tuple[Message, ...]:
    """The conversation with every call answered and the reply at its end."""
    messages = repair(state.messages)
    last = messages[-1] if messages else None
    if from_model and isinstance(last, AssistantMessage):
        return messages
    return (*messages, AssistantMessage(reply, partial=state.stop == "cancelled"))
