"""Mode `plan` of the embedded model: its policy's first calls are the plan; what follows is decided on the way."""

import datetime as dt
from collections.abc import Sequence

from agent_core.messages import Message, SystemMessage
from agent_core.state import AgentState, PlanStep
from agent_core.tools import ToolRegistry
from travelagent.assistant import clock
from travelagent.assistant.embedded.policy import decide
from travelagent.assistant.embedded.steps import Calls
from travelagent.assistant.embedded.turn import read_turn
from travelagent.assistant.readers import read_conversation
from travelagent.assistant.trip_view import trip_section
from travelagent.briefs.at_hand import TripAtHand


class RoutinePlanner:
    """The core's Planner of the embedded model. The goal is the user's own sentence; a chat has no steps. `trip` is
    the trip at hand when the run begins."""

    def __init__(self, tools: ToolRegistry, trip: TripAtHand | None = None) -> None:
        self._tools = frozenset(spec.name for spec in tools.specs)
        self._trip = trip or TripAtHand()

    async def plan(self, state: AgentState) -> tuple[str, tuple[PlanStep, ...]]:
        """Return the task and the steps that it takes; no steps where the message could not be read in time."""
        messages = (SystemMessage(trip_section(state.locale, self._trip)), *state.messages)
        return state.task, await read_conversation(_steps, messages, self._tools, clock.today()) or ()


def _steps(messages: Sequence[Message], tools: frozenset[str], today: dt.date) -> tuple[PlanStep, ...]:
    step = decide(read_turn(messages, tools, today))
    calls = step.calls if isinstance(step, Calls) else ()
    return tuple(PlanStep(number, tool, args) for number, (tool, args) in enumerate(calls, 1))
