"""The itinerary of generate_route and change_route. Clock times are `HH:MM`, lengths minutes and kilometres."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated

from pydantic import Field

from travelagent.assistant.results.values import Money, NamedCity, Omitted
from travelagent.briefs.ledger import Verdict
from travelagent.plans.values import (
    AlternateKind,
    DayWindow,
    IntercityMode,
    LocalizedText,
    MealKind,
    Mode,
    Pace,
    Ride,
)
from travelagent.plans.words import REST

NOTHING = LocalizedText("", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A stop of a day; `sight` is None for the traveller's own bookings and rests."""

    id: str
    sight: str | None
    arrive: str
    depart: str
    minutes: int
    ticket: Money | None = None
    opens: str = "00:00"
    closes: str = "24:00"
    name: str
    why: str = ""
    slack_minutes: int = 0
    instead: Mapping[AlternateKind, str] = field(default_factory=dict)
    shared_ticket: bool = False
    booking: str = "none"
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meal:
    """A meal, during the visit `visit` or after the sight `near`, where it is taken by one."""

    kind: MealKind
    start: str
    end: str
    visit: str | None = None
    near: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leg:
    """The way from one visit to the next, or from `city:` to `city:`."""

    origin: Annotated[str, Field(alias="from")]
    destination: Annotated[str, Field(alias="to")]
    origin_name: Annotated[LocalizedText, Field(alias="from_name")] = NOTHING
    destination_name: Annotated[LocalizedText, Field(alias="to_name")] = NOTHING
    mode: Mode
    minutes: int
    km: float
    estimated: bool = True
    depart: str = "00:00"
    slack_minutes: int = 0


@dataclass(frozen=True, slots=True)
class Walked:
    """How far one walks from stop to stop."""

    minutes: int
    km: int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A day of the plan, from 1; `walked` is None in plans of releases that did not count it."""

    day: int
    city: str
    date: date
    weekday: str = ""
    start: str
    end: str
    meals: tuple[Meal, ...] = ()
    visits: tuple[Visit, ...] = ()
    legs: tuple[Leg, ...] = ()
    walked: Walked | None = None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A sight that is not in the plan, why, and what would let it in."""

    sight: str
    reason: str
    relaxation: str
    name: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of travel that acted on the plan."""

    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Unkept:
    """A wish that the plan does not keep, or not all of it: in words, and what the plan has for it."""

    field: str
    words: str
    verdict: Verdict
    evidence: str


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another plan, by what it does differently."""

    kind: str
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteRequest:
    """The fields of the request that a later change is compared with."""

    days: int = 0
    start_date: Omitted[date | None] = None
    travellers: int = 1
    interests: Omitted[tuple[str, ...]] = ()
    pace: Pace = "normal"
    must_see: Omitted[tuple[str, ...]] = ()
    avoid: Omitted[tuple[str, ...]] = ()
    rainy_days: Omitted[tuple[int, ...]] = ()
    day_windows: Omitted[tuple[DayWindow, ...]] = ()
    way: Omitted[IntercityMode | None] = None
    arrival: Omitted[Ride | None] = None
    departure: Omitted[Ride | None] = None
    hotel: Omitted[str] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A whole itinerary.

    `checks` is how many checks of the verifier it has passed, `changed` what a change made other than before, None for
    a new plan; `given_up` what had been requested and could not be kept. `kept_wishes`: how many wishes of its brief it
    keeps, `unkept` those that it does not.
    """

    asked: RouteRequest = RouteRequest()
    cities: tuple[NamedCity, ...]
    days: tuple[Day, ...]
    left_out: tuple[LeftOut, ...] = ()
    assumptions: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()
    feasible: bool = True
    checks: int = 0
    changed: Annotated[tuple[str, ...] | None, Field(exclude_if=lambda lines: lines is None)] = None
    given_up: Omitted[tuple[str, ...]] = ()
    kept_wishes: Omitted[int] = 0
    unkept: Omitted[tuple[Unkept, ...]] = ()
    alternatives: tuple[Alternative, ...] = ()

    @property
    def visits(self) -> tuple[Visit, ...]:
        """Those of all days, in their order."""
        return tuple(visit for day in self.days for visit in day.visits)

    @property
    def sights(self) -> frozenset[str]:
        """The sights that are visited."""
        return frozenset(visit.sight for visit in self.visits if visit.sight)

    @property
    def stop_count(self) -> int:
        """How many stops the days have; a rest is none."""
        return sum(visit.sight is not None or visit.name not in (REST.en, REST.zh) for visit in self.visits)
