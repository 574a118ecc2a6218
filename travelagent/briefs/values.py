"""The trip brief: what is wanted of a trip, as one frozen value between language and planning.

Every writer (the embedded assistant, a language model, the page, a partner) fills the same value, and
`compile.compile_request` alone turns it into a request to the planner. What was not stated is empty: a default is an
assumption of a rule (rules.py), never a field of the brief. Times are minutes since local midnight, days count from 1,
money is `Decimal`. Source: the project's design of the brief.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import Literal, TypeAlias

from travelagent.catalog.spectacles import Spectacle
from travelagent.plans.values import (
    Constraint,
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
DayReference: TypeAlias = int | Literal["last", "every"]
WishKind: TypeAlias = Literal["free", "rest", "hours", "indoors", "visit", "only_kind", "without"]


@dataclass(frozen=True, slots=True)
class Stay:
    """A place of the trip, in the order of the visit.

    `place`: a catalogue id, or a bare name that is not resolved; `area`: the area of whose usual route the stay is,
    where that was stated and not the place.
    """

    place: str
    days: int | None = None
    area: str = ""


@dataclass(frozen=True, slots=True)
class Hours:
    """A span of hours within one day, as a layover leaves it."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Dates:
    """When the trip is. `weekday`: the day of the week on which it begins, Monday 0; `part`: of the month; `layover`:
    the hours between two flights, which make the trip a day of these hours."""

    start: dt.date | None = None
    end: dt.date | None = None
    days: int | None = None
    month: int | None = None
    season: Season | None = None
    part: MonthPart | None = None
    weekday: int | None = None
    weekend: bool = False
    spectacle: Spectacle | None = None
    layover: Hours | None = None


@dataclass(frozen=True, slots=True)
class Ride:
    """How one comes to the trip or goes home.

    `at`: when one arrives there, or leaves for home; `sets_out`: when one leaves home for the trip; `part_of_day` where
    no hour was stated; `port`: the airport or station, by name; `minutes`: those between the ride and the town where
    they are known, in place of the rule's.
    """

    at: int | None = None
    part_of_day: PartOfDay | None = None
    mode: IntercityMode | None = None
    port: str = ""
    sets_out: int | None = None
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class Party:
    """Who travels. `children`: one age each, None unknown; `senior_ages`: those of the seniors that are known; `group`:
    several people who were not counted; `elders`: somebody of an elder generation goes, among the others."""

    adults: int | None = None
    children: tuple[int | None, ...] = ()
    seniors: int | None = None
    group: bool = False
    elders: bool = False
    senior_ages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BudgetLimit:
    """What the trip may cost. `currency` None: that of the place, or of the language."""

    amount: Decimal
    currency: str | None = None
    per: Per = "total"


@dataclass(frozen=True, slots=True)
class Lodging:
    """Where one stays: at a point, or near a place that is known by name."""

    near: str = ""
    place: Point | None = None


@dataclass(frozen=True, slots=True)
class DayWish:
    """What is wanted of one day, of the last one or of every one. Which fields count depends on the kind:

    `free` nothing is planned; `rest` a rest at the hotel (`start` None: after lunch, `minutes`); `hours` when the day
    begins and ends (`start`, `end`, `origin`, `destination`); `indoors`; `visit` the sight `value` then (`start`,
    `part`, `minutes`); `only_kind` the categories and tags `values` alone; `without` the sight, category or tag
    `value`.
    """

    day: DayReference
    kind: WishKind
    value: str = ""
    values: tuple[str, ...] = ()
    start: int | None = None
    end: int | None = None
    part: PartOfDay | PlaceInDay | None = None
    minutes: int | None = None
    origin: Point | None = None
    destination: Point | None = None


@dataclass(frozen=True, slots=True)
class Travel:
    """How one moves: `between` the cities, `within` them, what is refused; `fares`: why the journey there and back is
    not to be counted in the budget."""

    between: IntercityMode | None = None
    within: Mode | None = None
    refuse: tuple[Mode, ...] = ()
    fares: Fares | None = None


@dataclass(frozen=True, slots=True)
class Unserved:
    """A wish that was understood and cannot be honoured, or words that were not read."""

    text: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a field of the brief comes from. `span`: where in the message it was stated, as (start, end)."""

    source: FieldSource
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class TripBrief:
    """All that is wanted of a trip; an empty field was not stated.

    `sources` holds for every field that is filled who filled it; `rules_off` are the rules that are not to act.
    """

    stays: tuple[Stay, ...] = ()
    order_free: bool = False
    origin: str = ""
    ends_at: str = ""
    dates: Dates = Dates()
    arrival: Ride = Ride()
    departure: Ride = Ride()
    party: Party = Party()
    needs: tuple[Need, ...] = ()
    budget: BudgetLimit | None = None
    currency: str = ""
    tier: Tier | None = None
    thrift: Thrift | None = None
    pace: Pace | None = None
    interests: tuple[str, ...] = ()
    must_see: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    diet: tuple[Diet, ...] = ()
    lodging: Lodging = Lodging()
    bookings: tuple[FixedVisit, ...] = ()
    day_wishes: tuple[DayWish, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    travel: Travel = Travel()
    unserved: tuple[Unserved, ...] = ()
    rules_off: tuple[str, ...] = ()
    sources: Mapping[str, Provenance] = field(default_factory=dict)

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
EMPTY = TripBrief()
