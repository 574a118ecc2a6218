"""The brief as JSON and back, and changes of it: the form that the API, the page, tools and the store share.

Empty fields are left out; in a patch `null` clears a field. Bad input raises InvalidRequest with the field.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import GetPydanticSchema, TypeAdapter, ValidatorFunctionWrapHandler, WrapValidator

from travelagent.briefs.acts import ClearField, PatchBrief, SetField
from travelagent.briefs.values import FIELDS, DayReference, TripBrief
from travelagent.plans.wire import read


def _patch(given: object, brief_of: ValidatorFunctionWrapHandler) -> object:
    if not isinstance(given, Mapping):
        return brief_of(given)
    cleared = {name for name, value in given.items() if value is None and name in FIELDS}
    brief = brief_of({name: value for name, value in given.items() if name not in cleared})
    return PatchBrief(
        tuple(ClearField(name) if name in cleared else _set(brief, name) for name in FIELDS if name in given)
    )


def _set(brief: TripBrief, name: str) -> SetField:
    provenance = brief.sources.get(name)
    value = getattr(brief, name)
    return SetField(name, value) if provenance is None else SetField(name, value, provenance.span, provenance.source)


BriefPatch = Annotated[
    PatchBrief, GetPydanticSchema(lambda _, handler: handler(Annotated[TripBrief, WrapValidator(_patch)]))
]
"""A change of the brief, which has the form of a brief: every field that it has is set, one that is `null` is cleared.

`sources` may hold for fields who filled them, where that is not the writer.
"""
BRIEF: TypeAdapter[TripBrief] = TypeAdapter(TripBrief)
_PATCH: TypeAdapter[PatchBrief] = TypeAdapter(BriefPatch)


def brief_to_wire(brief: TripBrief) -> dict[str, Any]:
    """Return the brief as JSON values, empty fields left out, `sources` included."""
    raw = BRIEF.dump_python(brief, mode="json", by_alias=True)
    return {name: filled for name, value in raw.items() if not _is_empty(filled := _filled(value))}


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value in ("", [], {})


def _filled(value: Any) -> Any:
    """Return a value without its empty fields."""
    if isinstance(value, Mapping):
        return {name: inner for name, item in value.items() if not _is_empty(inner := _filled(item))}
    if isinstance(value, list):
        return [_filled(item) for item in value]
    return value


def without_sources(brief: TripBrief) -> TripBrief:
    """Return the brief without the sources of its fields."""
    return dataclasses.replace(brief, sources={})


def with_sources_of(brief: TripBrief, other: TripBrief) -> TripBrief:
    """Return the brief with the sources that another one has for the fields in which they agree."""
    alike = {name: source for name, source in other.sources.items() if getattr(brief, name) == getattr(other, name)}
    return dataclasses.replace(brief, sources=alike)


def brief_from_wire(payload: Mapping[str, Any]) -> TripBrief:
    """Return the brief of a stored payload. Raises InvalidRequest."""
    return read(BRIEF, payload, "brief")


def patch_from_wire(payload: Mapping[str, Any]) -> PatchBrief:
    """Return the act of a patch (BriefPatch). Raises InvalidRequest."""
    return read(_PATCH, payload, "brief")


def day_reference(day: DayReference, days: int) -> tuple[int, ...]:
    """Return the numbers of the days that a wish means, in a trip of so many."""
    if day == "every":
        return tuple(range(1, days + 1))
    if day == "last":
        return (days,)
    return (day,) if 1 <= day <= days else ()
