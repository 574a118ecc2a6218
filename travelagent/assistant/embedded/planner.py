"""Mode `plan` of the embedded model: its policy's first calls are the plan; what follows is decided on the way."""

from agent_core.state import AgentState, PlanStep
from agent_core.tools import ToolRegistry
from travelagent.assistant.embedded.model import next_step
from travelagent.assistant.embedded.reader import TurnReader
from travelagent.assistant.embedded.steps import Calls


class RoutinePlanner:
    """The core's Planner of the embedded model. The goal is the user's own sentence; a chat has no steps."""

    def __init__(self, tools: ToolRegistry, reader: TurnReader) -> None:
        self._tools = frozenset(spec.name for spec in tools.specs)
        self._reader = reader

    async def plan(self, state: AgentState) -> tuple[str, tuple[PlanStep, ...]]:
        """Return the task and the steps that it takes; no steps where the message could not be read in time."""
        step = await next_step(self._reader, state.messages, self._tools, state)
        calls = step.calls if isinstance(step, Calls) else ()
        return state.task, tuple(PlanStep(number, tool, args) for number, (tool, args) in enumerate(calls, 1))
