"""Plans on the wire: itineraries, budgets, requests and changes to and from JSON.

Mechanism: Pydantic models spell the frozen field names, read from a value's attributes or from JSON; clock times are
`HH:MM` strings in JSON and minutes in the values, money is a decimal string, texts are `{"en", "zh"}`. Reading is
lenient about what a hand-edited plan may leave out (legs, slack, reasons) and strict about what it says: a malformed
payload raises InvalidRequest naming the field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date as Date
from decimal import Decimal
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)

from travelagent.planning.constraints.registry import CarriedConstraint
from travelagent.planning.costs import Budget
from travelagent.planning.diff import told
from travelagent.planning.edits.days import AddDays, EndBy, KeepIndoors, SetStartDate, StartAt, Without
from travelagent.planning.edits.lift import Lift
from travelagent.planning.edits.sights import Add, Drop, Visiting
from travelagent.planning.edits.trip import (
    SetArrival,
    SetDeparture,
    SetInterests,
    SetPace,
    SetThrift,
    SetTransport,
)
from travelagent.planning.outcomes import Alternative, Difference
from travelagent.planning.rides import overlaid
from travelagent.planning.values import (
    MIDNIGHT,
    USUAL_MEALS,
    AlternateKind,
    Certificate,
    CitySize,
    DayWindow,
    Edit,
    Itinerary,
    LocalizedText,
    MealKind,
    Mode,
    Pace,
    PartOfDay,
    PlaceInDay,
    PlanRequest,
    Point,
    Sight,
    Status,
    Way,
)
from travelagent.planning.wire_fields import NOTHING, Clock, Latitude, Longitude, invalid

_T = TypeVar("_T")

Currency: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
"""An ISO 4217 code."""


class _Payload(BaseModel):
    model_config = ConfigDict(populate_by_name=True, extra="ignore", allow_inf_nan=False, from_attributes=True)


class MoneyPayload(_Payload):
    amount: Decimal
    currency: Currency


class PointPayload(_Payload):
    name: LocalizedText = NOTHING
    lat: Latitude
    lon: Longitude
    land: str = Field(default="", exclude_if=lambda land: not land)


class AlternatePayload(_Payload):
    kind: AlternateKind
    sight: str
    name: LocalizedText = NOTHING
    cost: float = 0.0
    travel_minutes: int = 0


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
    opens: Clock = 0
    closes: Clock = MIDNIGHT
    slack_minutes: int = 0
    why: LocalizedText = NOTHING
    pinned: bool = False
    estimated: tuple[str, ...] = ()
    alternates: tuple[AlternatePayload, ...] = ()
    shared_ticket: str = Field(default="", exclude_if=lambda ticket: not ticket)
    ticket_days: int = Field(default=0, ge=0, exclude_if=lambda days: not days)
    marker: bool = Field(default=False, exclude_if=lambda marker: not marker)


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
    depart: Clock = 0
    slack_minutes: int = 0


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


class DayWindowPayload(_Payload):
    day: int = Field(ge=1)
    start: Clock | None = None
    end: Clock | None = None
    origin: PointPayload | None = Field(default=None, alias="from")
    destination: PointPayload | None = Field(default=None, alias="to")


class PinPayload(_Payload):
    sight: str
    day: int | None = None
    start: Clock | None = None
    when: PartOfDay | PlaceInDay | None = None
    minutes: int | None = Field(default=None, ge=1, le=MIDNIGHT, exclude_if=lambda minutes: minutes is None)


class RidePayload(_Payload):
    at: Clock
    minutes: int = Field(default=0, ge=0, le=MIDNIGHT)
    way: Way | None = Field(default=None, exclude_if=lambda way: way is None)


class RefusalPayload(_Payload):
    day: int
    term: str


class ChangePayload(_Payload):
    """Edits in the form of releases before 0.2, which had one object with a field for each kind of edit; what is not
    set is left out."""

    insist: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    windows: tuple[DayWindowPayload, ...] = Field(default=(), alias="day_windows")
    pins: tuple[PinPayload, ...] = ()
    pace: Pace | None = None
    interests: tuple[str, ...] | None = None
    extra_days: int = 0
    city: str | None = None
    start_date: Date | None = None
    rainy_days: tuple[int, ...] = ()
    avoid_on: tuple[RefusalPayload, ...] = ()
    thrift: float | None = None
    way: Way | None = None
    arrival: RidePayload | None = None
    departure: RidePayload | None = None
    lift: tuple[str, ...] = ()


def _as_change(edits: Any) -> Any:
    return _change_of(edits) if isinstance(edits, tuple) else edits


class LeftOutPayload(_Payload):
    sight: str
    name: LocalizedText = NOTHING
    reason: LocalizedText
    relaxation: LocalizedText
    edits: Annotated[ChangePayload | None, BeforeValidator(_as_change)] = Field(default=None, alias="change")


class CheckPayload(_Payload):
    constraint: str
    status: Status
    evidence: LocalizedText
    visit: str | None = None
    day: int | None = None


class CertificatePayload(_Payload):
    feasible: bool
    checks: tuple[CheckPayload, ...]


NO_CERTIFICATE = CertificatePayload(feasible=False, checks=())


class AssumptionPayload(_Payload):
    en: str
    zh: str
    rule: str = Field(default="", exclude_if=lambda rule: not rule)


class ItineraryPayload(_Payload):
    cities: tuple[str, ...]
    days: tuple[DayPayload, ...]
    left_out: tuple[LeftOutPayload, ...] = ()
    assumptions: tuple[AssumptionPayload, ...] = ()
    score: float = 0.0
    bound: float | None = None
    date_assumed: bool = False
    city_names: dict[str, LocalizedText] = {}
    certificate: CertificatePayload = NO_CERTIFICATE


class FiguresPayload(_Payload):
    visits: int
    score: float
    travel_minutes: int
    walking_km: float
    out_minutes: int
    least_slack: int
    tickets: dict[str, Decimal]


class MovedPayload(_Payload):
    visit: str
    name: LocalizedText
    from_day: int
    to_day: int
    from_arrive: Clock
    to_arrive: Clock


class ClosedPayload(_Payload):
    visit: str
    name: LocalizedText
    day: int
    date: Date


class DifferencePayload(_Payload):
    added: tuple[MovedPayload, ...]
    removed: tuple[MovedPayload, ...]
    moved: tuple[MovedPayload, ...]
    retimed: tuple[MovedPayload, ...]
    same_days: tuple[int, ...]
    before: FiguresPayload
    after: FiguresPayload
    closed: tuple[ClosedPayload, ...] = ()


class MealHoursPayload(_Payload):
    lunch: tuple[Clock, Clock] = USUAL_MEALS.lunch
    dinner: tuple[Clock, Clock] = USUAL_MEALS.dinner


class StayPayload(_Payload):
    id: str
    name: LocalizedText = NOTHING
    lat: Latitude
    lon: Longitude
    days: int | None = None
    hotel: PointPayload | None = None
    size: CitySize = "medium"
    timezone: str | None = None
    country: str | None = None
    land: str = Field(default="", exclude_if=lambda land: not land)
    meals: MealHoursPayload = Field(default=MealHoursPayload(), exclude_if=lambda meals: meals == MealHoursPayload())
    high: bool = Field(default=False, exclude_if=lambda high: not high)
    taxi_km: Decimal = Field(default=Decimal(0), exclude_if=lambda price: not price)


class BookingPayload(_Payload):
    name: LocalizedText = NOTHING
    lat: Latitude
    lon: Longitude
    start: Clock
    minutes: int
    day: int | None = None
    marker: bool = Field(default=False, exclude_if=lambda marker: not marker)


class RequestPayload(_Payload):
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
    any_order: bool = False
    home: PointPayload | None = None
    way: Way | None = None
    arrival: RidePayload | None = None
    departure: RidePayload | None = None
    seed: int = 1
    iterations: int | None = None
    deadline_seconds: float = 10.0
    constraints: tuple[CarriedConstraint, ...] = ()


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
    currency: Currency
    travellers: int
    days: int
    tier: Literal["budget", "mid", "luxury"]
    items: tuple[BudgetItemPayload, ...]
    total: Decimal
    low: Decimal
    high: Decimal
    per_person_day: Decimal
    notes: tuple[LocalizedText, ...] = ()
    children: int = Field(default=0, exclude_if=lambda children: not children)


_ITINERARY = TypeAdapter(Itinerary)
_BUDGET = TypeAdapter(Budget)
_REQUEST = TypeAdapter(PlanRequest)
_SIGHTS = TypeAdapter(tuple[Sight, ...])


def _json(model: type[_Payload], value: object) -> dict[str, Any]:
    return model.model_validate(value).model_dump(mode="json", by_alias=True)


def certificate_to_wire(certificate: Certificate) -> dict[str, Any]:
    """`{"feasible", "checks"}`."""
    return _json(CertificatePayload, certificate)


def itinerary_to_wire(itinerary: Itinerary) -> dict[str, Any]:
    """The `itinerary` artifact payload, ready for JSON."""
    payload = _json(ItineraryPayload, itinerary)
    for left in payload["left_out"]:
        left["change"] = _said_only(left["change"]) if left["change"] else None
    return payload


def itinerary_from_wire(payload: Mapping[str, Any]) -> Itinerary:
    """The value of a payload, hand-edited ones included. Raises InvalidRequest naming the wrong field."""
    try:
        raw = ItineraryPayload.model_validate(payload).model_dump()
        for day in raw["days"]:
            _complete(day)
        for left in raw["left_out"]:
            left["edits"] = None if left["edits"] is None else change_from_wire(left["edits"])
        return _ITINERARY.validate_python(raw)
    except ValidationError as error:
        raise invalid("itinerary", error) from error


def _complete(day: dict[str, Any]) -> None:
    """Fill in what a hand-written day leaves out: its ends (at its first visit), ids and lengths of its visits."""
    visits = day["visits"]
    middle = {"lat": visits[0]["lat"], "lon": visits[0]["lon"]} if visits else {"lat": 0.0, "lon": 0.0}
    for end in ("origin", "destination"):
        day[end] = day[end] or {"name": NOTHING, **middle}
    for number, visit in enumerate(visits, 1):
        visit["id"] = visit["id"] or visit["sight"] or f"visit-{number}"
        visit["minutes"] = visit["minutes"] or max(visit["depart"] - visit["arrive"], 0)


def budget_to_wire(value: Budget) -> dict[str, Any]:
    """The `budget` artifact payload, ready for JSON."""
    return _json(BudgetPayload, value)


def budget_from_wire(payload: Mapping[str, Any]) -> Budget:
    """The value of a budget payload. Raises InvalidRequest naming the wrong field."""
    return _value(_BUDGET, BudgetPayload, payload, "budget")


def request_to_wire(request: PlanRequest) -> dict[str, Any]:
    """All that was asked, so that the plan can later be made anew with a change; what was not said is left out."""
    return _said_only(_json(RequestPayload, request))


def request_from_wire(payload: Mapping[str, Any]) -> PlanRequest:
    """The value of a request payload. Raises InvalidRequest naming the wrong field."""
    try:
        given = RequestPayload.model_validate(payload)
        return _REQUEST.validate_python({**given.model_dump(), "constraints": given.constraints})
    except ValidationError as error:
        raise invalid("request", error) from error


def change_to_wire(edits: Sequence[Edit]) -> dict[str, Any]:
    """Return edits as a change; what is not set is left out. Of the kinds that a change cannot tell none."""
    return _said_only(_json(ChangePayload, _change_of(edits)))


def _change_of(edits: Sequence[Edit]) -> dict[str, Any]:
    lists: dict[str, list[Any]] = {name: [] for name in ("insist", "drop", "pins", "rainy_days", "avoid_on", "lift")}
    windows: dict[int, DayWindow] = {}
    single: dict[str, Any] = {}
    for edit in edits:
        match edit:
            case Add():
                lists["insist"].append(edit.sight)
            case Drop():
                lists["drop"] += edit.terms
            case StartAt() | EndBy():
                windows[edit.day] = overlaid(windows.get(edit.day, DayWindow(edit.day)), edit.window)
            case Visiting():
                lists["pins"].append(edit)
            case KeepIndoors():
                lists["rainy_days"].append(edit.day)
            case Lift():
                lists["lift"].append(edit.kind)
            case Without():
                lists["avoid_on"].append(edit)
            case AddDays():
                single |= {"extra_days": edit.count, "city": edit.city}
            case SetStartDate():
                single["start_date"] = edit.date
            case SetArrival():
                single["arrival"] = edit
            case SetDeparture():
                single["departure"] = edit
            case SetPace() | SetInterests() | SetThrift() | SetTransport():
                single |= {name: value for name, value in vars(edit).items() if name != "op"}
    return {**lists, "day_windows": tuple(windows.values()), **single}


def change_from_wire(payload: Mapping[str, Any]) -> tuple[Edit, ...]:
    """Return the edits of a change. Raises InvalidRequest naming the wrong field."""
    try:
        change = ChangePayload.model_validate(payload)
    except ValidationError as error:
        raise invalid("change", error) from error
    return tuple(_edits_of(change))


def _edits_of(change: ChangePayload) -> Iterator[Edit]:
    if change.extra_days:
        yield AddDays(change.extra_days, change.city)
    if change.pace is not None:
        yield SetPace(change.pace)
    if (ride := change.arrival) is not None:
        yield SetArrival(ride.at, ride.minutes, ride.way)
    if (ride := change.departure) is not None:
        yield SetDeparture(ride.at, ride.minutes, ride.way)
    if change.start_date is not None:
        yield SetStartDate(change.start_date)
    if change.interests is not None:
        yield SetInterests(change.interests)
    if change.drop:
        yield Drop(change.drop)
    yield from (Add(sight) for sight in change.insist)
    for window in change.windows:
        if window.start is not None or window.origin is not None:
            yield StartAt(window.day, window.start, _point_of(window.origin))
        if window.end is not None or window.destination is not None:
            yield EndBy(window.day, window.end, _point_of(window.destination))
    yield from (Visiting(pin.sight, pin.day, pin.start, pin.when, pin.minutes) for pin in change.pins)
    yield from (KeepIndoors(day) for day in change.rainy_days)
    yield from (Without(refusal.day, refusal.term) for refusal in change.avoid_on)
    yield from (Lift(kind) for kind in change.lift)
    if change.thrift is not None:
        yield SetThrift(change.thrift)
    if change.way is not None:
        yield SetTransport(change.way)


def _point_of(payload: PointPayload | None) -> Point | None:
    return None if payload is None else Point(payload.name, payload.lat, payload.lon, payload.land)


def difference_to_wire(difference: Difference) -> dict[str, Any]:
    """What became of a plan, with its sentences under `told`."""
    sentences = [{"en": text.en, "zh": text.zh} for text in told(difference)]
    return {**_json(DifferencePayload, difference), "told": sentences}


def alternative_to_wire(alternative: Alternative) -> dict[str, Any]:
    """Another plan in short: its kind, the edits that lead to it as a change, the difference, and each day's visits."""
    return {
        "kind": alternative.kind,
        "change": change_to_wire(alternative.edits),
        "difference": difference_to_wire(alternative.difference),
        "days": [
            [{"sight": visit.sight, "name": {"en": visit.name.en, "zh": visit.name.zh}} for visit in day.visits]
            for day in alternative.itinerary.days
        ],
        "feasible": alternative.itinerary.certificate.feasible,
        "checks": len(alternative.itinerary.certificate.checks),
    }


def _said_only(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if value not in (None, [], 0, False)}


def _value(adapter: TypeAdapter[_T], model: type[_Payload], payload: Mapping[str, Any], what: str) -> _T:
    try:
        return adapter.validate_python(model.model_validate(payload).model_dump())
    except ValidationError as error:
        raise invalid(what, error) from error


def sights_from_json(rows: Sequence[Mapping[str, Any]]) -> tuple[Sight, ...]:
    """Sights from JSON objects with the fields of `Sight`. Raises InvalidRequest naming the wrong field."""
    try:
        return _SIGHTS.validate_python(list(rows))
    except ValidationError as error:
        raise invalid("sights", error) from error
