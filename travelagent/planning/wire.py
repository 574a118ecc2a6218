"""Plans on the wire: `Itinerary` and `Budget` to and from the payloads of the artifact events.

Mechanism: Pydantic models spell the frozen field names; clock times are `HH:MM` strings there and minutes in the
values, money is a decimal string, texts are `{"en", "zh"}`. Reading is lenient about what a hand-edited plan may leave
out (legs, slack, reasons) and strict about what it says: a malformed payload raises InvalidRequest naming the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date as Date
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, TypeAdapter, ValidationError

from travelagent.planning.errors import InvalidRequest
from travelagent.planning.values import (
    Budget,
    Certificate,
    Check,
    DayPlan,
    Itinerary,
    LeftOut,
    Leg,
    LocalizedText,
    Meal,
    MealKind,
    Mode,
    Money,
    PlanRequest,
    Point,
    Sight,
    Status,
    Visit,
)


def clock(minutes: int) -> str:
    """Minutes since midnight as `HH:MM`; 1440 is `24:00`."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def minutes_of(text: object) -> int:
    """`HH:MM` as minutes since midnight. Beyond 24:00 is read as well, so that the verifier can refuse it by name."""
    hours, separator, minutes = str(text).partition(":")
    if not (separator and hours.isdecimal() and minutes.isdecimal() and len(minutes) == 2):
        raise ValueError(f"{text!r} is not a time HH:MM")
    if int(hours) > 47 or int(minutes) > 59:
        raise ValueError(f"{text!r} is not a time of day")
    return int(hours) * 60 + int(minutes)


Clock = Annotated[int, BeforeValidator(minutes_of), PlainSerializer(clock, return_type=str)]
Latitude = Annotated[float, Field(ge=-90, le=90)]
Longitude = Annotated[float, Field(ge=-180, le=180)]
NOTHING = LocalizedText("", "")


class _Payload(BaseModel):
    model_config = ConfigDict(populate_by_name=True, extra="ignore", allow_inf_nan=False)


class MoneyPayload(_Payload):
    amount: Decimal
    currency: str


class PointPayload(_Payload):
    name: LocalizedText = NOTHING
    lat: Latitude
    lon: Longitude


class VisitPayload(_Payload):
    id: str = ""
    sight: str | None = None
    city: str = ""
    name: LocalizedText = NOTHING
    lat: Latitude
    lon: Longitude
    arrive: Clock
    depart: Clock
    minutes: int = Field(default=0, ge=0)
    ticket: MoneyPayload | None = None
    opens: Clock = "00:00"  # type: ignore[assignment]
    closes: Clock = "24:00"  # type: ignore[assignment]
    slack_minutes: int = 0
    why: LocalizedText = NOTHING
    pinned: bool = False
    estimated: tuple[str, ...] = ()


class MealPayload(_Payload):
    kind: MealKind
    start: Clock
    end: Clock
    visit: str | None = None


class LegPayload(_Payload):
    origin: str = Field(alias="from")
    destination: str = Field(alias="to")
    origin_name: LocalizedText = Field(default=NOTHING, alias="from_name")
    destination_name: LocalizedText = Field(default=NOTHING, alias="to_name")
    mode: Mode
    minutes: int = Field(ge=0)
    km: float = Field(ge=0)
    estimated: bool = True
    depart: Clock = "00:00"  # type: ignore[assignment]


class DayPayload(_Payload):
    day: int = Field(ge=1)
    city: str
    date: Date
    weekday: str = ""
    start: Clock
    origin: PointPayload | None = None
    destination: PointPayload | None = None
    visits: tuple[VisitPayload, ...] = ()
    meals: tuple[MealPayload, ...] = ()
    legs: tuple[LegPayload, ...] = ()
    end: Clock


class LeftOutPayload(_Payload):
    sight: str
    name: LocalizedText = NOTHING
    reason: LocalizedText
    relaxation: LocalizedText


class CheckPayload(_Payload):
    constraint: str
    status: Status
    evidence: LocalizedText
    visit: str | None = None
    day: int | None = None


class CertificatePayload(_Payload):
    feasible: bool
    checks: tuple[CheckPayload, ...]


class ItineraryPayload(_Payload):
    cities: tuple[str, ...]
    days: tuple[DayPayload, ...]
    left_out: tuple[LeftOutPayload, ...] = ()
    assumptions: tuple[LocalizedText, ...] = ()
    score: float = 0.0
    bound: float | None = None
    date_assumed: bool = False
    city_names: dict[str, LocalizedText] = {}
    certificate: CertificatePayload | None = None


class BudgetItemPayload(_Payload):
    kind: Literal["lodging", "meals", "transport", "tickets", "intercity", "reserve"]
    label: LocalizedText
    quantity: int
    unit_price: Decimal
    amount: Decimal
    low: Decimal
    high: Decimal
    source: str
    as_of: str


class BudgetPayload(_Payload):
    currency: str
    travellers: int
    days: int
    tier: Literal["budget", "mid", "luxury"]
    items: tuple[BudgetItemPayload, ...]
    total: Decimal
    low: Decimal
    high: Decimal
    per_person_day: Decimal
    notes: tuple[LocalizedText, ...] = ()


_ITINERARY_VALUE = TypeAdapter(Itinerary)
_BUDGET_VALUE = TypeAdapter(Budget)
_SIGHTS = TypeAdapter(tuple[Sight, ...])
_REQUEST = TypeAdapter(PlanRequest)


def certificate_to_wire(certificate: Certificate) -> dict[str, Any]:
    """`{"feasible", "checks"}`."""
    payload = CertificatePayload(
        feasible=certificate.feasible,
        checks=tuple(
            CheckPayload(
                constraint=check.constraint,
                status=check.status,
                evidence=check.evidence,
                visit=check.visit,
                day=check.day,
            )
            for check in certificate.checks
        ),
    )
    return payload.model_dump(mode="json", by_alias=True)


def itinerary_to_wire(itinerary: Itinerary) -> dict[str, Any]:
    """The `itinerary` artifact payload, ready for JSON."""
    raw = _ITINERARY_VALUE.dump_python(itinerary)
    for day, value in zip(raw["days"], itinerary.days, strict=True):
        day["weekday"] = value.weekday
        day["start"], day["end"] = clock(value.start), clock(value.end)
        for visit in day["visits"]:
            _to_clocks(visit, "arrive", "depart", "opens", "closes")
        for meal in day["meals"]:
            _to_clocks(meal, "start", "end")
        for leg in day["legs"]:
            _to_clocks(leg, "depart")
    raw["certificate"]["feasible"] = itinerary.certificate.feasible
    return ItineraryPayload.model_validate(raw).model_dump(mode="json", by_alias=True)


def _to_clocks(raw: dict[str, Any], *names: str) -> None:
    for name in names:
        raw[name] = clock(raw[name])


def itinerary_from_wire(payload: Mapping[str, Any]) -> Itinerary:
    """The value of a payload, hand-edited ones included. Raises InvalidRequest naming the wrong field."""
    try:
        parsed = ItineraryPayload.model_validate(payload)
    except ValidationError as error:
        raise _invalid("itinerary", error) from error
    return Itinerary(
        cities=parsed.cities,
        days=tuple(_day(day) for day in parsed.days),
        left_out=tuple(LeftOut(left.sight, left.name, left.reason, left.relaxation) for left in parsed.left_out),
        assumptions=parsed.assumptions,
        score=parsed.score,
        bound=parsed.bound,
        date_assumed=parsed.date_assumed,
        city_names=parsed.city_names,
        certificate=Certificate(
            tuple(
                Check(check.constraint, check.status, check.evidence, check.visit, check.day)
                for check in (parsed.certificate.checks if parsed.certificate else ())
            )
        ),
    )


def _day(day: DayPayload) -> DayPlan:
    visits = tuple(_visit(visit, index) for index, visit in enumerate(day.visits, 1))
    middle = Point(NOTHING, visits[0].lat, visits[0].lon) if visits else Point(NOTHING, 0.0, 0.0)
    origin, destination = (
        Point(end.name, end.lat, end.lon) if end is not None else middle for end in (day.origin, day.destination)
    )
    return DayPlan(
        day=day.day,
        city=day.city,
        date=day.date,
        start=day.start,
        end=day.end,
        origin=origin,
        destination=destination,
        visits=visits,
        meals=tuple(Meal(meal.kind, meal.start, meal.end, meal.visit) for meal in day.meals),
        legs=tuple(Leg(**{name: getattr(leg, name) for name in LegPayload.model_fields}) for leg in day.legs),
    )


def _visit(visit: VisitPayload, index: int) -> Visit:
    fields = {name: getattr(visit, name) for name in VisitPayload.model_fields}
    fields["id"] = visit.id or visit.sight or f"visit-{index}"
    fields["minutes"] = visit.minutes or max(visit.depart - visit.arrive, 0)
    fields["ticket"] = Money(visit.ticket.amount, visit.ticket.currency) if visit.ticket else None
    return Visit(**fields)


def budget_to_wire(value: Budget) -> dict[str, Any]:
    """The `budget` artifact payload, ready for JSON."""
    return BudgetPayload.model_validate(_BUDGET_VALUE.dump_python(value)).model_dump(mode="json", by_alias=True)


def budget_from_wire(payload: Mapping[str, Any]) -> Budget:
    """The value of a budget payload. Raises InvalidRequest naming the wrong field."""
    try:
        return _BUDGET_VALUE.validate_python(BudgetPayload.model_validate(payload).model_dump())
    except ValidationError as error:
        raise _invalid("budget", error) from error


def sights_from_json(rows: Sequence[Mapping[str, Any]]) -> tuple[Sight, ...]:
    """Sights from JSON objects with the fields of `Sight`. Raises InvalidRequest naming the wrong field."""
    try:
        return _SIGHTS.validate_python(list(rows))
    except ValidationError as error:
        raise _invalid("sights", error) from error


def request_from_json(raw: Mapping[str, Any]) -> PlanRequest:
    """A request from a JSON object with the fields of `PlanRequest`. Raises InvalidRequest naming the wrong field."""
    try:
        return _REQUEST.validate_python(dict(raw))
    except ValidationError as error:
        raise _invalid("request", error) from error


def _invalid(what: str, error: ValidationError) -> InvalidRequest:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in (what, *first["loc"]))
    return InvalidRequest(where, LocalizedText(f"{where}: {first['msg']}", f"{where}：格式不对（{first['msg']}）"))
