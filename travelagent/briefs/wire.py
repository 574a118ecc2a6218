"""The brief as JSON and back, and changes of it: the form that the API, the page, tools and the store share.

Empty fields are left out; in a patch `null` clears a field. Bad input raises InvalidRequest with the field.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Final, get_args, get_type_hints

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetPydanticSchema,
    TypeAdapter,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    create_model,
)
from pydantic.fields import FieldInfo

from travelagent.briefs.acts import BriefOp, ClearField, MergeField, PatchBrief, Rejected, SetField
from travelagent.briefs.merging import KINDS
from travelagent.briefs.values import FIELDS, DayReference, Provenance, TripBrief
from travelagent.plans.wire import read

MOST_REJECTED: Final = 20
"""Of the parts of a patch that are named as wrong; one with more is refused as a whole."""


def _partial(name: str, owner: type[Any], kinds: Mapping[str, Any]) -> type[BaseModel]:
    """The model of a value any of whose fields may be left out, or null to clear it; who filled them is no field.

    `kinds`: the fields that have models of their own.
    """
    hints = get_type_hints(owner, include_extras=True)
    parts: dict[str, Any] = {}
    for field in dataclasses.fields(owner):
        hint = hints[field.name]
        kind = kinds.get(field.name)
        if kind is not None:
            hint = Annotated[kind, *(each for each in get_args(hint)[1:] if isinstance(each, FieldInfo))]
        parts[field.name] = (hint, {}) if field.name == "sources" else (_or_null(hint), None)
    config = ConfigDict(extra="forbid", allow_inf_nan=False)
    return create_model(name, __config__=config, __doc__=owner.__doc__, **parts)


def _or_null(hint: Any) -> Any:
    """The type of a part that may be null. How language models see it is marked at the part itself, since a mark within
    one of two choices is none of theirs."""
    is_marked = hasattr(hint, "__metadata__")
    if type(None) in get_args(get_args(hint)[0] if is_marked else hint):
        return hint
    extras = (each.json_schema_extra for each in get_args(hint)[1:] if isinstance(each, FieldInfo))
    marks = [Field(json_schema_extra=extra) for extra in extras if extra] if is_marked else []
    return Annotated[hint | None, *marks] if marks else hint | None


_PARTS = {name: _partial(f"{kind.__name__}Patch", kind, {}) for name, kind in KINDS.items()}
_PATCH = _partial("BriefPatch", TripBrief, _PARTS)


def _act_of(given: BaseModel) -> PatchBrief:
    sources: Mapping[str, Provenance] = getattr(given, "sources", None) or {}
    return PatchBrief(
        tuple(_op_of(given, name, sources.get(name)) for name in FIELDS if name in given.model_fields_set)
    )


def _op_of(given: BaseModel, name: str, provenance: Provenance | None) -> BriefOp:
    value = getattr(given, name)
    who = (provenance.span, provenance.source) if provenance else (None, None)
    if value is None:
        return ClearField(name)
    if isinstance(value, BaseModel):
        return MergeField(name, {part: getattr(value, part) for part in sorted(value.model_fields_set)}, *who)
    return SetField(name, value, *who)


def _accepted(given: object, read_patch: ValidatorFunctionWrapHandler) -> PatchBrief:
    """Read what can be read of a patch, and name the rest. Raises ValidationError where nothing can be."""
    left, rejected = copy.deepcopy(given), list[Rejected]()
    while True:
        try:
            return dataclasses.replace(_act_of(read_patch(left)), rejected=tuple(rejected))
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            if not isinstance(left, dict) or len(rejected) == MOST_REJECTED:
                raise
            place, value = _taken_out(left, fault["loc"])
            rejected = [each for each in rejected if not each.field.startswith(f"{place}.")]
            rejected.append(Rejected(place, value, fault["msg"]))
            if not left:
                raise


def _taken_out(payload: dict[str, Any], place: Sequence[str | int]) -> tuple[str, Any]:
    """Take the innermost part at the place out of the payload; return where it stood, and what it was.

    A part that is missing, or that is all of its list or object, goes with its owner.
    """
    owners: list[tuple[Any, str | int]] = []
    owner: Any = payload
    for key in place:
        known = key in owner if isinstance(owner, dict) else isinstance(owner, list) and isinstance(key, int)
        if not known:
            break
        owners.append((owner, key))
        owner = owner[key]
    while len(owners) > 1 and len(owners[-1][0]) == 1:
        owners.pop()
    owner, key = owners[-1]
    return ".".join(str(each) for _, each in owners), owner.pop(key)


BriefPatch = Annotated[
    PatchBrief, GetPydanticSchema(lambda _, handler: handler(Annotated[_PATCH, WrapValidator(_accepted)]))
]
"""A change of the brief, as a model sends it: every field that it has is set, one that is `null` is cleared.

Of a field with parts those are set that it has. What cannot be read is left out and named in `rejected`. `sources` may
hold for fields who filled them, where that is not the writer.
"""
NO_PATCH: Final = PatchBrief(())
BRIEF: TypeAdapter[TripBrief] = TypeAdapter(TripBrief)
_StrictPatch: Any = Annotated[_PATCH, AfterValidator(_act_of)]
_STRICT_PATCH: TypeAdapter[PatchBrief] = TypeAdapter(_StrictPatch)


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
    """Return the act of a patch (BriefPatch), all of which has to be right. Raises InvalidRequest."""
    return read(_STRICT_PATCH, payload, "brief")


def patch_to_wire(before: TripBrief, after: TripBrief, fields: Collection[str]) -> dict[str, Any]:
    """Return the patch that gives these fields of the one brief the values of the other, with who filled them."""
    old, new = brief_to_wire(before), brief_to_wire(after)
    sources = {name: source for name, source in new.get("sources", {}).items() if name in fields}
    patch: dict[str, Any] = {name: new.get(name) for name in sorted(fields)}
    for name in KINDS.keys() & new.keys() & set(fields):
        patch[name] = {**dict.fromkeys(old.get(name, {})), **new[name]}
    return {**patch, **({"sources": sources} if sources else {})}


def day_reference(day: DayReference, days: int) -> tuple[int, ...]:
    """Return the numbers of the days that a wish means, in a trip of so many."""
    if day == "every":
        return tuple(range(1, days + 1))
    if day == "last":
        return (days,)
    return (day,) if 1 <= day <= days else ()
