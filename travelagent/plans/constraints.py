"""The kinds of constraints that a request can carry, by their names on the wire.

A kind registers itself by `@carried` in a module of `travelagent.planning.constraints`, and no other file has to know
it: these modules are found by name, as plugins are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from pydantic import PlainSerializer, PlainValidator, TypeAdapter, ValidationError
from pydantic_core import SchemaValidator, core_schema

from travelagent.plans.discovery import import_all

_KINDS: dict[str, TypeAdapter[Any]] = {}
_MODULES: Final = "travelagent.planning.constraints"
_K = TypeVar("_K", bound=type[Any])


def carried(kind: _K) -> _K:
    """Register a frozen dataclass as a kind of constraint under its `kind`."""
    _KINDS[kind.kind] = TypeAdapter(kind)
    return kind


def constraint_from_wire(value: object) -> Any:
    """Read `{"kind": …, …}`; a constraint stays as it is. Raises ValueError that names the kinds or the wrong field."""
    import_all(_MODULES)
    if getattr(value, "kind", None) in _KINDS:
        return value
    union = core_schema.tagged_union_schema({name: kind.core_schema for name, kind in _KINDS.items()}, "kind")
    try:
        return SchemaValidator(union).validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ValueError(": ".join([*map(str, first["loc"]), first["msg"]])) from error


def constraint_to_wire(value: Any) -> Mapping[str, Any]:
    """Write a constraint as `{"kind": …, …}`."""
    return {"kind": value.kind, **_KINDS[value.kind].dump_python(value, mode="json")}


as_carried: Final = (
    PlainValidator(constraint_from_wire, json_schema_input_type=dict[str, Any]),
    PlainSerializer(constraint_to_wire, return_type=dict[str, Any], when_used="json"),
)
"""What makes a field of constraints read and write them so."""
