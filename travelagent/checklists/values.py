"""The values of lists: what is known of a trip, and what is proposed for it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from travelagent.plans.booking import Booking
from travelagent.plans.values import LocalizedText


@dataclass(frozen=True, slots=True)
class Weather:
    """The usual weather of a city's month: the night's low and the day's high in °C, the share of days with rain."""

    low: float
    high: float
    rain_share: float


@dataclass(frozen=True, slots=True)
class TripDay:
    """A day of a trip: its city, and the usual weather there, None where it is not known."""

    date: dt.date
    city: str
    city_name: LocalizedText
    weather: Weather | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """A sight that is visited; `kinds`: its category and its tags."""

    sight: str
    name: LocalizedText
    date: dt.date
    kinds: frozenset[str]
    booking: Booking = "none"


@dataclass(frozen=True, slots=True)
class Journey:
    """A journey between cities; `mode` as of a leg, `mode_name` in words."""

    origin: LocalizedText
    destination: LocalizedText
    mode: str
    mode_name: LocalizedText
    date: dt.date


@dataclass(frozen=True, slots=True)
class TripFacts:
    """What lists are proposed from. `days` in order, one at least; `children`: an age each, None where it is not known;
    `is_dated`: whether the dates are more than assumed."""

    days: tuple[TripDay, ...]
    stops: tuple[Stop, ...] = ()
    journeys: tuple[Journey, ...] = ()
    children: tuple[int | None, ...] = ()
    is_dated: bool = True


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An entry to be proposed. `key` names it within its list, whatever its words; `due`: the day by which it should be
    done."""

    key: str
    text: LocalizedText
    reason: LocalizedText
    quantity: int = 1
    due: dt.date | None = None
