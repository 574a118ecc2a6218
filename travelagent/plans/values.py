"""The values of planning: what is asked, what is offered, what comes out. Frozen, with no behaviour but small views.

Units are the same everywhere: times are whole minutes since local midnight (0 to 1440), durations whole minutes,
distances kilometres, money `Decimal`. A sight's id is `city/slug`. Days are counted from 1. The types of the fields
(fields.py) are their form on the wire as well, with the bounds of what comes from outside: a value is its own JSON.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import BeforeValidator, Field, PlainValidator

from agent_core.schemas import OFFERED
from travelagent.plans.closures import Closure
from travelagent.plans.concessions import Concession
from travelagent.plans.constraints import as_carried
from travelagent.plans.fields import (
    MAX_DAYS,
    MIDNIGHT,
    MOST_ITEMS,
    NOT_OFFERED,
    Amount,
    CalendarDate,
    Clock,
    Currency,
    DayOfTrip,
    Few,
    Latitude,
    Longitude,
    Many,
    Minutes,
    Value,
    VisitMinutes,
    unless_default,
)
from travelagent.plans.sessions import WEEKDAYS, Session, starts_on

Pace = Literal["relaxed", "normal", "packed"]
Tier = Literal["budget", "mid", "luxury"]
IntercityMode = Literal["train", "flight", "bus", "car"]
"""How one travels between cities."""
Mode = Literal["walk", "transit", "taxi", "shuttle", "ferry", IntercityMode]
CitySize = Literal["village", "small", "medium", "large"]
MealKind = Literal["lunch", "dinner"]
PartOfDay = Literal["morning", "afternoon", "evening"]
PlaceInDay = Literal["first", "last"]
"""The first or the last of a day's sights."""
Strain = Literal["stairs", "climb", "altitude", "heights", "atrocity", "adult"]
"""What a sight asks of somebody: many stairs without a lift, a steep way on foot, thin air, a look down an abyss."""
BODILY: frozenset[Strain] = frozenset({"stairs", "climb", "altitude"})
"""What is refused for want of strength."""
Walker = Literal["adult", "teenager", "child", "small_child", "senior", "pregnant", "little_walking", "wheelchair"]
"""Somebody who goes, as far as strength is concerned (strain.py)."""
AlternateKind = Literal["swap", "rain", "sold_out"]
Status = Literal["pass", "fail"]
SeasonPrices: TypeAlias = tuple[tuple[tuple[int, ...], Decimal], ...]
"""Months, 1 to 12, and what a ticket costs in them."""

MOST_TRAVELLERS = 1_000
MOST_ITERATIONS = 10**9
MOST_SECONDS = 600.0
MOST_MEALS = 8
"""Of a day."""

LUNCH_WINDOW = (11 * 60 + 30, 13 * 60 + 30)
"""Lunch starts and ends inside this window where nothing else is known."""
DINNER_WINDOW = (17 * 60, 21 * 60)
"""Dinner starts and ends inside this window where nothing else is known."""
PARTS_OF_DAY: Mapping[PartOfDay, tuple[int, int]] = {
    "morning": (0, 12 * 60 - 1),
    "afternoon": (12 * 60, 18 * 60 - 1),
    "evening": (17 * 60, MIDNIGHT),
}
"""The first and the last minute at which a visit of that part of the day begins."""
ASSUMED_HOURS = (9 * 60, 18 * 60)
"""Taken for a sight whose opening hours are not known; every such visit has it in `estimated`."""

ON_SITE_MINUTES = 180
"""A visit of at least this length may hold the lunch or dinner: it is then taken on site."""


@dataclass(frozen=True, slots=True)
class PaceRule:
    """What a pace means: the usual day's start and end, the most sights a day, the minutes of a meal."""

    start: int
    end: int
    visits: int
    meal_minutes: int


PACES: dict[Pace, PaceRule] = {
    "relaxed": PaceRule(start=9 * 60 + 30, end=21 * 60, visits=3, meal_minutes=75),
    "normal": PaceRule(start=9 * 60, end=22 * 60, visits=5, meal_minutes=60),
    "packed": PaceRule(start=8 * 60 + 30, end=22 * 60 + 30, visits=7, meal_minutes=45),
}
EARLIER_MINUTES = 60
"""A day whose start was not asked for may begin so much earlier than its pace's usual one."""


@dataclass(frozen=True, slots=True)
class LocalizedText:
    """One text in English and in Simplified Chinese."""

    en: str
    zh: str


@dataclass(frozen=True, slots=True)
class Assumption(LocalizedText):
    """What a plan takes for granted. `rule`: the rule of travel that acted, empty for none."""

    rule: Annotated[str, unless_default("")] = ""


NOTHING = LocalizedText("", "")


def _in_both_languages(name: object) -> object:
    return {"en": name, "zh": name} if isinstance(name, str) else name


Name = Annotated[
    LocalizedText,
    BeforeValidator(_in_both_languages),
    Field(default=NOTHING, json_schema_extra={OFFERED: {"type": "string"}}),
]
"""A name in both languages; one of the traveller's own may be a single string, and hand-written JSON may have none."""


@dataclass(frozen=True, slots=True)
class Money(Value):
    """An amount of a currency (ISO 4217)."""

    amount: Amount
    currency: Currency


@dataclass(frozen=True, slots=True)
class Point(Value):
    """A named place on the map, WGS-84: a hotel, a station, a city's centre.

    `land` names the land mass it lies on: no road and no rail joins two of them. Empty where it is not known, which
    rules out nothing. `unlocated`: its position is not known, the coordinates are those of the city's centre.
    """

    name: Name
    lat: Latitude
    lon: Longitude
    land: Annotated[str, unless_default(""), NOT_OFFERED] = ""
    unlocated: Annotated[bool, unless_default(False), NOT_OFFERED] = False


NOWHERE = Point(NOTHING, 0.0, 0.0)


def _somewhere(place: object) -> object:
    return NOWHERE if place is None else place


End = Annotated[Point, BeforeValidator(_somewhere), Field(default=NOWHERE)]
"""An end of a day, which hand-written JSON may leave out."""


@dataclass(frozen=True, slots=True)
class Coach:
    """A scheduled coach or bus from town to a place far out.

    `line`: the same word for all that lie on it; `minutes`: those of the ride to it, with the walk from where it stops;
    `fare`: one adult's, one way, in the currency of the tickets; `every`: minutes from one to the next; `first`: when
    the first one leaves town, `last`: when the last one goes back; `months`: those in which it runs, 1 to 12; `stop`:
    where in town it leaves.
    """

    line: str
    minutes: int
    fare: Decimal
    every: int
    first: int
    last: int
    months: tuple[int, ...]
    operator: LocalizedText
    stop: LocalizedText

    def runs_on(self, date: dt.date) -> bool:
        """Return whether it runs on that day."""
        return date.month in self.months

    def minutes_to(self, other: Coach | None) -> int | None:
        """Return the minutes of the ride between its place and that of another one, or town (None).

        None: they are on two lines.
        """
        if other is None:
            return self.minutes
        return abs(self.minutes - other.minutes) if self.line == other.line else None

    def fare_to(self, other: Coach | None) -> Decimal:
        """Return one adult's fare to the place of another one of the line, or to town: at least half of the nearer
        one's.
        """
        if other is None:
            return self.fare
        return max(abs(self.fare - other.fare), min(self.fare, other.fare) / 2)


@dataclass(frozen=True, slots=True)
class Sight:
    """A candidate for a visit.

    `hours`: OpenStreetMap `opening_hours`, None unknown; `price`: one adult's ticket, None unknown; `estimated`: which
    of "hours" and "price" are estimates though known; `shared_ticket`: the sight on whose ticket one enters, empty
    where it has its own; `ticket_days`: how many days on end that ticket is valid, 0 where it does not run out; `area`:
    the scenic area or the island within which its own buses go and no taxis, the same word for all its sights, empty
    where there is none; `crossing`: the minutes of the boat to it; `begin_from`, `begin_by`: the minutes between which
    a visit is best begun, None where any will do; `station`: whether it has a railway station of its own;
    `rail_minutes`: those of the train from town, door to door, to a sight that no road leads to, 0 for any other;
    `strains`: what it asks of a body, or of a child; `season_prices`: months, 1 to 12, with the ticket in them where it
    costs something else than `price`; `coach`: the scheduled one to it, None where none is known; `onward`: the sight
    at which one comes out of it, or goes on to, empty where there is none; `closed_on`: the days on which it is closed
    whatever its hours say; `sessions`: the only times at which a visit begins, empty where one comes as one likes; they
    are held only while it is open; `alternative`: a word that sights of a city have in common of which one usually
    does, empty where there are none; `on_foot`: whether nothing drives within its area; `exit`: where one leaves it,
    None where that is where one came in; `lit`: whether it is as fine after dark as by day; `climb`: the metres that
    one climbs there on foot; `altitude`: how high it leads, 0 where that is not known; `concessions`: what others than
    adults pay of the ticket; `excursion`: the other city in which it lies, where it is seen on a day trip from `city`.
    """

    id: str
    city: str
    name: LocalizedText
    lat: float
    lon: float
    category: str
    minutes: int
    score: float
    tags: tuple[str, ...] = ()
    hours: str | None = None
    price: Decimal | None = None
    currency: str | None = None
    booking: Literal["none", "recommended", "required"] = "none"
    indoor: bool = False
    last_entry_minutes: int = 0
    estimated: tuple[str, ...] = ()
    shared_ticket: str = ""
    ticket_days: int = 0
    area: str = ""
    crossing: int = 0
    begin_from: int | None = None
    begin_by: int | None = None
    station: bool = False
    rail_minutes: int = 0
    strains: tuple[Strain, ...] = ()
    season_prices: SeasonPrices = ()
    onward: str = ""
    alternative: str = ""
    on_foot: bool = False
    exit: Point | None = None
    lit: bool = False
    climb: int = 0
    altitude: int = 0
    closed_on: tuple[Closure, ...] = ()
    sessions: tuple[Session, ...] = ()
    concessions: tuple[Concession, ...] = ()
    coach: Coach | None = None
    excursion: str = ""

    def closure_on(self, date: dt.date) -> Closure | None:
        """Return why the sight is closed on that day whatever its hours, None where it is not."""
        return next((closure for closure in self.closed_on if closure.includes(date)), None)

    def sessions_on(self, date: dt.date) -> tuple[int, ...]:
        """Return the minutes since midnight at which a visit may begin on that day, ascending, where it is bound to
        sessions.
        """
        return starts_on(self.sessions, date)

    def price_on(self, date: dt.date) -> Decimal | None:
        """Return one adult's ticket on that day, None unknown."""
        return next((price for months, price in self.season_prices if date.month in months), self.price)

    def ticket_on(self, date: dt.date) -> Money | None:
        """Return one adult's ticket on that day with its currency, None unknown."""
        price = self.price_on(date)
        return Money(price, self.currency) if price is not None and self.currency else None

    def priced_on(self, date: dt.date) -> Sight:
        """Return the sight at its price of that day."""
        return replace(self, price=self.price_on(date), season_prices=())

    @property
    def lies_in(self) -> str:
        """The city in which it lies."""
        return self.excursion or self.city

    @property
    def terms(self) -> frozenset[str]:
        """All by which it may be refused."""
        return frozenset({self.id, self.category, *self.tags, *self.strains})


@dataclass(frozen=True, slots=True)
class Base(Value):
    """A place out of town with beds near what lies far out.

    `draw`: what its evening and its morning are worth, in minutes on the way; `arrive_by`: when the last boat or cable
    car is there, None where a road leads to it.
    """

    place: Point
    draw: Annotated[Minutes, unless_default(0)] = 0
    arrive_by: Annotated[Clock | None, unless_default(None)] = None


@dataclass(frozen=True, slots=True)
class MealHours(Value):
    """The hours within which one has lunch and dinner somewhere, begin and end of the meal included."""

    lunch: tuple[Clock, Clock] = LUNCH_WINDOW
    dinner: tuple[Clock, Clock] = DINNER_WINDOW


USUAL_MEALS = MealHours()


@dataclass(frozen=True, slots=True)
class CityStay(Value):
    """A city of the trip.

    `days` None: the engine shares the trip's days out. `hotel` None: the city's centre. `high`: whether a body has to
    get used to its thin air, `altitude`: its height in metres, 0 unknown; `taxi_km`: what a kilometre by taxi costs, in
    the currency of its tickets; `bases`: the places out of town where one may sleep for a night near what lies far out.
    """

    id: str
    name: Name
    lat: Latitude
    lon: Longitude
    days: DayOfTrip | None = None
    hotel: Point | None = None
    size: CitySize = "medium"
    timezone: str | None = None
    country: str | None = None
    land: Annotated[str, unless_default("")] = ""
    meals: Annotated[MealHours, unless_default(USUAL_MEALS)] = USUAL_MEALS
    high: Annotated[bool, unless_default(False)] = False
    taxi_km: Annotated[Amount, unless_default(Decimal(0))] = Decimal(0)
    altitude: Annotated[int, unless_default(0)] = 0
    bases: Annotated[Few[Base], unless_default(())] = ()


@dataclass(frozen=True, slots=True)
class DayWindow(Value):
    """When and where one day starts and ends: arrive on day 1 at 15:00 at the station. None keeps the usual value."""

    day: DayOfTrip
    start: Clock | None = None
    end: Clock | None = None
    origin: Annotated[Point | None, Field(alias="from")] = None
    destination: Annotated[Point | None, Field(alias="to")] = None


@dataclass(frozen=True, slots=True)
class Night(Value):
    """The night after that day is spent at `place` instead of the stay's hotel: the day ends there and the next one
    begins there. It counts within a stay only, and where the hours of a day name no other end.

    `onward`: all further nights of the stay are spent there, too, and one goes on from there: another hotel.
    """

    day: DayOfTrip
    place: Point
    onward: Annotated[bool, unless_default(False)] = False


@dataclass(frozen=True, slots=True)
class DayTrip(Value):
    """A day of the stay in the city `base` that is spent in another `city`, from where one slept and back."""

    day: DayOfTrip
    city: CityStay
    base: str


@dataclass(frozen=True, slots=True)
class Ride(Value):
    """What brings one to the trip on its first day, or takes one home on its last.

    `at`: when it arrives or leaves; `minutes`: those between it and the town's centre, checks and luggage included;
    `way` None: unknown how.
    """

    at: Clock
    minutes: Annotated[int, Field(ge=0, le=MIDNIGHT)] = 0
    way: Annotated[IntercityMode | None, unless_default(None)] = None


@dataclass(frozen=True, slots=True)
class FixedVisit(Value):
    """The traveller's own place or booking.

    `day` None: any day whose schedule allows it, the earliest first; `marker`: no stop, only where and when one was
    under way; `unlocated`: its position is not known, the coordinates are those of the city's centre.
    """

    name: Name
    lat: Latitude
    lon: Longitude
    start: Clock
    minutes: Minutes
    day: DayOfTrip | None = None
    marker: Annotated[bool, unless_default(False), NOT_OFFERED] = False
    unlocated: Annotated[bool, unless_default(False), NOT_OFFERED] = False


@dataclass(frozen=True, slots=True)
class Rest:
    """Hours in the middle of the day that are spent at the hotel. `start` None: after lunch; `days`: all if empty."""

    start: int | None = None
    minutes: int = 90
    days: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pin(Value):
    """A sight that stays: on that day (None: any), starting at that minute (None: any), in that part of the day or as
    the first or last sight of its day, which then must be given (None: any), for so many `minutes` without a meal
    there (None: as long as usual). `by_traveller`: whether the traveller pinned it."""

    sight: str
    day: DayOfTrip | None = None
    start: Clock | None = None
    when: PartOfDay | PlaceInDay | None = None
    by_traveller: Annotated[bool, Field(exclude=True)] = True
    minutes: Annotated[VisitMinutes | None, unless_default(None)] = None


@dataclass(frozen=True, slots=True)
class Refusal(Value):
    """What is not wanted on one day: a sight's id, a category, a tag or a strain."""

    day: DayOfTrip
    term: str


@dataclass(frozen=True)
class Constraint:
    """A demand of a kind of its own that a request carries.

    `kind`: its name on the wire and in certificates; the kinds are in planning/constraints/.
    """

    kind: ClassVar[str] = ""

    @property
    def key(self) -> tuple[object, ...]:
        """What one constraint replaces another by: by default its kind."""
        return (self.kind,)

    @property
    def text(self) -> LocalizedText:
        """What it demands, without a full stop."""
        raise NotImplementedError


CarriedConstraint = Annotated[Constraint, *as_carried]
"""A constraint that is `{"kind": …, …}` on the wire, of a registered kind."""


@dataclass(frozen=True, slots=True)
class PlanRequest(Value):
    """What is asked of the engine.

    `held`: sights that are demanded for the traveller's sake though nobody named them.
    `avoid` holds sight ids, categories, tags or strains, `avoid_on` those of one day. Without `start_date` the trip is
    planned for the first Tuesday on or after `today` + 14 days, as the itinerary notes; one of both must be given.
    `rainy_days` are spent indoors as far as possible. `thrift` is the worth that a ticket of the usual price, or a
    share of it in a taxi out and back, must bring besides its own to be bought.
    `short_ways`: long ways are hard on somebody, and count for more. `walkers`: who goes, each kind once, by which the
    strain of a day is weighed and limited (strain.py); empty: not known, and no day is limited by it.
    `nights`: those spent elsewhere than at the hotel; `day_trips`: the days spent in another city. `any_order`: the
    cities may be visited in any order, the one of
    the shortest moves from and back to `home` (if given) is taken. `way`: how one moves between the cities wherever
    that is possible (None: a train of a few hours, else the faster of train and flight). `arrival`, `departure`: the
    rides there and home as far as their hours
    are known. `stopovers`: the cities on the drive to which one stops at sights: the day of that move begins where one
    slept. `constraints`: demands of further kinds. The plan depends on nothing but the request, the sights and the
    legs as long as `deadline_seconds` is not reached.
    """

    cities: Few[CityStay]
    days: DayOfTrip
    start_date: CalendarDate | None = None
    today: CalendarDate | None = None
    interests: Few[str] = ()
    pace: Pace = "normal"
    must_see: Many[str] = ()
    held: Annotated[Many[str], Field(exclude=True)] = ()
    avoid: Many[str] = ()
    pinned: Many[Pin] = ()
    day_windows: Few[DayWindow] = ()
    fixed: Many[FixedVisit] = ()
    travellers: Annotated[int, Field(ge=1, le=MOST_TRAVELLERS)] = 1
    rainy_days: Few[DayOfTrip] = ()
    avoid_on: Many[Refusal] = ()
    thrift: float = 0.0
    short_ways: bool = False
    walkers: Few[Walker] = ()
    nights: Few[Night] = ()
    day_trips: Annotated[Few[DayTrip], unless_default(())] = ()
    stopovers: Few[str] = ()
    any_order: bool = False
    home: Point | None = None
    way: IntercityMode | None = None
    arrival: Ride | None = None
    departure: Ride | None = None
    seed: Annotated[int, Field(ge=0, le=2**32 - 1)] = 1
    iterations: Annotated[int | None, Field(ge=0, le=MOST_ITERATIONS)] = None
    deadline_seconds: Annotated[float, Field(ge=0, le=MOST_SECONDS)] = 10.0
    constraints: Few[CarriedConstraint] = ()

    @property
    def demanded(self) -> tuple[str, ...]:
        """The sights that must be in the plan, those of the must-see list first."""
        return tuple(dict.fromkeys([*self.must_see, *self.held, *(pin.sight for pin in self.pinned)]))


@dataclass(frozen=True, slots=True)
class Alternate(Value):
    """What could be visited in a visit's stead, the rest of the day staying as it is.

    `kind`: `swap`, the best exchange; `rain`, one that is indoors, for a visit in the open; `sold_out`, one without a
    booking, for a visit that needs one. `cost`: the worth that is lost by it; `travel_minutes`: more time on the way.
    """

    kind: AlternateKind
    sight: str
    name: Name
    cost: Annotated[float, Field(default=0.0)]
    travel_minutes: Annotated[int, Field(default=0)]


@dataclass(frozen=True, slots=True)
class Visit(Value):
    """One stop. `sight` None: the traveller's own place. `opens`/`closes`: the opening window the visit lies in.

    `slack_minutes`: by how much the arrival could be later with this visit still entering and ending in time and every
    later visit, meal and the day's end still kept (slack.py). `estimated`: what of "hours", "price", "position" is not
    certain.
    `shared_ticket`: the sight on whose ticket one enters, empty where it has its own; `ticket_days`: how many days on
    end that is valid, 0 where it does not run out. `marker`: no stop (FixedVisit). `exit`: where one goes on from, None
    for where the visit lies.
    """

    id: Annotated[str, Field(default="")]
    sight: Annotated[str | None, Field(default=None)]
    city: Annotated[str, Field(default="")]
    name: Name
    lat: Latitude
    lon: Longitude
    arrive: Clock
    depart: Clock
    minutes: Annotated[Minutes, Field(default=0)]
    ticket: Annotated[Money | None, Field(default=None)]
    opens: Annotated[Clock, Field(default=0)]
    closes: Annotated[Clock, Field(default=MIDNIGHT)]
    slack_minutes: Annotated[int, Field(default=0)]
    why: Name
    pinned: bool = False
    estimated: Few[str] = ()
    alternates: Few[Alternate] = ()
    shared_ticket: Annotated[str, unless_default("")] = ""
    ticket_days: Annotated[Minutes, unless_default(0)] = 0
    marker: Annotated[bool, unless_default(False)] = False
    exit: Annotated[Point | None, unless_default(None)] = None

    @property
    def left_from(self) -> Point:
        """Where one goes on from."""
        return self.exit or Point(self.name, self.lat, self.lon)


@dataclass(frozen=True, slots=True)
class Meal(Value):
    """A meal stop. `visit` is the id of the visit it is taken in (a long one, or one where the food is), else None."""

    kind: MealKind
    start: Clock
    end: Clock
    visit: str | None = None


@dataclass(frozen=True, slots=True)
class Leg(Value):
    """A leg from stop to stop.

    `origin` and `destination` are visit ids, or `start` and `end` for the day's two ends, or `city:ID` for the ends of
    a move between cities (always the day's first leg). `slack_minutes`: how much longer it may take with everything
    after it still kept.
    """

    origin: Annotated[str, Field(alias="from")]
    destination: Annotated[str, Field(alias="to")]
    origin_name: Annotated[Name, Field(alias="from_name")]
    destination_name: Annotated[Name, Field(alias="to_name")]
    mode: Mode
    minutes: Minutes
    km: Annotated[float, Field(ge=0)]
    estimated: Annotated[bool, Field(default=True)]
    depart: Annotated[Clock, Field(default=0)]
    slack_minutes: int = 0

    @property
    def is_move(self) -> bool:
        """Whether it leads from city to city."""
        return self.origin.startswith("city:")


@dataclass(frozen=True, slots=True)
class DayPlan(Value):
    """One day. `start`/`end`: leaving and reaching the day's two ends, `origin` and `destination`."""

    day: DayOfTrip
    city: str
    date: CalendarDate
    start: Clock
    end: Clock
    origin: End
    destination: End
    visits: Few[Visit] = ()
    meals: Annotated[tuple[Meal, ...], Field(max_length=MOST_MEALS)] = ()
    legs: Annotated[tuple[Leg, ...], Field(max_length=2 * MOST_ITEMS)] = ()

    @property
    def weekday(self) -> str:
        """The day of the week in English."""
        return WEEKDAYS[self.date.weekday()]


@dataclass(frozen=True)
class Edit:
    """One change of a plan, the same whoever asks for it. The kinds of edit are the classes of `edits/`.

    `keeps_order`: it changes hours and ends of days alone, so that these can be laid out in their old order where no
    plan keeps all that is demanded.
    """

    keeps_order: ClassVar[bool] = False

    @property
    def is_exact(self) -> bool:
        """Whether the traveller spells out the order of the day: it is then laid out so, not searched."""
        return False

    def apply(self, context: EditContext) -> PlanRequest:
        """Return the request after the edit. Raises InvalidRequest for what the plan does not have."""
        raise NotImplementedError

    def day_numbers(self, context: EditContext) -> Mapping[int, int]:
        """Return the new number of every day by its old one; a day that is gone is numbered behind the last one."""
        return {day: day for day in range(1, context.request.days + 1)}

    def given_up(self, context: EditContext) -> frozenset[str]:
        """Return the visits that are to go with what the edit leaves out, though it does not name them."""
        return frozenset()

    def cancelled_bookings(self) -> frozenset[str]:
        """Return the ids `fixed/N` of the bookings that are given up."""
        return frozenset()

    def price(self, request: PlanRequest, known: Mapping[str, Sight]) -> float:
        """Return what the edit costs the traveller, in worth (taste.py); it ranks the ways out of a clash."""
        return 0.0

    def words(self, names: Mapping[str, LocalizedText]) -> LocalizedText | None:
        """Return the edit as a demand without its full stop: "add a day", “增加一天”.

        None where it goes without saying. `names`: those of sights, bookings and cities by id.
        """
        raise NotImplementedError

    def weaker(self) -> Edit | None:
        """Return the edit that is tried where this one cannot be had, None for none."""
        return None

    def spelt_out(self) -> Edit | None:
        """Return the edit that can be laid out as requested, whether it holds or not; None where there is none."""
        return self if self.is_exact else None


def _no_edits(_: object) -> None:
    """Edits stand on the wire in another form (`wire/change.py`), which is read apart."""


@dataclass(frozen=True, slots=True)
class LeftOut(Value):
    """A candidate that is not in the plan: why, and the cheapest way to get it in, in words and as edits (None: none
    that we know of would)."""

    sight: str
    name: Name
    reason: LocalizedText
    relaxation: LocalizedText
    edits: Annotated[tuple[Edit, ...] | None, Field(exclude=True), PlainValidator(_no_edits)] = None


@dataclass(frozen=True, slots=True)
class Check:
    """One constraint held against one visit (or the day or trip: `visit` None), with its evidence."""

    constraint: str
    status: Status
    evidence: LocalizedText
    visit: str | None = None
    day: int | None = None


@dataclass(frozen=True, slots=True)
class Certificate(Value):
    """The checks of a plan, in their order."""

    checks: tuple[Check, ...]

    @property
    def feasible(self) -> bool:
        """Whether every check passed."""
        return all(check.status == "pass" for check in self.checks)

    @property
    def failures(self) -> tuple[Check, ...]:
        """The checks that failed."""
        return tuple(check for check in self.checks if check.status == "fail")


@dataclass(frozen=True, slots=True)
class Itinerary(Value):
    """A plan. `score`: the visited sights' weighted worth; `bound`: no plan can exceed it (None: no bound known)."""

    cities: Few[str]
    days: Annotated[tuple[DayPlan, ...], Field(max_length=MAX_DAYS)]
    left_out: tuple[LeftOut, ...] = ()
    assumptions: Few[LocalizedText | Assumption] = ()
    score: float = 0.0
    bound: float | None = None
    date_assumed: bool = False
    city_names: Mapping[str, LocalizedText] = field(default_factory=dict)
    certificate: Certificate = Certificate(())

    @property
    def visits(self) -> tuple[Visit, ...]:
        """The visits of all days, in order."""
        return tuple(visit for day in self.days for visit in day.visits)


@dataclass(frozen=True, slots=True)
class EditContext:
    """What an edit is made upon: the request, the plan that answers it, and the sights that there are."""

    request: PlanRequest
    itinerary: Itinerary
    sights: Sequence[Sight]

    @property
    def known(self) -> dict[str, Sight]:
        """The sights by their ids."""
        return {sight.id: sight for sight in self.sights}

    def day_of(self, visit: str) -> int | None:
        """Return the day that has the visit, None where none has."""
        return next((day.day for day in self.itinerary.days if any(v.id == visit for v in day.visits)), None)
