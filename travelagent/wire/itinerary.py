"""Itineraries, their certificates and sights, to and from JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError

from travelagent.plans.bounds import CalendarDate, check_bounds
from travelagent.plans.values import (
    MAX_DAYS,
    MIDNIGHT,
    AlternateKind,
    Certificate,
    Check,
    Itinerary,
    LocalizedText,
    MealKind,
    Mode,
    Sight,
)
from travelagent.plans.wire_fields import (
    MOST_ITEMS,
    MOST_MINUTES,
    NOTHING,
    Amount,
    Clock,
    Currency,
    DayOfTrip,
    Few,
    Latitude,
    Longitude,
    Minutes,
    invalid,
)
from travelagent.plans.words import REST
from travelagent.wire.change import ChangePayload, change_from_wire, change_of
from travelagent.wire.payload import Payload, PointPayload, read, unless_default, without_unset, write

MOST_MEALS = 8
"""Of a day."""


class MoneyPayload(Payload):
    """A decimal amount in a currency (ISO 4217)."""

    amount: Amount
    currency: Currency


class AlternatePayload(Payload):
    """A sight that could take a visit's place."""

    kind: AlternateKind
    sight: str
    name: LocalizedText = NOTHING
    cost: float = 0.0
    travel_minutes: int = 0


class VisitPayload(Payload):
    """A visit of a sight, or of a place of the traveller's own."""

    id: str = ""
    sight: str | None = None
    city: str = ""
    name: LocalizedText = NOTHING
    lat: Latitude
    lon: Longitude
    arrive: Clock
    depart: Clock
    minutes: Minutes = 0
    ticket: MoneyPayload | None = None
    opens: Clock = 0
    closes: Clock = MIDNIGHT
    slack_minutes: int = 0
    why: LocalizedText = NOTHING
    pinned: bool = False
    estimated: Few[str] = ()
    alternates: Few[AlternatePayload] = ()
    shared_ticket: str = unless_default("")
    ticket_days: int = Field(default=0, ge=0, le=MOST_MINUTES, exclude_if=lambda days: not days)
    marker: bool = unless_default(False)
    exit: PointPayload | None = Field(default=None, exclude_if=lambda point: point is None)


class MealPayload(Payload):
    """A meal of a day; `visit`: the visit during which it is taken."""

    kind: MealKind
    start: Clock
    end: Clock
    visit: str | None = None


class LegPayload(Payload):
    """A leg from one stop to the next."""

    origin: str = Field(alias="from")
    destination: str = Field(alias="to")
    origin_name: LocalizedText = Field(default=NOTHING, alias="from_name")
    destination_name: LocalizedText = Field(default=NOTHING, alias="to_name")
    mode: Mode
    minutes: Minutes
    km: float = Field(ge=0)
    estimated: bool = True
    depart: Clock = 0
    slack_minutes: int = 0


class DayPayload(Payload):
    """A day of a plan: its visits, legs and meals."""

    day: DayOfTrip
    city: str
    date: CalendarDate
    weekday: str = ""
    start: Clock
    origin: PointPayload | None = None
    destination: PointPayload | None = None
    visits: Few[VisitPayload] = ()
    meals: tuple[MealPayload, ...] = Field(default=(), max_length=MOST_MEALS)
    legs: tuple[LegPayload, ...] = Field(default=(), max_length=2 * MOST_ITEMS)
    end: Clock


def _as_change(edits: Any) -> Any:
    return change_of(edits) if isinstance(edits, tuple) else edits


class LeftOutPayload(Payload):
    """A sight that is left out, with the reason and the change that would let it in."""

    sight: str
    name: LocalizedText = NOTHING
    reason: LocalizedText
    relaxation: LocalizedText
    edits: Annotated[ChangePayload | None, BeforeValidator(_as_change)] = Field(default=None, alias="change")


class CertificatePayload(Payload):
    """The verifier's certificate of a plan: every check with its evidence."""

    feasible: bool
    checks: tuple[Check, ...]


NO_CERTIFICATE = CertificatePayload(feasible=False, checks=())


class AssumptionPayload(Payload):
    """An assumption of the planner, in both languages; `rule`: the rule of travel that it follows."""

    en: str
    zh: str
    rule: str = unless_default("")


class ItineraryPayload(Payload):
    """An itinerary, as the artifact and as stored in trips."""

    cities: Few[str]
    days: tuple[DayPayload, ...] = Field(max_length=MAX_DAYS)
    left_out: tuple[LeftOutPayload, ...] = ()
    assumptions: Few[AssumptionPayload] = ()
    score: float = 0.0
    bound: float | None = None
    date_assumed: bool = False
    city_names: dict[str, LocalizedText] = {}
    certificate: CertificatePayload = NO_CERTIFICATE


_ITINERARY = TypeAdapter(Itinerary)
_SIGHTS = TypeAdapter(tuple[Sight, ...])


def certificate_to_wire(certificate: Certificate) -> dict[str, Any]:
    """`{"feasible", "checks"}`."""
    return write(CertificatePayload, certificate)


def itinerary_to_wire(itinerary: Itinerary) -> dict[str, Any]:
    """Return the payload of the `itinerary` artifact, ready for JSON."""
    payload = write(ItineraryPayload, itinerary)
    for left in payload["left_out"]:
        left["change"] = without_unset(left["change"]) if left["change"] else None
    return payload


def itinerary_from_wire(payload: Mapping[str, Any]) -> Itinerary:
    """Return the value of a payload, hand-edited ones included. Raises InvalidRequest with the wrong field."""
    check_bounds(payload, "itinerary")
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


def sights_from_json(rows: Sequence[Mapping[str, Any]]) -> tuple[Sight, ...]:
    """Return sights from JSON objects with the fields of `Sight`. Raises InvalidRequest with the wrong field."""
    return read(_SIGHTS, list(rows), "sights")


def stop_count(days: Iterable[Mapping[str, Any]]) -> int:
    """Return the number of stops in the days of a plan, which are payloads or have their names in one language.

    Rests and markers do not count.
    """
    names = (REST.en, REST.zh, {"en": REST.en, "zh": REST.zh})
    visits = (visit for day in days for visit in day["visits"] if not visit.get("marker"))
    return sum(visit.get("sight") is not None or visit["name"] not in names for visit in visits)
