"""The trip brief: what is wanted of a trip, as one frozen value between language and planning.

Every writer (the embedded assistant, a language model, the page, a partner) fills the same value, and
`compile.compile_request` alone turns it into a request to the planner. What was not stated is empty: a default is an
assumption of a rule (rules.py), never a field of the brief. Times are minutes since local midnight, days count from 1,
money is `Decimal`. The types of the fields are their form on the wire, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, Field, StringConstraints

from agent_core.schemas import OFFERED
from travelagent.catalog.spectacles import Spectacle
from travelagent.plans.fields import (
    NAME_CHARS,
    NOT_OFFERED,
    CalendarDate,
    Clock,
    Currency,
    DayOfTrip,
    Few,
    StrictValue,
    VisitMinutes,
    Weekday,
)
from travelagent.plans.values import (
    CarriedConstraint,
    FixedVisit,
    IntercityMode,
    Mode,
    Pace,
    PartOfDay,
    PlaceInDay,
    Point,
    Tier,
)

FieldSource: TypeAlias = Literal["said", "form", "api", "model", "assumed", "remembered"]
"""Who filled a field: a message, the page's form, a partner, a language model, a rule, a memory of the person."""
Season: TypeAlias = Literal["spring", "summer", "autumn", "winter"]
MonthPart: TypeAlias = Literal["beginning", "middle", "end"]
Per: TypeAlias = Literal["total", "person", "day", "person_day"]
Need: TypeAlias = Literal[
    "wheelchair",
    "stroller",
    "little_walking",
    "no_altitude",
    "no_heights",
    "short_trips",
    "pregnant",
    "regular_meals",
    "low_vision",
    "hard_of_hearing",
    "with_dog",
    "feels_cold",
    "feels_heat",
    "quiet",
    "few_crowds",
]
Diet: TypeAlias = Literal[
    "vegetarian",
    "vegan",
    "halal",
    "kosher",
    "gluten_free",
    "no_seafood",
    "no_pork",
    "no_beef",
    "no_lamb",
    "no_nuts",
    "no_dairy",
    "no_spicy",
]
Fares: TypeAlias = Literal["paid", "left_out"]
Thrift: TypeAlias = Literal["sparing", "cheapest"]
DayReference: TypeAlias = DayOfTrip | Literal["last", "every"]
MOST_STAYS: Final = 9
MOST_PEOPLE: Final = 50
REASON_CHARS: Final = 500
Text = Annotated[str, Field(max_length=200)]
Note = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=REASON_CHARS)]
PlaceName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=NAME_CHARS)]
Term = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
Terms = Few[Term]
People = Annotated[int, Field(ge=0, le=MOST_PEOPLE)]
Age = Annotated[int, Field(ge=0, le=17)]
Price = Annotated[Decimal, Field(gt=0, le=Decimal(10) ** 12, max_digits=24)]
SeniorAge = Annotated[int, Field(ge=50, le=120)]
WishKind: TypeAlias = Literal["free", "rest", "hours", "indoors", "visit", "only_kind", "without", "day_trip"]


def _offered(schema: dict[str, Any]) -> Any:
    """Return the mark of a field that language models see in this shorter form."""
    return Field(json_schema_extra={OFFERED: schema})


_CHANGES: Final = {
    "type": "array",
    "description": "Joins or leaves from day `since`: {since, leaves?, adults?, children?, who?}.",
    "items": {"type": "object"},
}


def _booked(visit: FixedVisit) -> FixedVisit:
    if not visit.name.en or not visit.name.zh:
        raise ValueError("a booking has a name")
    if not 5 <= visit.minutes <= 720:
        raise ValueError("a booking takes 5 to 720 minutes")
    return visit


@dataclass(frozen=True, slots=True)
class Stay(StrictValue):
    """A place of the trip, in the order of the visit.

    `place`: a catalogue id, or a bare name that is not resolved; `area`: the area of whose usual route the stay is,
    where that was stated and not the place.
    """

    place: PlaceName
    days: DayOfTrip | None = None
    area: Text = ""


@dataclass(frozen=True, slots=True)
class Hours(StrictValue):
    """A span of hours within one day, as a layover leaves it."""

    start: Clock
    end: Clock


def check_hours(hours: Hours | None) -> Hours | None:
    """Return the hours. Raises ValueError where they end before they begin."""
    if hours is not None and hours.start >= hours.end:
        raise ValueError("the hours end before they begin")
    return hours


@dataclass(frozen=True, slots=True)
class Dates(StrictValue):
    """When the trip is. `weekday`: the day of the week on which it begins, Monday 0; `part`: of the month; `layover`:
    the hours between two flights, which make the trip a day of these hours."""

    start: CalendarDate | None = None
    end: CalendarDate | None = None
    days: DayOfTrip | None = None
    month: Annotated[int | None, Field(ge=1, le=12)] = None
    season: Season | None = None
    part: MonthPart | None = None
    weekday: Annotated[Weekday | None, Field(description="First day, 0 Monday.")] = None
    weekend: bool = False
    spectacle: Annotated[Spectacle | None, NOT_OFFERED] = None
    layover: Annotated[Hours | None, AfterValidator(check_hours), NOT_OFFERED] = None


def check_dates(dates: Dates) -> Dates:
    """Return the dates. Raises ValueError where they end before they begin."""
    if dates.start and dates.end and dates.end < dates.start:
        raise ValueError("the trip ends before it begins")
    return dates


@dataclass(frozen=True, slots=True)
class Ride(StrictValue):
    """How one comes to the trip or goes home.

    `at`: when one arrives there, or leaves for home; `sets_out`: when one leaves home for the trip; `part_of_day` where
    no hour was stated; `port`: the airport or station, by name; `minutes`: those between the ride and the town where
    they are known, in place of the rule's.
    """

    at: Clock | None = None
    part_of_day: PartOfDay | None = None
    mode: IntercityMode | None = None
    port: Text = ""
    sets_out: Annotated[Clock | None, NOT_OFFERED] = None
    minutes: Annotated[int | None, Field(ge=0, le=600), NOT_OFFERED] = None


@dataclass(frozen=True, slots=True)
class PartyChange(StrictValue):
    """Who joins the trip, or leaves it, before its end; one adult where nobody is counted.

    `since`: the first day with them, or without; `children`: one age each, None unknown; `who`: in the traveller's own
    words.
    """

    since: DayOfTrip
    leaves: bool = False
    adults: People | None = None
    children: Annotated[tuple[Age | None, ...], Field(max_length=MOST_PEOPLE)] = ()
    seniors: People | None = None
    who: Annotated[str, Field(max_length=NAME_CHARS)] = ""


@dataclass(frozen=True, slots=True)
class Party(StrictValue):
    """Who travels from the first day on. `children`: one age each, None unknown; `senior_ages`: those of the seniors
    that are known; `group`: several people who were not counted; `elders`: somebody of an elder generation goes, among
    the others; `changes`: who joins or leaves later."""

    adults: People | None = None
    children: Annotated[tuple[Age | None, ...], Field(max_length=MOST_PEOPLE)] = ()
    seniors: People | None = None
    group: Annotated[bool, NOT_OFFERED] = False
    elders: Annotated[bool, Field(description="Older people, not counted.")] = False
    senior_ages: Annotated[tuple[SeniorAge, ...], Field(max_length=MOST_PEOPLE)] = ()
    changes: Annotated[Few[PartyChange], _offered(_CHANGES)] = ()


@dataclass(frozen=True, slots=True)
class BudgetLimit(StrictValue):
    """What the trip may cost. `currency` None: that of the place, or of the language."""

    amount: Price
    currency: Currency | None = None
    per: Per = "total"


@dataclass(frozen=True, slots=True)
class Tiers(StrictValue):
    """The classes of single lines of the budget, in place of that of the whole; None: as the whole."""

    lodging: Tier | None = None
    meals: Tier | None = None


@dataclass(frozen=True, slots=True)
class LaterLodging(StrictValue):
    """Another place to stay from the night after day `since` on, in the city of that day: at a point, or by name."""

    since: DayOfTrip
    near: Text = ""
    place: Annotated[Point | None, NOT_OFFERED] = None


@dataclass(frozen=True, slots=True)
class Lodging(StrictValue):
    """Where one stays, at a point or near a place by name, and for how much; `later`: where from another night on.

    `night`: what a room may cost a night, in `currency`; None: that of the budget, or of the place.
    """

    near: Text = ""
    place: Annotated[Point | None, NOT_OFFERED] = None
    night: Annotated[Price | None, _offered({"type": "number"})] = None
    currency: Currency | None = None
    later: Annotated[Few[LaterLodging], NOT_OFFERED] = ()


@dataclass(frozen=True, slots=True)
class PersonalDiet(StrictValue):
    """A diet of one person.

    `who`: in the traveller's own words; `allergy`: what meals that are shared hold none of either.
    """

    diet: Annotated[Diet, _offered({"type": "string"})]
    who: Name
    allergy: bool = False


DietWish: TypeAlias = Diet | PersonalDiet
"""A diet of everybody, or of one person."""


@dataclass(frozen=True, slots=True)
class DayWish(StrictValue):
    """A wish for a day.

    Which fields count depends on the kind: `free` nothing is planned; `rest` a rest at the hotel (`start` None: after
    lunch, `minutes`); `hours` when the day begins and ends (`start`, `end`, `origin`, `destination`); `indoors`;
    `visit` the sight `value` then (`start`, `part`, `minutes`); `only_kind` the categories and tags `values` alone;
    `without` the sight, category or tag `value`; `day_trip` in the city `value`, back for the night.
    """

    day: DayReference
    kind: WishKind
    value: Text = ""
    values: Terms = ()
    start: Clock | None = None
    end: Clock | None = None
    part: PartOfDay | PlaceInDay | None = None
    minutes: VisitMinutes | None = None
    origin: Annotated[Point | None, Field(alias="from"), NOT_OFFERED] = None
    destination: Annotated[Point | None, Field(alias="to"), NOT_OFFERED] = None


def _complete(wish: DayWish) -> DayWish:
    if wish.kind in ("visit", "without", "day_trip") and not wish.value:
        raise ValueError(f"a wish of kind {wish.kind} names its value")
    if wish.kind == "only_kind" and not wish.values:
        raise ValueError("a wish of kind only_kind names its values")
    return wish


@dataclass(frozen=True, slots=True)
class Travel(StrictValue):
    """How one moves: `between` the cities, `within` them, what is refused; `fares`: why the journey there and back is
    not to be counted in the budget."""

    between: Annotated[IntercityMode | None, Field(description="Between cities.")] = None
    within: Annotated[Mode | None, _offered({"enum": ["walk", "transit", "taxi", "car"], "type": "string"})] = None
    refuse: Annotated[Few[Mode], _offered({"type": "array", "items": {"type": "string"}})] = ()
    fares: Annotated[Fares | None, Field(description="To and from home.")] = None


@dataclass(frozen=True, slots=True)
class Unserved(StrictValue):
    """A wish that was understood and cannot be honoured, or words that were not read."""

    text: Annotated[str, Field(max_length=REASON_CHARS)]
    why: Annotated[str, Field(max_length=REASON_CHARS)] = ""


@dataclass(frozen=True, slots=True)
class Provenance(StrictValue):
    """Where a field of the brief comes from. `span`: where in the message it was stated, as (start, end)."""

    source: FieldSource
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class TripBrief(StrictValue):
    """All that is wanted of a trip; an empty field was not stated.

    `sources` holds for every field that is filled who filled it; `rules_off` are the rules that are not to act;
    `firm` are wishes that would be soft and are to be kept whatever else gives way, as `field:key` of the ledger.
    """

    stays: Annotated[tuple[Stay, ...], Field(max_length=MOST_STAYS, description="The cities, in order.")] = ()
    order_free: Annotated[bool, Field(description="The cities may come in any order.")] = False
    origin: Annotated[Text, Field(description="Home city.")] = ""
    ends_at: Annotated[Text, Field(description="If not in the last city.")] = ""
    dates: Annotated[Dates, AfterValidator(check_dates), Field(description="When, and how long.")] = Dates()
    arrival: Annotated[Ride, Field(description="How and when one arrives; `at`: of landing.")] = Ride()
    departure: Annotated[Ride, Field(description="How and when one leaves; `at`: of take-off.")] = Ride()
    party: Annotated[Party, Field(description="Who travels; `children`: their ages.")] = Party()
    needs: Few[Need] = ()
    budget: Annotated[BudgetLimit | None, Field(description="What the trip may cost.")] = None
    currency: Annotated[str, Field(pattern="^([A-Z]{3})?$"), NOT_OFFERED] = ""
    tier: Tier | None = None
    tiers: Annotated[Tiers, _offered({"type": "object", "description": "`lodging`, `meals`: each a tier."})] = Tiers()
    thrift: Thrift | None = None
    pace: Pace | None = None
    interests: Annotated[Terms, Field(description="history, food, nature …")] = ()
    must_see: Annotated[Terms, Field(description="Sights by id or name.")] = ()
    avoid: Annotated[Terms, Field(description="Sights, categories or tags to leave out.")] = ()
    diet: Few[DietWish] = ()
    lodging: Annotated[Lodging, Field(description="Near a place; `night`: a room's most.")] = Lodging()
    bookings: Few[Annotated[FixedVisit, AfterValidator(_booked)]] = ()
    day_wishes: Few[Annotated[DayWish, AfterValidator(_complete)]] = ()
    constraints: Annotated[Few[CarriedConstraint], NOT_OFFERED] = ()
    travel: Annotated[Travel, Field(description="How one moves.")] = Travel()
    notes: Annotated[Few[Note], _offered({"type": "array", "items": {"type": "string"}})] = ()
    unserved: Annotated[Few[Unserved], NOT_OFFERED] = ()
    rules_off: Annotated[Terms, Field(description="Rules of travel that are not to act."), NOT_OFFERED] = ()
    firm: Annotated[Few[Text], Field(description="Soft wishes that must hold."), NOT_OFFERED] = ()
    sources: Annotated[Mapping[str, Provenance], NOT_OFFERED] = field(default_factory=dict)

    @property
    def places(self) -> tuple[str, ...]:
        """The places of the stays."""
        return tuple(stay.place for stay in self.stays)

    @property
    def days(self) -> int | None:
        """The length of the trip in days: as stated, else by its stays, its two dates or its layover."""
        each = [stay.days for stay in self.stays]
        dates = self.dates
        if dates.days is not None:
            return dates.days
        if each and None not in each:
            return sum(days or 0 for days in each)
        if dates.start is not None and dates.end is not None:
            return (dates.end - dates.start).days + 1
        return 1 if dates.layover is not None else None


FIELDS: tuple[str, ...] = tuple(each.name for each in fields(TripBrief) if each.name != "sources")
"""The fields of a brief that can be set, in their order."""
UNPLANNED: Final = frozenset({"origin", "budget", "currency", "tier", "tiers", "diet", "notes", "unserved", "firm"})
"""Fields that change a trip's costs or texts, not its days."""
EMPTY = TripBrief()
