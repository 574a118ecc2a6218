"""The ranked cities of search_cities."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from travelagent.assistant.results.values import NamedCity, NearCity, Omitted
from travelagent.catalog.search import DailyCost
from travelagent.plans.values import IntercityMode, Mode


@dataclass(frozen=True, slots=True)
class Journey:
    """The way there: minutes aboard and from door to door, kilometres as the crow flies."""

    mode: Mode
    aboard: int
    minutes: int
    air_km: int


@dataclass(frozen=True, slots=True)
class Climate:
    """The highs and the rain of the months that were asked about."""

    t_max: float | None
    rain_days: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundCity(NamedCity):
    """A city that fits, with the reasons and what is known of it in short."""

    region: str
    country: str
    score: float
    summary: str
    match_reasons: tuple[str, ...]
    daily_cost: DailyCost
    best_months: tuple[int, ...]
    days_min: int
    days_max: int
    journey: Journey | None = None
    climate: Climate | None = None
    sights: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """From where the journeys are, and how far they go at most."""

    origin: Annotated[str, Field(alias="from")]
    way: IntercityMode | None
    hours_max: float | None
    km_max: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundCities:
    """The cities, best first; `near` are the nearest ones to an area that holds none."""

    count: int = 0
    cities: tuple[FoundCity, ...]
    reach: Omitted[Reach | None] = None
    near: Omitted[tuple[NearCity, ...]] = ()
