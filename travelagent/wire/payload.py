"""What the wire models share: how they read and write, and the values that stand in more than one of them.

Pydantic models spell the frozen field names, read from attributes or from JSON; clock times are `HH:MM` strings in JSON
and minutes in the values, money is a decimal string, texts are `{"en", "zh"}`. Reading is lenient about what a
hand-edited plan may leave out (legs, slack, reasons) and strict about what it contains: a malformed payload raises
InvalidRequest with the wrong field.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from travelagent.plans.bounds import check_bounds
from travelagent.plans.values import MIDNIGHT, IntercityMode, LocalizedText, PartOfDay, PlaceInDay
from travelagent.plans.wire_fields import NOTHING, Clock, DayOfTrip, Latitude, Longitude, invalid

_T = TypeVar("_T")


class Payload(BaseModel):
    """A wire model."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore", allow_inf_nan=False, from_attributes=True)


def unless_default(default: Any) -> Any:
    """Return the field of that default, which is not written where it has it."""
    return Field(default=default, exclude_if=lambda value: value == default)


class PointPayload(Payload):
    """A place on the map."""

    name: LocalizedText = NOTHING
    lat: Latitude
    lon: Longitude
    land: str = unless_default("")


class DayWindowPayload(Payload):
    """When and where one day starts and ends; null keeps the usual value."""

    day: DayOfTrip
    start: Clock | None = None
    end: Clock | None = None
    origin: PointPayload | None = Field(default=None, alias="from")
    destination: PointPayload | None = Field(default=None, alias="to")


class PinPayload(Payload):
    """A sight that stays, on that day, at that time or in that part of the day."""

    sight: str
    day: DayOfTrip | None = None
    start: Clock | None = None
    when: PartOfDay | PlaceInDay | None = None
    minutes: int | None = Field(default=None, ge=1, le=MIDNIGHT, exclude_if=lambda minutes: minutes is None)


class RidePayload(Payload):
    """The ride there or home: its time of arrival or departure, and the minutes between it and the town."""

    at: Clock
    minutes: int = Field(default=0, ge=0, le=MIDNIGHT)
    way: IntercityMode | None = unless_default(None)


class RefusalPayload(Payload):
    """What is not wanted on one day: a sight's id, a category, a tag or a strain."""

    day: DayOfTrip
    term: str


def write(model: type[Payload], value: object) -> dict[str, Any]:
    """Return a value as JSON objects."""
    return model.model_validate(value).model_dump(mode="json", by_alias=True)


def read(value: TypeAdapter[_T], payload: object, what: str) -> _T:
    """Return the value of a payload. Raises InvalidRequest with the wrong field of `what`."""
    check_bounds(payload, what)
    try:
        return value.validate_python(payload)
    except ValidationError as error:
        raise invalid(what, error) from error


def without_unset(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that say something."""
    return {name: value for name, value in raw.items() if value not in (None, [], 0, False)}
