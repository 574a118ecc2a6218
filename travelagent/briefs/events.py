"""The events that tell of a change of the trip at hand: the `data` of their envelopes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from travelagent.briefs.values import FieldSource


class FieldChange(BaseModel):
    """A field of the brief before and after in its wire form, null where it is empty."""

    field: str
    before: Any = Field(alias="from")
    after: Any = Field(alias="to")


class _TripChanged(BaseModel):
    """`version` is the one that the change makes. Of an undo, or of a redo (`forth`), `restores` is the version whose
    content it has."""

    version: int
    restores: int | None = None
    forth: bool = False


class BriefChanged(_TripChanged):
    """What became of the brief, and the whole of it."""

    source: FieldSource
    changes: list[FieldChange]
    brief: dict[str, Any]


class PlanChanged(_TripChanged):
    """The artifact that is the plan from now on, "" for none; `difference`: to the plan before, null for a new one."""

    artifact: str
    difference: dict[str, Any] | None


BRIEF_CHANGED, PLAN_CHANGED = "brief_changed", "plan_changed"
EVENTS: Mapping[str, type[BaseModel]] = {BRIEF_CHANGED: BriefChanged, PLAN_CHANGED: PlanChanged}
"""By the type of the event."""
