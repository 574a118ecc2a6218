"""What a tool refuses, as a problem of the API."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from agent_core.tools import ToolError
from travelagent.api.argument_faults import localized_fault
from travelagent.api.problems import RETRY_AFTER_S, Problem
from travelagent.catalog.models import is_chinese

STATUS: Mapping[str, int] = {
    "unknown_city": 404,
    "unknown_sight": 404,
    "ambiguous_city": 409,
    "infeasible": 422,
    "bad_result": 500,
    "busy": 503,
    "timeout": 504,
}
"""By the code of the error; any other is the caller's fault (400)."""


def problem_of(error: ToolError, status: Mapping[str, int] = STATUS) -> Problem:
    """Return the problem of a tool's error: its data as members, faults of arguments under `errors`."""
    members = {name: value for name, value in error.data.items() if name != "fields"}
    errors: dict[str, list[str]] = {}
    for fault in error.data.get("fields", ()):
        errors.setdefault(fault["field"], []).append(localized_fault(fault["message"]))
    if errors:
        members["errors"] = errors
    detail = _("Some fields are wrong.") if errors and is_chinese() else str(error)
    retry_after = int(RETRY_AFTER_S) if error.code == "busy" else 0
    return Problem(status.get(error.code, 400), error.code, detail, retry_after=retry_after, **members)
