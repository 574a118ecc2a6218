"""How a kind of edit is declared."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import NoReturn, TypeVar, cast, dataclass_transform

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass as validated_dataclass

from travelagent.plans.errors import InvalidRequest
from travelagent.plans.values import EditContext, LocalizedText

_T = TypeVar("_T")
Names = Mapping[str, LocalizedText]


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field, Field))
def edit(cls: type[_T]) -> type[_T]:
    """Declare a kind of edit: a frozen dataclass whose fields are checked and which is its own form on the wire. Its
    last field is the tag `op: Literal["…"]`; it is found by edits/__init__.py."""
    made = validated_dataclass(frozen=True, config=ConfigDict(extra="forbid", allow_inf_nan=False))(cls)
    return cast(type[_T], made)


def refuse(field: str, en: str, zh: str) -> NoReturn:
    """Raise InvalidRequest for a field of an edit."""
    raise InvalidRequest(field, LocalizedText(en, zh))


def check_day(context: EditContext, day: int) -> None:
    """Raise InvalidRequest for a day that the trip does not have."""
    if not 1 <= day <= context.request.days:
        refuse("day", f"There is no day {day}.", f"没有第 {day} 天。")


def joined_words(parts: Iterable[LocalizedText]) -> LocalizedText:
    """Several demands as one: "drop the zoo and add a day", “去掉动物园，增加一天”."""
    found = list(parts)
    return LocalizedText(" and ".join(part.en for part in found), "，".join(part.zh for part in found))
