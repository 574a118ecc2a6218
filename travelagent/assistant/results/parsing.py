"""Read a tool's result from its JSON."""

from collections.abc import Hashable
from functools import cache
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter

R = TypeVar("R")


def parsed(shape: type[R], value: object) -> R:
    """Return the JSON value as that type. Raises pydantic.ValidationError where it is of another shape."""
    result: R = _adapter(cast(Hashable, shape)).validate_python(value)
    return result


def dumped(result: object) -> dict[str, Any]:
    """Return a result as JSON values, with the names of the wire."""
    data: dict[str, Any] = _adapter(cast(Hashable, type(result))).dump_python(result, mode="json", by_alias=True)
    return data


def prepare(*shapes: type[Any]) -> None:
    """Build the readers of these types now rather than with their first result: some 30 ms for a route's."""
    for shape in shapes:
        _adapter(cast(Hashable, shape))


@cache
def _adapter(shape: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(shape)
