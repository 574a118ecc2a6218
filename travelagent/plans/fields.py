"""The types of fields: units, bounds and the form on the wire of the scalars that values are made of.

A value is a frozen dataclass whose fields have these types, and is thereby its own JSON: clock times are `HH:MM` there
and minutes in Python, dates ISO, amounts decimal strings, days of the week `Mo` to `Su`. Bounds hold for what comes
from outside (wire.py); a constructor checks nothing.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Final, TypeAlias, TypeVar

from pydantic import BeforeValidator, ConfigDict, Field, PlainSerializer, StringConstraints

from agent_core.schemas import OFFERED
from travelagent.plans.sessions import WEEKDAYS

MIDNIGHT: Final = 1440
MAX_DAYS: Final = 30
MOST_MINUTES: Final = MAX_DAYS * MIDNIGHT
NUMBER: Final = 1e12
NAME_CHARS: Final = 120
MOST_ITEMS: Final = 60
"""Of a list whose items each make work."""
MOST_SIGHTS: Final = 600
"""Of a list of sights, of one's own places, or of what is refused: as many as a trip may have visits."""
_T = TypeVar("_T")


class Value:
    """A frozen dataclass that is its own form on the wire. Unknown fields are ignored, numbers finite."""

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(
        extra="ignore", allow_inf_nan=False, validate_by_name=True, validate_by_alias=True
    )


class StrictValue:
    """A value whose unknown fields are errors, as models and partners spell them."""

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(
        extra="forbid", allow_inf_nan=False, validate_by_name=True, validate_by_alias=True
    )


def clock(minutes: int) -> str:
    """Format minutes since midnight as `HH:MM`; 1440 is `24:00`."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def minutes_of(text: object) -> int:
    """Return `HH:MM` as minutes since midnight.

    Times after 24:00 are read as well, so that the verifier can refuse them by name. Raises ValueError.
    """
    if isinstance(text, int):
        return text
    hours, separator, minutes = str(text).partition(":")
    if not (separator and hours.isdecimal() and minutes.isdecimal() and len(minutes) == 2):
        raise ValueError(f"{text!r} is not a time HH:MM")
    if int(hours) > 47 or int(minutes) > 59:
        raise ValueError(f"{text!r} is not a time of day")
    return int(hours) * 60 + int(minutes)


def _weekday(value: object) -> object:
    return WEEKDAYS.index(value) if value in WEEKDAYS else value


def unless_default(default: Any) -> Any:
    """Return the mark of a field that is not written where it has that default."""
    return Field(exclude_if=lambda value: value == default)


NOT_OFFERED: Final = Field(json_schema_extra={OFFERED: False})
"""The mark of fields that language models do not see: they follow from other fields, or are the page's."""
Clock = Annotated[
    int,
    Field(ge=0, lt=2 * MIDNIGHT),
    BeforeValidator(minutes_of, json_schema_input_type=str),
    PlainSerializer(clock, return_type=str, when_used="json"),
]
FIRST_DATE: Final = dt.date(1900, 1, 1)
LAST_DATE: Final = dt.date(2199, 12, 31)
CalendarDate = Annotated[dt.date, Field(ge=FIRST_DATE, le=LAST_DATE)]
"""A date from which weeks can be counted in either direction, and for which holidays and twilight are known."""
Weekday = Annotated[
    int,
    Field(ge=0, le=6),
    BeforeValidator(_weekday),
    PlainSerializer(lambda day: WEEKDAYS[day], return_type=str, when_used="json"),
]
"""A day of the week, Monday 0."""
DayOfTrip = Annotated[int, Field(ge=1, le=MAX_DAYS)]
Minutes = Annotated[int, Field(ge=0, le=MOST_MINUTES)]
VisitMinutes = Annotated[int, Field(ge=1, le=MIDNIGHT)]
Amount = Annotated[Decimal, Field(ge=-NUMBER, le=NUMBER, max_digits=24)]
"""Money, whose digits can be written out."""
Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
"""An ISO 4217 code."""
Latitude = Annotated[float, Field(ge=-90, le=90)]
Longitude = Annotated[float, Field(ge=-180, le=180)]
Few: TypeAlias = Annotated[tuple[_T, ...], Field(max_length=MOST_ITEMS)]
"""A list whose items each make work."""
Many: TypeAlias = Annotated[tuple[_T, ...], Field(max_length=MOST_SIGHTS)]
"""A list of sights or of what concerns one each."""
