"""Applies acts to a brief: the only way in which a brief changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from travelagent.briefs.acts import (
    Act,
    Ask,
    AskFigures,
    BriefOp,
    ClearField,
    Compare,
    EditPlan,
    FindPlaces,
    MergeField,
    NotRead,
    PatchBrief,
    Remember,
    Restyle,
    SetField,
    SmallTalk,
    TripCommand,
    Undo,
)
from travelagent.briefs.merging import merged
from travelagent.briefs.values import EMPTY, FIELDS, FieldSource, Provenance, TripBrief, Unserved


@dataclass(frozen=True, slots=True)
class Applied:
    """A brief after acts, and the fields that have another value than before, in the order of the brief."""

    brief: TripBrief
    changed: tuple[str, ...]


def apply(brief: TripBrief, acts: Iterable[Act], source: FieldSource) -> Applied:
    """Return the brief after these acts of one writer. Acts that are not about the brief leave it as it is.

    Where the trip goes elsewhere, what is bound to the places it no longer has goes with them. Raises InvalidRequest
    for parts of a field that contradict each other.
    """
    after = brief
    for act in acts:
        match act:
            case PatchBrief(ops):
                for op in ops:
                    after = _with(after, op, source)
            case NotRead(text):
                after = _with(after, SetField("unserved", (*after.unserved, Unserved(text))), source)
            case Ask() | AskFigures() | Compare() | EditPlan() | FindPlaces() | Remember() | Restyle() | SmallTalk():
                pass
            case TripCommand() | Undo():
                pass
            case _:
                assert_never(act)
    after = _without_lost_places(brief, after)
    return Applied(after, tuple(name for name in FIELDS if getattr(brief, name) != getattr(after, name)))


def _with(brief: TripBrief, op: BriefOp, source: FieldSource) -> TripBrief:
    """The brief after one operation. Raises KeyError for a field that a brief does not have."""
    if op.field not in FIELDS:
        raise KeyError(op.field)
    match op:
        case ClearField():
            value = getattr(EMPTY, op.field)
        case SetField():
            value = op.value
        case MergeField():
            value = merged(brief, op.field, op.parts)
        case _:
            assert_never(op)
    sources = {name: kept for name, kept in brief.sources.items() if name != op.field}
    if not isinstance(op, ClearField) and value != getattr(EMPTY, op.field):
        sources[op.field] = Provenance(op.source or source, op.span)
    return dataclasses.replace(brief, **{op.field: value, "sources": sources})


def _without_lost_places(before: TripBrief, after: TripBrief) -> TripBrief:
    """The brief without what was bound to places that it has lost: their sights, the hotel, the wishes of days."""
    lost = set(before.places) - set(after.places)
    if not lost:
        return after
    kept = dataclasses.replace(
        after,
        must_see=tuple(sight for sight in after.must_see if sight.partition("/")[0] not in lost),
        avoid=tuple(term for term in after.avoid if term.partition("/")[0] not in lost),
        day_wishes=tuple(wish for wish in after.day_wishes if wish.value.partition("/")[0] not in lost),
    )
    if not set(before.places) & set(after.places):
        if before.lodging == after.lodging:
            kept = dataclasses.replace(kept, lodging=dataclasses.replace(kept.lodging, near="", place=None))
        if before.bookings == after.bookings:
            kept = dataclasses.replace(kept, bookings=())
    filled = {name: origin for name, origin in kept.sources.items() if getattr(kept, name) != getattr(EMPTY, name)}
    return dataclasses.replace(kept, sources=filled)
