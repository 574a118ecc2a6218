"""The end: a non-empty reply for every way a run can stop, and the decision thought behind it."""

from dataclasses import replace

from agent_core.messages import AssistantMessage, Message, repair
from agent_core.runtime import RunContext
from agent_core.state import AgentState, Update


async def finalize(state: AgentState, context: RunContext) -> Update:
    context.enter("generation", state.locale)
    stop = state.stop or "answered"
    said_by_model = bool(state.reply.strip()) and stop not in ("final_tool", "cancelled")
    reply = state.reply if state.reply.strip() else context.parts.answerer.without_model(state, stop)
    thought = context.think(state, "decision", context.parts.narrator.deciding(state, reply))
    if not said_by_model and not (stop == "cancelled" and state.reply):
        context.token(reply)
    told = reply
    asked = context.parts.model.name
    if said_by_model and state.model not in ("", asked):
        told = f"{reply}\n\n{context.parts.answerer.stood_in(state, asked)}"
        context.token(told.removeprefix(reply))
    answer = context.parts.answerer.finish(state, told)
    context.emit(replace(answer, untraced=state.untraced, mended=state.mends) if said_by_model else answer)
    return {
        "stop": stop,
        "reply": told,
        "messages": _closed(state, reply, said_by_model),
        "last_thought": thought,
        "thoughts": state.thoughts + 1,
        "phase": context.phase,
        "pending_tool_calls": (),
        "staged_writes": (),
        "step_status": "error" if stop == "model_failed" else "completed",
    }


def _closed(state: AgentState, reply: str, said_by_model: bool) -> tuple[Message, ...]:
    """The conversation with every call answered and the reply at its end."""
    messages = repair(state.messages)
    last = messages[-1] if messages else None
    if said_by_model and isinstance(last, AssistantMessage):
        return messages
    return (*messages, AssistantMessage(reply, partial=state.stop == "cancelled"))
