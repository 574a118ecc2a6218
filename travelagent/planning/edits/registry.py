"""All kinds of edit that there are, found in the modules of this package, and their form on the wire.

An edit is `{"op": "move", "visit": "beijing/forbidden-city", "day": 2}`: its tag and the fields of its class.
"""

from __future__ import annotations

import dataclasses
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Annotated, Any, Union, cast

from pydantic import Field, TypeAdapter, ValidationError

from travelagent.planning import edits
from travelagent.plans.bounds import check_bounds
from travelagent.plans.values import Edit
from travelagent.plans.wire import invalid

MOST_EDITS = 50


def _kinds() -> dict[str, type[Edit]]:
    found = {}
    for module in pkgutil.iter_modules(edits.__path__):
        if module.name != "registry":
            for kind in vars(import_module(f"{edits.__name__}.{module.name}")).values():
                if isinstance(kind, type) and issubclass(kind, Edit) and "op" in getattr(kind, "__annotations__", {}):
                    found[cast(str, vars(kind)["op"])] = kind
    return dict(sorted(found.items()))


KINDS = _kinds()
"""The class of every kind of edit by its tag."""
KINDS_BY_CLASS = {kind: tag for tag, kind in KINDS.items()}
AnyEdit: Any = Annotated[Union[tuple(KINDS.values())], Field(discriminator="op")]  # noqa: UP007  # of classes found
_EDITS: TypeAdapter[list[Edit]] = TypeAdapter(Annotated[list[AnyEdit], Field(min_length=1, max_length=MOST_EDITS)])
_EDIT: TypeAdapter[Edit] = TypeAdapter(AnyEdit)


def edits_from_wire(payload: Sequence[Mapping[str, Any]], field: str = "edits") -> tuple[Edit, ...]:
    """Return the edits of a list, at least one and at most 50. Raises InvalidRequest that names the wrong field."""
    check_bounds(payload, field)
    try:
        return tuple(_EDITS.validate_python(payload))
    except ValidationError as error:
        raise invalid(field, error) from error


def edits_to_wire(edits: Sequence[Edit]) -> list[dict[str, Any]]:
    """Return the form on the wire of edits, without the fields that have their default."""
    return [
        {"op": KINDS_BY_CLASS[type(edit)], **_EDIT.dump_python(edit, mode="json", exclude_defaults=True)}
        for edit in edits
    ]


def situation_from_wire(payload: Mapping[str, Any]) -> Edit:
    """Return what happened under way, `{"kind": "late", "day": 1, "now": "11:10"}`. Raises InvalidRequest."""
    check_bounds(payload, "situation")
    try:
        return _EDIT.validate_python({**payload, "op": "go_on"})
    except ValidationError as error:
        raise invalid("situation", error, tagged=True) from error


def edit_fields() -> dict[str, tuple[str, ...]]:
    """Return the fields of every kind of edit by its tag; those that may be left out end in `?`."""
    return {tag: tuple(_fields(kind)) for tag, kind in KINDS.items()}


def _fields(kind: type[Edit]) -> Iterator[str]:
    for field in dataclasses.fields(kind):
        if field.name != "op":
            is_required = cast(Any, kind).__pydantic_fields__[field.name].is_required()
            yield field.name if is_required else f"{field.name}?"
