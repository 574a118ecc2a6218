"""What a message speaks of, as its reading has it: a second opinion on the changes that a model makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from travelagent.assistant.embedded.turn import ReadMessage
from travelagent.briefs.acts import EditPlan
from travelagent.briefs.consent import Spoken
from travelagent.briefs.values import FIELDS, UNPLANNED, DayWish, TripBrief
from travelagent.planning.edits.days import (
    AddDays,
    RemoveDay,
    ReorderCities,
    SetCityDays,
    SetStartDate,
    SwapDays,
)
from travelagent.planning.edits.lift import Lift
from travelagent.planning.edits.sights import Add, AddPlace, Move, SetMinutes, SetPin, Swap, Visiting
from travelagent.planning.edits.trip import SetHotel, SetTransport, SetTravellers
from travelagent.plans.values import Edit

LENGTHS: Final = (AddDays, RemoveDay, SetCityDays)
"""The edits that state the length of a trip or of a stay."""
FILLS: Final = (
    *(Add, AddPlace, Move, Visiting, SetPin, SetMinutes, Swap, SwapDays, ReorderCities),
    *(SetHotel, SetStartDate, SetTransport, SetTravellers, Lift),
)
"""The edits that bring or arrange something: what has to give way for it was not mentioned."""
FILLING_FIELDS: Final = frozenset({"must_see", "bookings", "lodging", "travel", "ends_at", "rules_off"}) | UNPLANNED
"""The fields of a brief that do so."""


def spoken_of(read: ReadMessage) -> Spoken:
    """Return what the message of a turn speaks of."""
    before, after = read.trip.brief, read.understood.brief
    edits = tuple(_edits(read))
    return Spoken(
        days=_length(before) != _length(after) or any(isinstance(edit, LENGTHS) for edit in edits),
        cities=frozenset((*set(before.places).difference(after.places), *read.understood.refused)),
        people=before.party != after.party or any(isinstance(edit, SetTravellers) for edit in edits),
        emptier=any(not isinstance(edit, FILLS) for edit in edits)
        or bool(set(_changed(before, after)) - FILLING_FIELDS),
    )


def _edits(read: ReadMessage) -> Iterator[Edit]:
    for act in read.understood.acts:
        if isinstance(act, EditPlan):
            yield from act.edits


def _length(brief: TripBrief) -> tuple[object, ...]:
    return brief.days, brief.stays


def _changed(before: TripBrief, after: TripBrief) -> Iterator[str]:
    """Yield the fields that differ; visits at a time are no wishes that leave less room."""
    for name in FIELDS:
        old, new = getattr(before, name), getattr(after, name)
        if name == "day_wishes":
            old, new = ([wish for wish in each if _empties(wish)] for each in (old, new))
        if old != new:
            yield name


def _empties(wish: DayWish) -> bool:
    return wish.kind != "visit"
