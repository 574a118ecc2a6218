"""What a message, a form or a call asks for, as a closed union of acts.

A message is read as a list of acts: "Why is the Colosseum on that day? Can we do it early?" is an `Ask` and an
`EditPlan`. Whoever handles acts ends in `assert_never`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Literal, TypeAlias

from travelagent.briefs.values import FieldSource
from travelagent.plans.values import Edit


@dataclass(frozen=True, slots=True)
class SetField:
    """Give a field of the brief this value (a value of the field's type).

    `span`: where the message states it; `source`: who fills it, where that is not the writer of the act.
    """

    field: str
    value: Any
    span: tuple[int, int] | None = None
    source: FieldSource | None = None


@dataclass(frozen=True, slots=True)
class MergeField:
    """Give parts of a field new values; its other parts stay, unless a new one contradicts them (merging.py).

    `parts`: values of the types of the field's parts by their names, None to clear one; `span`, `source`: as of
    SetField.
    """

    field: str
    parts: Mapping[str, Any]
    span: tuple[int, int] | None = None
    source: FieldSource | None = None


@dataclass(frozen=True, slots=True)
class ClearField:
    """Clear a field of the brief."""

    field: str


BriefOp: TypeAlias = SetField | MergeField | ClearField


@dataclass(frozen=True, slots=True)
class Rejected:
    """A part of a patch that was not accepted: where it stood (`needs.1`), what it was, and what would be."""

    field: str
    value: Any
    reason: str


@dataclass(frozen=True, slots=True)
class PatchBrief:
    """Change fields of the brief, in this order. `rejected`: what was left out as it has no meaning there."""

    ops: tuple[BriefOp, ...]
    rejected: tuple[Rejected, ...] = ()


@dataclass(frozen=True, slots=True)
class EditPlan:
    """Change the plan at hand by the planner's own edits."""

    edits: tuple[Edit, ...]


Order: TypeAlias = Literal["best", "cheapest", "dearest", "nearest", "newest", "oldest"]
"""The measure by which sights are asked for."""
FREE, LODGING = "free", "lodging"
"""Of what a question mentions: sights without a ticket, and where one stays."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question, as values. `about`: ids of cities and sights (`xian`, `xian/bell-tower`), of towns outside of the
    catalogue (`geonames:…`), names of regions, codes of countries; `days`: of the plan, from 1; `ends`: the two places
    of a ride, by id; `kinds`: tags, categories, diets, needs and modes that are mentioned; `length`: a number of days
    that is asked about; `amount`: a sum of money that is asked about, in `currency`, empty where none was named;
    `without`: kinds that are left out of what is asked about ("without the hotel"); `order`: by what sights are ranked,
    `within_km` of the place that is named."""

    topic: str
    about: tuple[str, ...] = ()
    days: tuple[int, ...] = ()
    dates: tuple[date, ...] = ()
    months: tuple[int, ...] = ()
    ends: tuple[str, str] | None = None
    kinds: tuple[str, ...] = ()
    length: int | None = None
    amount: Decimal | None = None
    currency: str = ""
    without: tuple[str, ...] = ()
    order: Order | None = None
    within_km: float | None = None


@dataclass(frozen=True, slots=True)
class FindPlaces:
    """A search for cities, in these regions and countries if any are named."""

    areas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Compare:
    """Compare these places, by these aspects (by all where there are none)."""

    places: tuple[str, ...]
    aspects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskFigures:
    """A question that the catalogue's figures answer."""

    question: str


@dataclass(frozen=True, slots=True)
class TripCommand:
    """What is to be done with a saved trip."""

    command: Literal["save", "rename", "delete", "list", "share", "export"]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Undo:
    """One step back, or forth again."""

    forth: bool = False


@dataclass(frozen=True, slots=True)
class Remember:
    """Keep, or forget, a statement of the person about themselves."""

    text: str
    forget: bool = False


@dataclass(frozen=True, slots=True)
class Restyle:
    """Answer shorter, or in full."""

    detailed: bool = False


@dataclass(frozen=True, slots=True)
class SmallTalk:
    """What wishes for nothing that a tool could bring."""

    kind: Literal["greeting", "thanks", "farewell", "accept", "complaint", "trouble", "offtopic", "aside", "other"]


@dataclass(frozen=True, slots=True)
class NotRead:
    """Words that were not understood; `asks` where they are a question."""

    text: str
    asks: bool = False


Act: TypeAlias = (
    PatchBrief
    | EditPlan
    | Ask
    | FindPlaces
    | Compare
    | AskFigures
    | TripCommand
    | Undo
    | Remember
    | Restyle
    | SmallTalk
    | NotRead
)
