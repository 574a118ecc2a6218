"""What stops a run that gets nowhere: limits, and the same call bringing the same result."""

import json
from dataclasses import dataclass

from agent_core.messages import ToolCall
from agent_core.state import AgentState, StopReason, ToolOutcome


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a run: `max_steps` rounds of tools, `max_reasoning_depth` thoughts in a row without an action."""

    max_steps: int = 10
    max_reasoning_depth: int = 5


def _similar(old: ToolOutcome, new: ToolOutcome) -> bool:
    """The same tool and text, and arguments that differ in case, spaces and order at most."""
    same = old.call.name == new.call.name and old.text == new.text
    return same and _essence(old.call) == _essence(new.call)


def _essence(call: ToolCall) -> str:
    args = json.dumps(call.args, sort_keys=True, ensure_ascii=False).casefold()
    return "".join(args.split())


def repeats(state: AgentState, outcomes: tuple[ToolOutcome, ...]) -> bool:
    """Return whether a round of tool calls repeats the last one: same tools, similar arguments, same results."""
    previous = state.tool_result_history[-len(outcomes) :] if outcomes else ()
    return len(previous) == len(outcomes) > 0 and all(map(_similar, previous, outcomes))


def must_stop(state: AgentState, limits: Limits) -> StopReason | None:
    """Return why no further tool may be called, None while the run may go on."""
    if state.stop is not None:
        return state.stop
    return "max_steps" if state.step >= limits.max_steps else None
