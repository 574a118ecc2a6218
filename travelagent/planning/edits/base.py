"""How a kind of edit is declared."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeVar, cast, dataclass_transform

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass as validated_dataclass

from travelagent.planning.messages import message, refuse
from travelagent.plans.fields import clock
from travelagent.plans.values import Edit, EditContext, LocalizedText
from travelagent.plans.words import listed, term, week_day

_T = TypeVar("_T")
Names = Mapping[str, LocalizedText]
HOURS = frozenset({"at", "start", "end", "now"})
NAMED = frozenset({"sight", "visit", "city", "term", "kind"})
"""Fields that are minutes of a day, and those that are ids or terms: messages put both in words."""


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field, Field))
def edit(cls: type[_T]) -> type[_T]:
    """Declare a kind of edit: a frozen dataclass whose fields are checked and which is its own form on the wire. Its
    last field is the tag `op: Literal["…"]`; it is found by edits/__init__.py. One without `words` of its own is called
    by the message `edit.OP`."""
    if cast(Any, cls).words is Edit.words:
        cast(Any, cls).words = in_words
    made = validated_dataclass(frozen=True, config=ConfigDict(extra="forbid", allow_inf_nan=False))(cls)
    return cast(type[_T], made)


def check_day(context: EditContext, day: int) -> None:
    """Raise InvalidRequest for a day that the trip does not have."""
    if not 1 <= day <= context.request.days:
        refuse("day", "day", day=day)


def in_words(edit: Edit, names: Names, id: str = "") -> LocalizedText:
    """Return the message `edit.ID`, by default that of the edit's tag, with the edit's fields in words."""
    values = {each.name: getattr(edit, each.name) for each in dataclasses.fields(cast(Any, edit))}
    worded = {name: _in_words(name, value, names) for name, value in values.items()}
    return message(f"edit.{id or values['op']}", **worded)


def _in_words(field: str, value: Any, names: Names) -> object:
    if isinstance(value, tuple):
        return listed(names.get(each) or term(each) for each in value)
    if value is None:
        return ""
    if field in HOURS:
        return clock(value)
    if field in NAMED:
        return names.get(value) or term(value)
    return week_day(value) if field == "date" else value
