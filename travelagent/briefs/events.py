"""The events that tell of a change of the trip at hand: the `data` of their envelopes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from travelagent.briefs.values import FieldSource


class FieldChange(BaseModel):
    """A field of the brief before and after in its wire form, null where it is unsaid."""

    field: str
    before: Any = Field(alias="from")
    after: Any = Field(alias="to")


class BriefChanged(BaseModel):
    """What became of the brief, and the whole of it, with the version that this change makes."""

    version: int
    source: FieldSource
    changes: list[FieldChange]
    brief: dict[str, Any]


class PlanChanged(BaseModel):
    """The artifact that is the plan from now on, "" for none; `difference`: to the plan before, null for a new one."""

    version: int
    artifact: str
    difference: dict[str, Any] | None


BRIEF_CHANGED, PLAN_CHANGED = "brief_changed", "plan_changed"
EVENTS: Mapping[str, type[BaseModel]] = {BRIEF_CHANGED: BriefChanged, PLAN_CHANGED: PlanChanged}
"""By the type of the event."""
