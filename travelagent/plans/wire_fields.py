"""Fields that several wire models share: clock times, coordinates, places, and the error for a wrong field."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, StringConstraints, ValidationError

from travelagent.plans.bounds import NUMBER
from travelagent.plans.errors import InvalidRequest, Malformed
from travelagent.plans.values import MAX_DAYS, MIDNIGHT, LocalizedText, Point
from travelagent.plans.words import clock

NAME_CHARS = 120
MOST_ITEMS = 60
MOST_MINUTES = MAX_DAYS * MIDNIGHT
NOTHING = LocalizedText("", "")
_T = TypeVar("_T")


def minutes_of(text: object) -> int:
    """Return `HH:MM` as minutes since midnight.

    Times after 24:00 are read as well, so that the verifier can refuse them by name.
    """
    if isinstance(text, int):
        return text
    hours, separator, minutes = str(text).partition(":")
    if not (separator and hours.isdecimal() and minutes.isdecimal() and len(minutes) == 2):
        raise ValueError(f"{text!r} is not a time HH:MM")
    if int(hours) > 47 or int(minutes) > 59:
        raise ValueError(f"{text!r} is not a time of day")
    return int(hours) * 60 + int(minutes)


Clock = Annotated[
    int,
    Field(ge=0, lt=2 * MIDNIGHT),
    BeforeValidator(minutes_of, json_schema_input_type=str),
    PlainSerializer(clock, return_type=str, when_used="json"),
]
DayOfTrip = Annotated[int, Field(ge=1, le=MAX_DAYS)]
Minutes = Annotated[int, Field(ge=0, le=MOST_MINUTES)]
Amount = Annotated[Decimal, Field(ge=-NUMBER, le=NUMBER, max_digits=24)]
"""Money, whose digits can be written out."""
Few: TypeAlias = Annotated[tuple[_T, ...], Field(max_length=MOST_ITEMS)]
"""A list whose items each make work."""
Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
"""An ISO 4217 code."""
Latitude = Annotated[float, Field(ge=-90, le=90)]
Longitude = Annotated[float, Field(ge=-180, le=180)]


class NamedPlace(BaseModel):
    """A place of the traveller's own; its name is theirs, whatever the language."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)
    name: str = Field(min_length=1, max_length=NAME_CHARS)
    lat: Latitude
    lon: Longitude


def _point(given: Any) -> Point:
    if isinstance(given, Point):
        return given
    place = NamedPlace.model_validate(given)
    return Point(LocalizedText(place.name, place.name), place.lat, place.lon)


def _named_place(point: Point) -> dict[str, Any]:
    return {"name": point.name.zh, "lat": point.lat, "lon": point.lon}


OwnPlace = Annotated[
    Point, BeforeValidator(_point, json_schema_input_type=NamedPlace), PlainSerializer(_named_place, when_used="json")
]
"""A point that is `{"name": "our flat", "lat", "lon"}` on the wire."""


def invalid(what: str, error: ValidationError, tagged: bool = False) -> InvalidRequest:
    """Return the error that names the first wrong field. `tagged`: the place of the field begins with a tag."""
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in (what, *first["loc"][int(tagged) :]))
    return Malformed(where, LocalizedText(f"{where}: {first['msg']}", f"{where}：格式不对（{first['msg']}）"))
