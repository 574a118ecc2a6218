"""The values of the budget: what things cost where, what is asked of it, what comes out. Money is `Decimal`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from travelagent.plans.fields import Amount, Currency, unless_default
from travelagent.plans.values import IntercityMode, LocalizedText, Money, Point, Sight, Tier

BudgetKind = Literal["lodging", "meals", "transport", "tickets", "intercity", "reserve"]


@dataclass(frozen=True, slots=True)
class RateTable:
    """Dated exchange rates: one unit of `base` buys `rates[currency]`."""

    base: str
    rates: Mapping[str, Decimal]
    source: LocalizedText
    as_of: dt.date


Rides: TypeAlias = tuple[tuple[str, Decimal], ...]
"""The city's id and the kilometres of each ride."""
Fares: TypeAlias = tuple[tuple[str, Decimal], ...]
"""The city's id and what one adult pays for each ride, in its currency."""


@dataclass(frozen=True, slots=True)
class TaxiFare:
    """What a taxi ride costs: `base`, and `per_km` for every kilometre, time in traffic included."""

    base: Decimal
    per_km: Decimal


@dataclass(frozen=True, slots=True)
class TrainFare:
    """What one person pays for a train: `base`, and `per_km` for every kilometre."""

    base: Decimal
    per_km: Decimal


@dataclass(frozen=True, slots=True)
class CityCosts:
    """What a day costs in one city, in its own currency. `lodging` is a double room a night, the rest one person;
    `train` is the fare between cities, `suburban_train` that of slower trains over short ways; `taxi` and both of them
    None: estimated from the price of meals."""

    city: str
    name: LocalizedText
    lat: float
    lon: float
    currency: str
    lodging: Mapping[Tier, Decimal]
    meals: Mapping[Tier, Decimal]
    transit_day: Decimal
    source: str
    as_of: str
    land: str = ""
    taxi: TaxiFare | None = None
    train: TrainFare | None = None
    suburban_train: TrainFare | None = None


@dataclass(frozen=True, slots=True)
class Attendance:
    """The people of a day. `ages`: of the children and seniors, None for an unknown one; `children`: those who sleep
    in their parents' room."""

    travellers: int
    ages: tuple[int | None, ...] = ()
    children: int = 0


@dataclass(frozen=True, slots=True)
class BudgetRequest:
    """The request for a budget.

    `cities`: (costs, days there) in order; `currency` None: the first city's own; `visited`: the sights whose tickets
    are bought; `taxi_rides`, `train_rides`, `drives`, `coach_fares`: those within the days; `mode` and `mode_back`: the
    preferred mode of travel there and home again (None: the faster one), `between` from city to city, where `moves` has
    not the mode of each of these journeys; `exit`: where the journey home begins, None in the last city; `ages`: those
    of the children and seniors among the travellers, None for an unknown one, `children` how many sleep in their
    parents' room; `night_before`, `night_after`: whether one comes the day before the trip, and goes home the day after
    it; `fares_paid`: whether the journey there and back is paid already; `fares_left_out`: whether it is not to be
    counted, paid or not; `night_limit`: what a room may cost a night, None without a limit; `lodging_tier`,
    `meals_tier`: the classes of rooms and of meals, None for `tier`; `by_day`: who is there on each day, empty where
    all are on every one; `visit_days`: the day of each visited sight, from 1.
    """

    cities: tuple[tuple[CityCosts, int], ...]
    travellers: int = 1
    tier: str = "mid"
    origin: Point | None = None
    currency: str | None = None
    visited: tuple[Sight, ...] = ()
    taxi_rides: Rides = ()
    train_rides: Rides = ()
    drives: Rides = ()
    coach_fares: Fares = ()
    mode: IntercityMode | None = None
    mode_back: IntercityMode | None = None
    between: IntercityMode | None = None
    moves: tuple[IntercityMode, ...] = ()
    exit: Point | None = None
    ages: tuple[int | None, ...] = ()
    children: int = 0
    night_before: bool = False
    night_after: bool = False
    fares_paid: bool = False
    fares_left_out: bool = False
    night_limit: Money | None = None
    lodging_tier: Tier | None = None
    meals_tier: Tier | None = None
    by_day: tuple[Attendance, ...] = ()
    visit_days: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BudgetItem:
    """One line of a budget: `amount` is `quantity` times `unit_price`; `low` and `high` bound the estimate."""

    kind: BudgetKind
    label: LocalizedText
    quantity: Annotated[int, Field(ge=0, le=10**6)]
    unit_price: Amount
    amount: Amount
    low: Amount
    high: Amount
    source: str
    as_of: str


@dataclass(frozen=True, slots=True)
class Budget:
    """A budget. Items sum exactly to `total`, their lows to `low`, their highs to `high`.

    `nights`: those that lodging is counted for; `plan`: the id of the itinerary that it prices, empty for none.
    `children`: those of the travellers who sleep in their parents' room; `ages`: those of the children and seniors,
    null for an unknown one; `people`: how many are there on each day, empty where all are on every one.
    """

    currency: Currency
    travellers: Annotated[int, Field(ge=0, le=10**6)]
    days: Annotated[int, Field(ge=0, le=10**4)]
    tier: Tier
    items: tuple[BudgetItem, ...]
    total: Amount
    low: Amount
    high: Amount
    per_person_day: Amount
    notes: tuple[LocalizedText, ...] = field(default=())
    children: Annotated[int, unless_default(0)] = 0
    ages: Annotated[tuple[int | None, ...], unless_default(())] = ()
    nights: Annotated[int | None, Field(ge=0, le=10**4), unless_default(None)] = None
    plan: Annotated[str, unless_default("")] = ""
    people: Annotated[tuple[int, ...], unless_default(())] = ()
