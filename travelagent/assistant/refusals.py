"""What planning refuses, as a tool's error."""

from agent_core.tools import ToolError
from travelagent.assistant.places import named, said
from travelagent.plans.errors import Infeasible, PlanningError
from travelagent.wire.change import change_to_wire


def refusal(error: PlanningError, locale: str) -> ToolError:
    """Return the error of a tool: with the clash and the change that would help, where planning says so."""
    if not isinstance(error, Infeasible):
        return ToolError(error.code, named(said(error.text, locale), locale))
    return ToolError(
        error.code,
        named(said(error.text, locale), locale),
        clash=list(error.clash),
        relaxation=said(error.relaxation, locale),
        change=change_to_wire(error.edits),
    )
