"""Requests, to and from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from travelagent.plans.values import PlanRequest
from travelagent.plans.wire import read, without_unset

_REQUEST = TypeAdapter(PlanRequest)


def request_to_wire(request: PlanRequest) -> dict[str, Any]:
    """Return the whole request, so that the plan can later be made anew with a change; unset fields are left out."""
    return without_unset(_REQUEST.dump_python(request, mode="json", by_alias=True))


def request_from_wire(payload: Mapping[str, Any]) -> PlanRequest:
    """Return the value of a request payload. Raises InvalidRequest with the wrong field."""
    return read(_REQUEST, payload, "request")
