"""Values from JSON: bounds first, then the types of their fields, and one error that names the first wrong one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, TypeAdapter, ValidationError

from travelagent.plans.bounds import check_bounds
from travelagent.plans.errors import InvalidRequest, Malformed
from travelagent.plans.fields import NAME_CHARS, Latitude, Longitude
from travelagent.plans.values import LocalizedText, Point

_T = TypeVar("_T")


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


def read(kind: TypeAdapter[_T], payload: object, what: str) -> _T:
    """Return the value of a payload. Raises InvalidRequest with the wrong field of `what`."""
    check_bounds(payload, what)
    try:
        return kind.validate_python(payload)
    except ValidationError as error:
        raise invalid(what, error) from error


def without_unset(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that are set: not null, empty, zero or false."""
    return {name: value for name, value in raw.items() if value not in (None, [], 0, False)}


def invalid(what: str, error: ValidationError, tagged: bool = False) -> InvalidRequest:
    """Return the error that names the first wrong field. `tagged`: the place of the field begins with a tag."""
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in (what, *first["loc"][int(tagged) :]))
    return Malformed(where, LocalizedText(f"{where}: {first['msg']}", f"{where}：格式不对（{first['msg']}）"))
