"""The kinds of constraints that a request can carry, by their names on the wire.

A kind registers itself by `@carried` in a module of this package, and no other file has to know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, PlainSerializer, TypeAdapter, ValidationError
from pydantic_core import SchemaValidator, core_schema

from travelagent.planning.constraints.base import Carried
from travelagent.plans.discovery import import_all
from travelagent.plans.values import Constraint

_K = TypeVar("_K", bound=type[Carried])
_KINDS: dict[str, TypeAdapter[Any]] = {}


def carried(kind: _K) -> _K:
    """Register a frozen dataclass as a kind of constraint under its `kind`."""
    _KINDS[kind.kind] = TypeAdapter(kind)
    return kind


def constraint_from_wire(value: Constraint | Mapping[str, Any]) -> Constraint:
    """Read `{"kind": …, …}`; a constraint stays as it is. Raises ValueError that names the kinds or the wrong field."""
    if isinstance(value, Constraint):
        return value
    import_all(__package__)
    union = core_schema.tagged_union_schema({name: kind.core_schema for name, kind in _KINDS.items()}, "kind")
    try:
        found: Constraint = SchemaValidator(union).validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ValueError(": ".join([*map(str, first["loc"]), first["msg"]])) from error
    return found


def constraint_to_wire(value: Constraint) -> dict[str, Any]:
    """Write a constraint as `{"kind": …, …}`."""
    return {"kind": value.kind, **_KINDS[value.kind].dump_python(value, mode="json")}


CarriedConstraint = Annotated[
    Any, BeforeValidator(constraint_from_wire), PlainSerializer(constraint_to_wire, when_used="json")
]
"""A constraint that is `{"kind": …, …}` on the wire, of a registered kind."""
