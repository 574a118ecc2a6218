"""Errors as a host reads them: those of a caller in the API's words, those of ours without a word of what broke."""

import pytest
from django.db import OperationalError
from django.utils import translation

from agent_core.tools import ToolError
from travelagent.chat.actions import NotFound, Refused
from travelagent.gateways.mcp.faults import failed, problem_in
from travelagent.trips.errors import TripNotFound


def test_every_error_is_a_problem(subtests: pytest.Subtests) -> None:
    for error, status, code in (
        (ToolError("unknown_city", "no"), 404, "unknown_city"),
        (ToolError("timeout", "late"), 504, "timeout"),
        (NotFound(), 404, "not_found"),
        (TripNotFound(), 404, "not_found"),
        (Refused("run_active", "busy with it"), 409, "run_active"),
        (Refused("limit", "too many"), 429, "limit"),
        (OperationalError("gone"), 503, "unavailable"),
        (ZeroDivisionError("secret"), 500, "internal"),
    ):
        with subtests.test(error=error):
            problem = problem_in(error)
            result = failed(problem)
            assert (problem["status"], problem["code"]) == (status, code)
            assert result.is_error
            assert "secret" not in result.model_dump_json()


def test_every_fault_has_its_line() -> None:
    fields = [{"field": "city", "message": "Field required"}, {"field": "citty", "message": "Extra"}]
    with translation.override("en"):
        shown = failed(problem_in(ToolError("invalid_arguments", "x", fields=fields))).content[0]
    assert "- city: Field required\n- citty: Extra" in shown.text
