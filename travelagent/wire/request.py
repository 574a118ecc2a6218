"""Requests, to and from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pydantic import Field, TypeAdapter, ValidationError

from travelagent.planning.constraints.registry import CarriedConstraint
from travelagent.plans.bounds import CalendarDate, check_bounds
from travelagent.plans.values import USUAL_MEALS, CitySize, IntercityMode, LocalizedText, Pace, PlanRequest, Walker
from travelagent.plans.wire_fields import (
    NOTHING,
    Amount,
    Clock,
    DayOfTrip,
    Few,
    Latitude,
    Longitude,
    Minutes,
    invalid,
)
from travelagent.wire.payload import (
    DayWindowPayload,
    Payload,
    PinPayload,
    PointPayload,
    RefusalPayload,
    RidePayload,
    unless_default,
    without_unset,
    write,
)

MOST_SIGHTS = 600
"""Of a list of sights, of one's own places, or of what is refused: as many as a trip may have visits."""
MOST_TRAVELLERS = 1_000
MOST_ITERATIONS = 10**9
MOST_SECONDS = 600.0


class MealHoursPayload(Payload):
    """The hours within which lunch and dinner are had."""

    lunch: tuple[Clock, Clock] = USUAL_MEALS.lunch
    dinner: tuple[Clock, Clock] = USUAL_MEALS.dinner


class BasePayload(Payload):
    """A place out of town with beds, near sights that lie far out."""

    place: PointPayload
    draw: Minutes = unless_default(0)
    arrive_by: Clock | None = unless_default(None)


class StayPayload(Payload):
    """A city of the trip, with its days and its hotel."""

    id: str
    name: LocalizedText = NOTHING
    lat: Latitude
    lon: Longitude
    days: DayOfTrip | None = None
    hotel: PointPayload | None = None
    size: CitySize = "medium"
    timezone: str | None = None
    country: str | None = None
    land: str = unless_default("")
    meals: MealHoursPayload = unless_default(MealHoursPayload())
    high: bool = unless_default(False)
    taxi_km: Amount = unless_default(Decimal(0))
    altitude: int = unless_default(0)
    bases: Few[BasePayload] = unless_default(())


class NightPayload(Payload):
    """A night that is spent elsewhere than at the stay's hotel."""

    day: DayOfTrip
    place: PointPayload


class BookingPayload(Payload):
    """The traveller's own place or booking."""

    name: LocalizedText = NOTHING
    lat: Latitude
    lon: Longitude
    start: Clock
    minutes: Minutes
    day: DayOfTrip | None = None
    marker: bool = unless_default(False)


class RequestPayload(Payload):
    """A request to the planner."""

    cities: Few[StayPayload]
    days: DayOfTrip
    start_date: CalendarDate | None = None
    today: CalendarDate | None = None
    interests: Few[str] = ()
    pace: Pace = "normal"
    must_see: tuple[str, ...] = Field(default=(), max_length=MOST_SIGHTS)
    avoid: tuple[str, ...] = Field(default=(), max_length=MOST_SIGHTS)
    pinned: tuple[PinPayload, ...] = Field(default=(), max_length=MOST_SIGHTS)
    day_windows: Few[DayWindowPayload] = ()
    fixed: tuple[BookingPayload, ...] = Field(default=(), max_length=MOST_SIGHTS)
    travellers: int = Field(default=1, ge=1, le=MOST_TRAVELLERS)
    rainy_days: Few[DayOfTrip] = ()
    avoid_on: tuple[RefusalPayload, ...] = Field(default=(), max_length=MOST_SIGHTS)
    thrift: float = 0.0
    short_ways: bool = False
    walkers: Few[Walker] = ()
    nights: Few[NightPayload] = unless_default(())
    stopovers: Few[str] = unless_default(())
    any_order: bool = False
    home: PointPayload | None = None
    way: IntercityMode | None = None
    arrival: RidePayload | None = None
    departure: RidePayload | None = None
    seed: int = Field(default=1, ge=0, le=2**32 - 1)
    iterations: int | None = Field(default=None, ge=0, le=MOST_ITERATIONS)
    deadline_seconds: float = Field(default=10.0, ge=0, le=MOST_SECONDS)
    constraints: Few[CarriedConstraint] = ()


_REQUEST = TypeAdapter(PlanRequest)


def request_to_wire(request: PlanRequest) -> dict[str, Any]:
    """Return the whole request, so that the plan can later be made anew with a change; unset fields are left out."""
    return without_unset(write(RequestPayload, request))


def request_from_wire(payload: Mapping[str, Any]) -> PlanRequest:
    """Return the value of a request payload. Raises InvalidRequest with the wrong field."""
    check_bounds(payload, "request")
    try:
        given = RequestPayload.model_validate(payload)
        return _REQUEST.validate_python({**given.model_dump(), "constraints": given.constraints})
    except ValidationError as error:
        raise invalid("request", error) from error
