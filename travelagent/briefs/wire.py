"""The brief as JSON and back, and changes of it: the form that the API, the page, tools and the store share.

Clock times are `HH:MM`, dates ISO, days of the week `Mo` to `Su`, amounts decimal strings. Empty fields are left out;
in a patch `null` clears a field. Bad input raises InvalidRequest with the field.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from agent_core.schemas import OFFERED
from travelagent.briefs.acts import ClearField, PatchBrief, SetField
from travelagent.briefs.values import (
    FIELDS,
    DayReference,
    Diet,
    Fares,
    FieldSource,
    MonthPart,
    Need,
    Per,
    Season,
    Thrift,
    TripBrief,
    WishKind,
)
from travelagent.catalog.spectacles import Spectacle
from travelagent.planning.constraints.registry import CarriedConstraint
from travelagent.plans.bounds import CalendarDate, check_bounds
from travelagent.plans.sessions import WEEKDAYS
from travelagent.plans.values import MAX_DAYS, MIDNIGHT, IntercityMode, Mode, Pace, PartOfDay, PlaceInDay, Tier
from travelagent.plans.wire_fields import Clock, Currency, Few, Latitude, Longitude, invalid

MOST_STAYS = 9
MOST_ITEMS = 60
MOST_PEOPLE = 50
NAME_CHARS = 200
TEXT_CHARS = 500

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=NAME_CHARS)]
Term = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
Days = Annotated[int, Field(ge=1, le=MAX_DAYS)]
People = Annotated[int, Field(ge=0, le=MOST_PEOPLE)]
Age = Annotated[int, Field(ge=0, le=17)]
SeniorAge = Annotated[int, Field(ge=50, le=120)]


def _weekday(value: object) -> object:
    return WEEKDAYS.index(value) if value in WEEKDAYS else value


Weekday = Annotated[
    int,
    Field(ge=0, le=6),
    BeforeValidator(_weekday),
    PlainSerializer(lambda day: WEEKDAYS[day], return_type=str, when_used="json"),
]


def _in_both_languages(name: object) -> object:
    """A name of the traveller's own is the same in both languages."""
    return {"en": name, "zh": name} if isinstance(name, str) else name


class _Payload(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, from_attributes=True, populate_by_name=True)


NOT_OFFERED: Any = {OFFERED: False}
"""Of fields that language models do not see: they follow from other fields, or are the page's."""


class TextPayload(_Payload):
    """A text in both languages."""

    en: Name
    zh: Name


class PlacePayload(_Payload):
    """A point of the traveller's own: a hotel, a friend's flat."""

    name: Annotated[
        TextPayload, BeforeValidator(_in_both_languages), Field(json_schema_extra={OFFERED: {"type": "string"}})
    ]
    lat: Latitude
    lon: Longitude


class StayPayload(_Payload):
    """A city or region by id or name; the days there."""

    place: Name
    days: Days | None = None
    area: str = Field(default="", max_length=NAME_CHARS)


class HoursPayload(_Payload):
    """Hours of a day."""

    start: Clock
    end: Clock

    @model_validator(mode="after")
    def _in_order(self) -> HoursPayload:
        if self.start >= self.end:
            raise ValueError("the hours end before they begin")
        return self


class DatesPayload(_Payload):
    """When the trip is, as far as known."""

    start: CalendarDate | None = None
    end: CalendarDate | None = None
    days: Days | None = None
    month: int | None = Field(default=None, ge=1, le=12)
    season: Season | None = None
    part: MonthPart | None = None
    weekday: Annotated[Weekday | None, Field(description="First day, 0 Monday.")] = None
    weekend: bool = False
    spectacle: Spectacle | None = Field(default=None, json_schema_extra=NOT_OFFERED)
    layover: HoursPayload | None = Field(default=None, json_schema_extra=NOT_OFFERED)

    @model_validator(mode="after")
    def _in_order(self) -> DatesPayload:
        if self.start and self.end and self.end < self.start:
            raise ValueError("the trip ends before it begins")
        return self


class RidePayload(_Payload):
    """A ride."""

    at: Clock | None = None
    part_of_day: PartOfDay | None = None
    mode: IntercityMode | None = None
    port: str = Field(default="", max_length=NAME_CHARS)
    sets_out: Clock | None = Field(default=None, json_schema_extra=NOT_OFFERED)
    minutes: int | None = Field(default=None, ge=0, le=600, json_schema_extra=NOT_OFFERED)


class PartyPayload(_Payload):
    """The travellers."""

    adults: People | None = None
    children: tuple[Age | None, ...] = Field(default=(), max_length=MOST_PEOPLE)
    seniors: People | None = None
    group: bool = Field(default=False, json_schema_extra=NOT_OFFERED)
    elders: bool = Field(default=False, description="Older people, not counted.")
    senior_ages: tuple[SeniorAge, ...] = Field(default=(), max_length=MOST_PEOPLE)


class BudgetPayload(_Payload):
    """The limit of the costs."""

    amount: Decimal = Field(gt=0, le=Decimal(10) ** 12, max_digits=24)
    currency: Currency | None = None
    per: Per = "total"


class LodgingPayload(_Payload):
    """Where to stay."""

    near: str = Field(default="", max_length=NAME_CHARS)
    place: PlacePayload | None = Field(default=None, json_schema_extra=NOT_OFFERED)


class BookingPayload(PlacePayload):
    """A booked visit."""

    start: Clock
    minutes: int = Field(ge=5, le=720)
    day: Days | None = None


class DayWishPayload(_Payload):
    """A wish for a day."""

    day: Annotated[int, Field(ge=1, le=MAX_DAYS)] | Literal["last", "every"]
    kind: WishKind
    value: str = Field(default="", max_length=NAME_CHARS)
    values: tuple[Term, ...] = Field(default=(), max_length=MOST_ITEMS)
    start: Clock | None = None
    end: Clock | None = None
    part: PartOfDay | PlaceInDay | None = None
    minutes: int | None = Field(default=None, ge=1, le=MIDNIGHT)
    origin: PlacePayload | None = Field(default=None, alias="from", json_schema_extra=NOT_OFFERED)
    destination: PlacePayload | None = Field(default=None, alias="to", json_schema_extra=NOT_OFFERED)

    @model_validator(mode="after")
    def _complete(self) -> DayWishPayload:
        if self.kind in ("visit", "without") and not self.value:
            raise ValueError(f"a wish of kind {self.kind} names its value")
        if self.kind == "only_kind" and not self.values:
            raise ValueError("a wish of kind only_kind names its values")
        return self


class TravelPayload(_Payload):
    """The modes of travel, and whether the fares are paid."""

    between: IntercityMode | None = Field(default=None, description="Between cities.")
    within: Mode | None = Field(
        default=None, json_schema_extra={OFFERED: {"enum": ["walk", "transit", "taxi", "car"], "type": "string"}}
    )
    refuse: tuple[Mode, ...] = Field(
        default=(),
        max_length=MOST_ITEMS,
        json_schema_extra={OFFERED: {"type": "array", "items": {"type": "string"}}},
    )
    fares: Fares | None = Field(default=None, description="To and from home.")


class UnservedPayload(_Payload):
    """A request that is not served, and why."""

    text: str = Field(max_length=TEXT_CHARS)
    why: str = Field(default="", max_length=TEXT_CHARS)


class ProvenancePayload(_Payload):
    """Who filled a field, and where the message states it."""

    source: FieldSource
    span: tuple[int, int] | None = None


Terms = Annotated[tuple[Term, ...], Field(max_length=MOST_ITEMS)]


class BriefPayload(_Payload):
    """All that is wanted of a trip; every field may be left out."""

    stays: tuple[StayPayload, ...] = Field(default=(), max_length=MOST_STAYS, description="The cities, in order.")
    order_free: bool = Field(default=False, description="The cities may come in any order.")
    origin: str = Field(default="", max_length=NAME_CHARS, description="Home city.")
    ends_at: str = Field(default="", max_length=NAME_CHARS, description="If not in the last city.")
    dates: DatesPayload = Field(default=DatesPayload(), description="When, and how long.")
    arrival: RidePayload = Field(default=RidePayload(), description="How and when one arrives; `at`: of landing.")
    departure: RidePayload = Field(default=RidePayload(), description="How and when one leaves; `at`: of take-off.")
    party: PartyPayload = Field(default=PartyPayload(), description="Who travels; `children`: their ages.")
    needs: tuple[Need, ...] = Field(default=(), max_length=MOST_ITEMS)
    budget: BudgetPayload | None = Field(default=None, description="What the trip may cost.")
    currency: Annotated[str, Field(pattern="^([A-Z]{3})?$", json_schema_extra=NOT_OFFERED)] = ""
    tier: Tier | None = None
    thrift: Thrift | None = None
    pace: Pace | None = None
    interests: Terms = Field(default=(), description="history, food, nature …")
    must_see: Terms = Field(default=(), description="Sights by id or name.")
    avoid: Terms = Field(default=(), description="Sights, categories or tags to leave out.")
    diet: tuple[Diet, ...] = Field(default=(), max_length=MOST_ITEMS)
    lodging: LodgingPayload = Field(default=LodgingPayload(), description="Near a place by name.")
    bookings: tuple[BookingPayload, ...] = Field(default=(), max_length=MOST_ITEMS)
    day_wishes: tuple[DayWishPayload, ...] = Field(default=(), max_length=MOST_ITEMS)
    constraints: Few[CarriedConstraint] = Field(default=(), json_schema_extra=NOT_OFFERED)
    travel: TravelPayload = Field(default=TravelPayload(), description="How one moves.")
    unserved: tuple[UnservedPayload, ...] = Field(default=(), max_length=MOST_ITEMS, json_schema_extra=NOT_OFFERED)
    rules_off: Terms = Field(
        default=(), description="Rules of travel that are not to act.", json_schema_extra=NOT_OFFERED
    )


class StoredBrief(BriefPayload):
    """A brief with the sources of its fields, as it is stored."""

    sources: dict[str, ProvenancePayload] = {}


_BRIEF = TypeAdapter(TripBrief)


def brief_to_wire(brief: TripBrief) -> dict[str, Any]:
    """Return the brief as JSON values, empty fields left out, `sources` included."""
    raw = StoredBrief.model_validate(brief).model_dump(mode="json", by_alias=True)
    return {name: filled for name, value in raw.items() if not _is_empty(filled := _filled(value))}


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value in ("", [], {})


def _filled(value: Any) -> Any:
    """A value without its empty fields."""
    if isinstance(value, Mapping):
        return {name: inner for name, item in value.items() if not _is_empty(inner := _filled(item))}
    if isinstance(value, list):
        return [_filled(item) for item in value]
    return value


def without_sources(brief: TripBrief) -> TripBrief:
    """Return the brief without the sources of its fields."""
    return dataclasses.replace(brief, sources={})


def with_sources_of(brief: TripBrief, other: TripBrief) -> TripBrief:
    """Return the brief with the sources that another one has for the fields in which they agree."""
    alike = {name: source for name, source in other.sources.items() if getattr(brief, name) == getattr(other, name)}
    return dataclasses.replace(brief, sources=alike)


def brief_from_wire(payload: Mapping[str, Any]) -> TripBrief:
    """Return the brief of a stored payload. Raises InvalidRequest."""
    return _brief(StoredBrief, payload)


def patch_from_wire(payload: Mapping[str, Any]) -> PatchBrief:
    """Return the act that a patch asks for: every field that it has is set, one that is `null` is cleared.

    `sources` may hold for fields who filled them, where that is not the writer. Raises InvalidRequest.
    """
    cleared = [name for name, value in payload.items() if value is None and name in FIELDS]
    brief = _brief(StoredBrief, {name: value for name, value in payload.items() if name not in cleared})
    return PatchBrief(
        tuple(ClearField(name) if name in cleared else _set(brief, name) for name in FIELDS if name in payload)
    )


def _set(brief: TripBrief, name: str) -> SetField:
    provenance = brief.sources.get(name)
    value = getattr(brief, name)
    return SetField(name, value) if provenance is None else SetField(name, value, provenance.span, provenance.source)


def _brief(model: type[BriefPayload], payload: Mapping[str, Any]) -> TripBrief:
    check_bounds(payload, "brief")
    try:
        given = model.model_validate(payload)
        return _BRIEF.validate_python({**given.model_dump(), "constraints": given.constraints})
    except ValidationError as error:
        raise invalid("brief", error) from error


def day_reference(day: DayReference, days: int) -> tuple[int, ...]:
    """Return the numbers of the days that a wish means, in a trip of so many."""
    if day == "every":
        return tuple(range(1, days + 1))
    if day == "last":
        return (days,)
    return (day,) if 1 <= day <= days else ()
