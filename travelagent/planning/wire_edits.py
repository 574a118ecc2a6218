"""Edits and situations from JSON: `{"op": "move", "visit", "day": 2}`, `{"kind": "late", "day": 1, "now": "11:10"}`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from travelagent.planning.edits import (
    Add,
    AddPlace,
    Edit,
    Move,
    Remove,
    SetHotel,
    SetHours,
    SetMinutes,
    SetPin,
)
from travelagent.planning.onward import Situation, SituationKind
from travelagent.planning.values import MIDNIGHT, LocalizedText, Point
from travelagent.planning.wire import Clock, Latitude, Longitude, invalid

MOST_EDITS = 50
NAME_CHARS = 120


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class PlacePayload(_Strict):
    """A place of the traveller's own; its name is theirs, whatever the language."""

    name: str = Field(min_length=1, max_length=NAME_CHARS)
    lat: Latitude
    lon: Longitude

    def text(self) -> LocalizedText:
        return LocalizedText(self.name, self.name)

    def point(self) -> Point:
        return Point(self.text(), self.lat, self.lon)


class MovePayload(_Strict):
    op: Literal["move"]
    visit: str
    day: int
    position: int | None = Field(default=None, ge=0)

    def edit(self) -> Edit:
        return Move(self.visit, self.day, self.position)


class RemovePayload(_Strict):
    op: Literal["remove"]
    visit: str

    def edit(self) -> Edit:
        return Remove(self.visit)


class AddPayload(_Strict):
    op: Literal["add"]
    sight: str
    day: int
    position: int | None = Field(default=None, ge=0)

    def edit(self) -> Edit:
        return Add(self.sight, self.day, self.position)


class AddPlacePayload(PlacePayload):
    op: Literal["add_place"]
    day: int
    start: Clock
    minutes: int = Field(ge=5, le=MIDNIGHT // 2)

    def edit(self) -> Edit:
        return AddPlace(self.text(), self.lat, self.lon, self.day, self.start, self.minutes)


class PinEditPayload(_Strict):
    op: Literal["pin"]
    visit: str
    pinned: bool = True

    def edit(self) -> Edit:
        return SetPin(self.visit, self.pinned)


class MinutesPayload(_Strict):
    op: Literal["minutes"]
    visit: str
    minutes: int

    def edit(self) -> Edit:
        return SetMinutes(self.visit, self.minutes)


class HotelPayload(_Strict):
    op: Literal["hotel"]
    city: str
    hotel: PlacePayload | None = None

    def edit(self) -> Edit:
        return SetHotel(self.city, self.hotel.point() if self.hotel else None)


class HoursPayload(_Strict):
    op: Literal["hours"]
    day: int
    start: Clock | None = None
    end: Clock | None = None

    def edit(self) -> Edit:
        return SetHours(self.day, self.start, self.end)


EditPayload: TypeAlias = Annotated[
    MovePayload
    | RemovePayload
    | AddPayload
    | AddPlacePayload
    | PinEditPayload
    | MinutesPayload
    | HotelPayload
    | HoursPayload,
    Field(discriminator="op"),
]


class SituationPayload(_Strict):
    kind: SituationKind
    day: int
    now: Clock
    minutes: int = 0
    visit: str | None = None
    place: PlacePayload | None = None


_EDITS: TypeAdapter[list[EditPayload]] = TypeAdapter(
    Annotated[list[EditPayload], Field(min_length=1, max_length=MOST_EDITS)]
)
_SITUATION = TypeAdapter(SituationPayload)


def edits_from_wire(payload: Sequence[Mapping[str, Any]]) -> tuple[Edit, ...]:
    """The edits of a list, at least one and at most 50. Raises InvalidRequest naming the wrong field."""
    try:
        return tuple(each.edit() for each in _EDITS.validate_python(payload))
    except ValidationError as error:
        raise invalid("edits", error) from error


def situation_from_wire(payload: Mapping[str, Any]) -> Situation:
    """The value of a situation. Raises InvalidRequest naming the wrong field."""
    try:
        raw = _SITUATION.validate_python(payload)
    except ValidationError as error:
        raise invalid("situation", error) from error
    place = raw.place.point() if raw.place else None
    return Situation(raw.kind, raw.day, raw.now, raw.minutes, raw.visit, place)
