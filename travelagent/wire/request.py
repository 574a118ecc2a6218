"""Requests, to and from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date as Date
from decimal import Decimal
from typing import Any

from pydantic import Field, TypeAdapter, ValidationError

from travelagent.planning.constraints.registry import CarriedConstraint
from travelagent.plans.values import USUAL_MEALS, CitySize, IntercityMode, LocalizedText, Pace, PlanRequest, Walker
from travelagent.plans.wire_fields import NOTHING, Clock, Latitude, Longitude, invalid
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


class MealHoursPayload(Payload):
    """The hours within which lunch and dinner are had."""

    lunch: tuple[Clock, Clock] = USUAL_MEALS.lunch
    dinner: tuple[Clock, Clock] = USUAL_MEALS.dinner


class BasePayload(Payload):
    """A place out of town with beds, near sights that lie far out."""

    place: PointPayload
    draw: int = unless_default(0)
    arrive_by: Clock | None = unless_default(None)


class StayPayload(Payload):
    """A city of the trip, with its days and its hotel."""

    id: str
    name: LocalizedText = NOTHING
    lat: Latitude
    lon: Longitude
    days: int | None = None
    hotel: PointPayload | None = None
    size: CitySize = "medium"
    timezone: str | None = None
    country: str | None = None
    land: str = unless_default("")
    meals: MealHoursPayload = unless_default(MealHoursPayload())
    high: bool = unless_default(False)
    taxi_km: Decimal = unless_default(Decimal(0))
    altitude: int = unless_default(0)
    bases: tuple[BasePayload, ...] = unless_default(())


class NightPayload(Payload):
    """A night that is spent elsewhere than at the stay's hotel."""

    day: int = Field(ge=1)
    place: PointPayload


class BookingPayload(Payload):
    """The traveller's own place or booking."""

    name: LocalizedText = NOTHING
    lat: Latitude
    lon: Longitude
    start: Clock
    minutes: int
    day: int | None = None
    marker: bool = unless_default(False)


class RequestPayload(Payload):
    """A request to the planner."""

    cities: tuple[StayPayload, ...]
    days: int
    start_date: Date | None = None
    today: Date | None = None
    interests: tuple[str, ...] = ()
    pace: Pace = "normal"
    must_see: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    pinned: tuple[PinPayload, ...] = ()
    day_windows: tuple[DayWindowPayload, ...] = ()
    fixed: tuple[BookingPayload, ...] = ()
    travellers: int = 1
    rainy_days: tuple[int, ...] = ()
    avoid_on: tuple[RefusalPayload, ...] = ()
    thrift: float = 0.0
    short_ways: bool = False
    walkers: tuple[Walker, ...] = ()
    nights: tuple[NightPayload, ...] = unless_default(())
    stopovers: tuple[str, ...] = unless_default(())
    any_order: bool = False
    home: PointPayload | None = None
    way: IntercityMode | None = None
    arrival: RidePayload | None = None
    departure: RidePayload | None = None
    seed: int = 1
    iterations: int | None = None
    deadline_seconds: float = 10.0
    constraints: tuple[CarriedConstraint, ...] = ()


_REQUEST = TypeAdapter(PlanRequest)


def request_to_wire(request: PlanRequest) -> dict[str, Any]:
    """Return the whole request, so that the plan can later be made anew with a change; unset fields are left out."""
    return without_unset(write(RequestPayload, request))


def request_from_wire(payload: Mapping[str, Any]) -> PlanRequest:
    """Return the value of a request payload. Raises InvalidRequest with the wrong field."""
    try:
        given = RequestPayload.model_validate(payload)
        return _REQUEST.validate_python({**given.model_dump(), "constraints": given.constraints})
    except ValidationError as error:
        raise invalid("request", error) from error
