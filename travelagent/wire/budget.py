"""Budgets, to and from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from travelagent.costs.values import Budget
from travelagent.plans.wire import read

_BUDGET = TypeAdapter(Budget)


def budget_to_wire(value: Budget) -> dict[str, Any]:
    """Return the payload of the `budget` artifact, ready for JSON."""
    found: dict[str, Any] = _BUDGET.dump_python(value, mode="json")
    return found


def budget_from_wire(payload: Mapping[str, Any]) -> Budget:
    """Return the value of a budget payload. Raises InvalidRequest with the wrong field."""
    return read(_BUDGET, payload, "budget")
