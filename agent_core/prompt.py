"""What is sent of a run: what never changes first, so that endpoints can cache it, what changes last."""

from collections.abc import Sequence

from agent_core.messages import HumanMessage, Message, SystemMessage
from agent_core.runtime import RunContext
from agent_core.state import AgentState


def prompt(state: AgentState, context: RunContext) -> tuple[Message, ...]:
    """Return the messages of a request.

    That is the system message, the conversation as the modifier leaves it, and in it, before the last human message,
    the situation with the workflow's hint.
    """
    prompter = context.parts.prompter
    system, situation = prompter.system(state), prompter.situation(state)
    if state.suggested_next_step:
        hint = f"Suggested next step: {state.suggested_next_step}"
        situation = SystemMessage(f"{situation.text}\n\n{hint}" if situation else hint)
    messages = _with_situation(context.parts.modifier(context.repaired(state.messages)), situation)
    return (system, *messages) if system else messages


def _with_situation(messages: Sequence[Message], situation: SystemMessage | None) -> tuple[Message, ...]:
    if situation is None:
        return tuple(messages)
    at = max((at for at, message in enumerate(messages) if isinstance(message, HumanMessage)), default=0)
    return (*messages[:at], situation, *messages[at:])
