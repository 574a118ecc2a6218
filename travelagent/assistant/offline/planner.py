"""Mode `plan` of the embedded model: its policy's first calls are the plan; what follows is decided on the way."""

from collections.abc import Sequence
from datetime import date

from agent_core.messages import Message
from agent_core.state import AgentState, PlanStep
from agent_core.tools import ToolRegistry
from travelagent.assistant import clock
from travelagent.assistant.offline.known import with_memories
from travelagent.assistant.offline.policy import decide
from travelagent.assistant.offline.steps import Calls
from travelagent.assistant.offline.turn import read_turn
from travelagent.assistant.offline.understanding import understand_turns
from travelagent.assistant.readers import read_conversation


class RoutinePlanner:
    """The core's Planner of the embedded model. The goal is the user's own sentence; a chat has no steps."""

    def __init__(self, tools: ToolRegistry) -> None:
        self._tools = frozenset(spec.name for spec in tools.specs)

    async def plan(self, state: AgentState) -> tuple[str, tuple[PlanStep, ...]]:
        today = clock.today()
        return state.task, await read_conversation(_steps, state.messages, state.memories, self._tools, today) or ()


def _steps(
    messages: Sequence[Message], memories: Sequence[str], tools: frozenset[str], today: date
) -> tuple[PlanStep, ...]:
    turn = read_turn(messages, today)
    understood = with_memories(understand_turns(turn.said, today), memories, today)
    step = decide(understood, turn, tools)
    calls = step.calls if isinstance(step, Calls) else ()
    return tuple(PlanStep(number, tool, args) for number, (tool, args) in enumerate(calls, 1))
