"""Mode `plan`: the model writes down a plan first, which is validated and then worked off step by step."""

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent_core.events import Phase
from agent_core.messages import HumanMessage, Message, SystemMessage
from agent_core.model import ModelRequest, ToolSpec
from agent_core.state import AgentState, PlanStep

MAX_STEPS = 10

Ask: TypeAlias = Callable[[ModelRequest], Awaitable[str]]

INSTRUCTION = """\
Write a plan for the user's last message as one JSON object and nothing else:
{"goal": "...", "steps": [
  {"step": 1, "action": "<tool name>", "params": {...}, "description": "...", "phase": "execution"}
]}
Use only these tools, at most %(limit)s steps, and no step that needs the result of an earlier one in its params.
Write goal and descriptions in the language of the user's last message. The tools:
%(tools)s"""


class BadPlan(ValueError):
    """A plan that is not valid; the message names the fault."""


class _Step(BaseModel):
    model_config = ConfigDict(extra="ignore")
    step: int = Field(ge=1)
    action: str = Field(min_length=1)
    params: dict[str, Any] = Field(default_factory=dict)
    description: str = ""
    phase: Phase = "execution"


class _Plan(BaseModel):
    model_config = ConfigDict(extra="ignore")
    goal: str = Field(min_length=1)
    steps: Annotated[list[_Step], Field(min_length=1, max_length=MAX_STEPS)]


def parse_plan(text: str, tools: Sequence[str]) -> tuple[str, tuple[PlanStep, ...]]:
    """Parse the goal and the steps of a plan, in order of `step`.

    Text around the JSON object is ignored. `tools`: the names that a step may have as its action. Raises BadPlan.
    """
    start, end = text.find("{"), text.rfind("}")
    try:
        plan = _Plan.model_validate(json.loads(text[start : end + 1] if start >= 0 else ""))
    except (json.JSONDecodeError, ValidationError) as error:
        raise BadPlan(str(error)) from error
    if unknown := sorted({s.action for s in plan.steps} - set(tools)):
        raise BadPlan(f"unknown tools: {', '.join(unknown)}")
    ordered = sorted(plan.steps, key=lambda s: s.step)
    return plan.goal, tuple(PlanStep(s.step, s.action, s.params, s.description, s.phase) for s in ordered)


class ModelPlanner:
    """A planner that asks the model for the plan, and once more, with the fault named, for one that is not valid."""

    def __init__(self, ask: Ask, tools: Sequence[ToolSpec]) -> None:
        self._ask = ask
        self._tools = tools

    async def plan(self, state: AgentState) -> tuple[str, tuple[PlanStep, ...]]:
        """Ask the model for a plan, and once more with the fault where the first is not valid.

        Raises BadPlan, ModelError.
        """
        listed = "\n".join(f"- {t.name}: {t.description} {json.dumps(t.parameters)}" for t in self._tools)
        system = SystemMessage(INSTRUCTION % {"limit": MAX_STEPS, "tools": listed})
        messages: tuple[Message, ...] = (system, *state.messages)
        names = [t.name for t in self._tools]
        text = await self._ask(ModelRequest(messages))
        try:
            return parse_plan(text, names)
        except BadPlan as fault:
            again = HumanMessage(f"That plan does not hold: {fault}. Send the corrected JSON object only.")
            return parse_plan(await self._ask(ModelRequest((*messages, again))), names)
