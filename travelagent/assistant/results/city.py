"""The facts of a city, of get_city_info."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, TypeAlias

from pydantic import PlainSerializer

from travelagent.assistant.results.values import NamedCity
from travelagent.catalog.spectacles import DayOfYear, Spectacle
from travelagent.catalog.values import Tier

WireDay: TypeAlias = Annotated[DayOfYear, PlainSerializer(DayOfYear._asdict)]


@dataclass(frozen=True, slots=True)
class Costs:
    """Prices in the city's currency: a double room, a person's meals, transit and whole day."""

    currency: str
    lodging: Mapping[Tier, Decimal]
    meals: Mapping[Tier, Decimal]
    transit_day: Decimal
    daily: Mapping[Tier, Decimal]


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """A month's climate: °C, millimetres, days, hours of sun; None where it is not measured."""

    month: int
    t_mean: float
    t_max: float | None = None
    t_min: float | None = None
    precip_mm: float | None = None
    rain_days: float | None = None
    sun_hours: float | None = None


@dataclass(frozen=True, slots=True)
class Station:
    """A weather station and how far it is from the city, in kilometres."""

    name: str
    distance_km: int | float


@dataclass(frozen=True, slots=True)
class UsualTime:
    """The days of the year between which a spectacle is usually at its best."""

    spectacle: Spectacle
    first: WireDay
    last: WireDay


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredSight:
    """One of a city's best sights."""

    id: str
    name: str
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CityFacts(NamedCity):
    """What is known of a city."""

    region: str
    country: str
    lat: float
    lon: float
    timezone: str
    elevation_m: int | None = None
    summary: str
    tags: tuple[str, ...]
    best_months: tuple[int, ...]
    days_min: int
    days_max: int
    food: tuple[str, ...]
    costs: Costs
    climate: tuple[Month, ...]
    spectacles: tuple[UsualTime, ...] = ()
    climate_station: Station
    notes: tuple[str, ...] = ()
    sights: tuple[ScoredSight, ...] = ()
