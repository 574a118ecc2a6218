"""What planning refuses, as a tool's error."""

from agent_core.tools import ToolError
from travelagent.assistant.places import localize, named
from travelagent.plans.errors import Infeasible, InvalidRequest, Malformed, PlanningError
from travelagent.wire.change import change_to_wire


def refusal(error: PlanningError, locale: str) -> ToolError:
    """Return the tool error for a planning error: with the clash, the change that would help and the sights
    without which all else fits, where known."""
    if not isinstance(error, Infeasible):
        return ToolError(error.code, named(localize(error.text, locale), locale))
    return ToolError(
        error.code,
        named(localize(error.text, locale), locale),
        clash=list(error.clash),
        relaxation=localize(error.relaxation, locale),
        change=change_to_wire(error.edits),
        **({"fits_without": list(error.lost)} if error.lost else {}),
    )


def unfit(error: InvalidRequest, locale: str) -> ToolError:
    """Return the tool error for arguments that make no sense; a traveller is spared the form of a field."""
    spared = {"fields": [{"field": error.field, "message": error.text.en}]} if isinstance(error, Malformed) else {}
    return ToolError("invalid_arguments", localize(error.text, locale), field=error.field, **spared)
