"""The catalogue's values: frozen, without Django, the shape in which every other part reads places.

Units are part of the names: minutes, kilometres, degrees Celsius, millimetres; money is a `Decimal` in the currency
that stands beside it. Text comes in pairs, English and Simplified Chinese.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, time
from decimal import Decimal
from functools import cached_property
from typing import Literal, NamedTuple, cast, get_args

from travelagent.plans.booking import Booking
from travelagent.plans.closures import Closure
from travelagent.plans.sessions import Session
from travelagent.plans.values import SeasonPrices

Tag = Literal[
    "history", "culture", "art", "architecture", "museum", "nature", "mountain", "beach", "island", "lake", "river",
    "hiking", "wildlife", "hot_spring", "food", "nightlife", "shopping", "family", "romance", "adventure", "religion",
    "photography", "theme_park", "ancient_town", "grassland", "desert", "snow", "park", "science", "ethnic_culture",
    "village",
]  # fmt: skip
Category = Literal[
    "palace", "temple", "church", "mosque", "shrine", "monument", "museum", "gallery", "old_town", "street", "market",
    "park", "garden", "mountain", "lake", "river", "beach", "island", "waterfall", "cave", "canyon", "desert",
    "grassland", "glacier", "hot_spring", "zoo", "aquarium", "theme_park", "viewpoint", "tower", "bridge",
    "university", "castle", "fortress", "ruins", "cemetery", "square", "show", "village", "ski", "forest",
    "national_park", "neighborhood",
]  # fmt: skip
Tier = Literal["budget", "mid", "luxury"]
Indoor = Literal["none", "partly", "fully"]

TAGS: tuple[Tag, ...] = get_args(Tag)
CATEGORIES: tuple[Category, ...] = get_args(Category)
TIERS: tuple[Tier, ...] = get_args(Tier)

FULLY_INDOOR = frozenset({"museum", "gallery", "aquarium", "show", "church", "mosque"})
PARTLY_INDOOR = frozenset({"university", "tower", "palace", "temple"})
LARGE_GROUNDS = frozenset({"theme_park", "zoo", "national_park", "park", "garden"})
LARGE_VISIT_MINUTES = 120
ALWAYS_OPEN = "24/7"


def indoor_degree(category: str) -> Indoor:
    """Return how much of a visit to a sight of this category is under a roof."""
    if category in FULLY_INDOOR:
        return "fully"
    return "partly" if category in PARTLY_INDOOR else "none"


def last_entry_minutes(category: str, price: Decimal, minutes: int, hours: str) -> int:
    """Return the minutes before closing after which nobody is let in: a rule of thumb, since the rows do not state it.

    60 for palaces and for large ticketed grounds, 30 for other ticketed indoor sights, 0 for open places.
    """
    if hours == ALWAYS_OPEN:
        return 0
    large = category in LARGE_GROUNDS and minutes >= LARGE_VISIT_MINUTES and price > 0
    if category == "palace" or large:
        return 60
    return 30 if price > 0 and indoor_degree(category) != "none" else 0


@dataclass(frozen=True, slots=True)
class Tiers:
    """One amount for each tier of comfort, in the city's currency."""

    budget: Decimal
    mid: Decimal
    luxury: Decimal

    def of(self, tier: Tier) -> Decimal:
        """Return the amount of that tier."""
        return cast(Decimal, getattr(self, tier))


@dataclass(frozen=True, slots=True)
class City:
    """A curated city. Lodging is a double room a night, meals one person's day, transit one person's day."""

    id: str
    name_en: str
    name_zh: str
    aliases: tuple[str, ...]
    country: str
    region_en: str
    region_zh: str
    lat: float
    lon: float
    timezone: str
    currency: str
    tags: tuple[Tag, ...]
    best_months: tuple[int, ...]
    days_min: int
    days_max: int
    summary_en: str
    summary_zh: str
    food_en: tuple[str, ...]
    food_zh: tuple[str, ...]
    lodging: Tiers
    meals: Tiers
    transit_day: Decimal

    def daily_cost(self, tier: Tier) -> Decimal:
        """Return one person's day in the city's currency, tickets and travel to the city apart: half a double room,
        food and local transport.
        """
        return self.lodging.of(tier) / 2 + self.meals.of(tier) + self.transit_day


@dataclass(frozen=True, slots=True)
class Sight:
    """A curated sight.

    Its id is `city/slug`, its price an adult's ordinary ticket in the city's currency; `ticket` is the id of another
    sight on whose ticket one enters, empty where it has its own, `ticket_days` how many days on end a ticket is valid
    on which several are entered, 0 where it does not run out; `season_prices` are the tickets of months (1 to 12) in
    which they cost something else; `closed_on` are the days on which it is closed whatever its hours say, `sessions`
    the only times at which a visit begins, empty where one comes as one likes.
    """

    id: str
    city: str
    name_en: str
    name_zh: str
    lat: float
    lon: float
    category: Category
    tags: tuple[Tag, ...]
    minutes: int
    score: int
    hours: str
    price: Decimal
    booking: Booking
    note_en: str
    note_zh: str
    ticket: str = ""
    ticket_days: int = 0
    season_prices: SeasonPrices = ()
    closed_on: tuple[Closure, ...] = ()
    sessions: tuple[Session, ...] = ()

    @property
    def slug(self) -> str:
        """The part of the id that names the sight within its city."""
        return self.id.partition("/")[2]

    @property
    def indoor(self) -> Indoor:
        """How much of a visit is under a roof."""
        return indoor_degree(self.category)

    @property
    def last_entry_minutes(self) -> int:
        """How many minutes before closing one is let in for the last time."""
        return last_entry_minutes(self.category, self.price, self.minutes, self.hours)


class BestHours(NamedTuple):
    """The hours between which a visit to a sight is best begun; None where only the other one is known."""

    begin_from: time | None
    begin_by: time | None


@dataclass(frozen=True)
class Catalogue:
    """The curated cities and sights by id, wherever they were read from."""

    cities: Mapping[str, City]
    sights: Mapping[str, Sight]

    @cached_property
    def _by_city(self) -> Mapping[str, tuple[Sight, ...]]:
        grouped: dict[str, list[Sight]] = {city: [] for city in self.cities}
        for sight in self.sights.values():
            grouped[sight.city].append(sight)
        return {city: tuple(sights) for city, sights in grouped.items()}

    def sights_of(self, city: str) -> tuple[Sight, ...]:
        """Return the sights of one city, in the order of the catalogue. An unknown id raises `KeyError`."""
        return self._by_city[city]


class WorldCity(NamedTuple):
    """A city of over 15,000 people from GeoNames. A tuple, because 34,006 of them are read at start."""

    geoname_id: int
    name_en: str
    name_zh: str
    country: str
    admin1: str
    lat: float
    lon: float
    population: int
    timezone: str

    @property
    def id(self) -> str:
        """The id of the city: `geonames:` and its number."""
        return f"geonames:{self.geoname_id}"


@dataclass(frozen=True, slots=True)
class MonthNormals:
    """Means of 2003–2021 at one station for one month.

    `t_max` and `t_min` are the means of the daily extremes, `rain_days` the days with at least 1 mm; `sun_hours` is
    `None` where the station does not report it.
    """

    month: int
    t_mean: float
    t_max: float
    t_min: float
    precip_mm: float
    rain_days: float
    sun_hours: float | None
    years: int

    def shifted(self, degrees: float) -> "MonthNormals":
        """Return the same month with every temperature moved by so many degrees."""
        return replace(
            self,
            t_mean=round(self.t_mean + degrees, 1),
            t_max=round(self.t_max + degrees, 1),
            t_min=round(self.t_min + degrees, 1),
        )


@dataclass(frozen=True, slots=True)
class ClimateStation:
    """A weather station with its twelve months, January first."""

    wmo_id: str
    name: str
    country: str
    lat: float
    lon: float
    elevation_m: float
    months: tuple[MonthNormals, ...]


@dataclass(frozen=True, slots=True)
class CityClimate:
    """The station that stands for a city, how far from its centre it is, and by how many degrees the station's
    temperatures are moved to the city's height."""

    station: ClimateStation
    distance_km: float
    shift_c: float

    @property
    def months(self) -> tuple[MonthNormals, ...]:
        """The twelve months at the city's height."""
        return tuple(month.shifted(self.shift_c) for month in self.station.months)


@dataclass(frozen=True, slots=True)
class RateRow:
    """Units of `currency` for one US dollar, as its source published or estimated it."""

    currency: str
    per_usd: Decimal
    as_of: date | None
    source: Literal["ecb", "supplement"]
    note: str

    @property
    def approximate(self) -> bool:
        """Whether the rate is an estimate."""
        return self.source == "supplement"


@dataclass(frozen=True, slots=True)
class HeritageSite:
    """A World Heritage site of the list of 2023."""

    id_no: str
    name_en: str
    name_zh: str
    category: str
    year: int
    in_danger: bool
    lat: float
    lon: float
    criteria: str
    countries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScenicArea:
    """One of China's 5A scenic areas, as rated by 2020."""

    province: str
    city: str
    name_zh: str
    year_rated: int
    lat: float
    lon: float


@dataclass(frozen=True, slots=True)
class PerDiem:
    """The US government's ceiling for a place and season, in USD: an upper cross-check, not a traveller's average."""

    country: str
    location: str
    season_start: date
    season_end: date
    lodging: Decimal
    meals: Decimal
