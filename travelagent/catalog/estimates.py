"""What a place costs and when it is at its best, estimated from the packaged cities around it and from its climate.

Costs are the medians of the nearest packaged cities of the country. A country without any takes those of the nearest
ones elsewhere, moved by the ratio of the two countries' official per diems, and converted. Imports no Django.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from statistics import median

from babel import Locale
from babel.numbers import get_territory_currencies

from travelagent.catalog import source
from travelagent.catalog.climate import LOWLAND_METRES, elevation_of, nearest_climate
from travelagent.catalog.money import packaged_rates
from travelagent.catalog.names import country_name
from travelagent.catalog.open_data import per_diems, world_cities
from travelagent.catalog.values import Category, City, CityClimate, MonthNormals, Tiers, WorldCity

NEAREST = 3
TICKETS_FROM = 12
"""So many of the nearest packaged cities tell what a kind of ticket costs."""
FEW_TICKETS = 4
"""With fewer of its kind in the country, those of the nearest cities abroad count as well."""
FAMOUS = 9
"""From this score on a sight's ticket is no usual one."""
STATION_KM, CITY_KM = 30.0, 80.0
"""So near a weather station or a packaged city stands about as high as a place whose height is not tagged."""
REGION_KM = 50.0
SAME_TOWN_KM = 15.0
RATIOS = (0.5, 2.0)
"""Between these lies what the per diems of two countries may make of a cost."""
BEST_MONTHS = (3, 6)
"""At least and at most so many months are called the best."""
MILD_C = (16.0, 28.0)
"""Mean daily maxima that are comfortable."""
SIGNIFICANT = 2
"""Figures of an estimate that are not zeros."""


@dataclass(frozen=True, slots=True)
class CityEstimates:
    """What is not known of a place but can be estimated; money in `currency`."""

    country: str
    region_en: str
    region_zh: str
    timezone: str
    currency: str
    lodging: Tiers
    meals: Tiers
    transit_day: Decimal
    best_months: tuple[int, ...]
    elevation_m: int
    name_zh: str


def estimate_city(
    name_en: str, lat: float, lon: float, country: str = "", elevation_m: int | None = None
) -> CityEstimates:
    """Return the estimates for a place of this English name at a point in degrees.

    `country` (ISO) and `elevation_m`: where they are known. `name_zh` is GeoNames' name of the town, empty where it has
    none.
    """
    town = _town_near(lat, lon, country)
    country = country or town.country
    near, ratio = _comparable(lat, lon, country)
    currency = _currency(country, near)
    rates = packaged_rates()

    def cost(of: Callable[[City], Decimal]) -> Decimal:
        amounts = [rates.convert(of(city), city.currency, currency).amount for city in near]
        return _rounded(median(amounts) * ratio)

    climate = nearest_climate(lat, lon, elevation_m)
    region = next((city for city in near if city.country == country and _km(city, lat, lon) <= REGION_KM), None)
    english, chinese = (region.region_en, region.region_zh) if region else country_name(country)
    is_town = source.distance_km(lat, lon, town.lat, town.lon) <= SAME_TOWN_KM and town.name_en == name_en
    return CityEstimates(
        country=country,
        region_en=english,
        region_zh=chinese,
        timezone=town.timezone,
        currency=currency,
        lodging=Tiers(
            cost(lambda city: city.lodging.budget),
            cost(lambda city: city.lodging.mid),
            cost(lambda city: city.lodging.luxury),
        ),
        meals=Tiers(
            cost(lambda city: city.meals.budget),
            cost(lambda city: city.meals.mid),
            cost(lambda city: city.meals.luxury),
        ),
        transit_day=cost(lambda city: city.transit_day),
        best_months=best_months(climate.months),
        elevation_m=_height(lat, lon, climate) if elevation_m is None else elevation_m,
        name_zh=town.name_zh if is_town else "",
    )


def ticket_estimates(lat: float, lon: float, country: str, currency: str) -> Callable[[Category], Decimal]:
    """Return a function that estimates the ticket to a category around a point, in this currency.

    The estimate is the median of the packaged sights of that category in the nearest cities, the world-famous ones
    aside, else 0.
    """
    rates = packaged_rates()
    near, ratio = _comparable(lat, lon, country, TICKETS_FROM)
    around = _nearest(lat, lon)[:TICKETS_FROM]

    def prices(cities: Sequence[City], category: Category, factor: Decimal) -> list[Decimal]:
        usual = ((city, sight) for city in cities for sight in source.sights_of(city.id) if sight.score < FAMOUS)
        found = [(city, sight) for city, sight in usual if sight.category == category]
        return [rates.convert(sight.price, city.currency, currency).amount * factor for city, sight in found]

    @cache
    def ticket(category: Category) -> Decimal:
        found = prices(near, category, ratio)
        if len(found) < FEW_TICKETS:
            found += prices([city for city in around if city not in near], category, Decimal(1))
        return _rounded(median(found or [Decimal(0)]))

    return ticket


def best_months(months: Sequence[MonthNormals]) -> tuple[int, ...]:
    """Return the months of the best weather, 1 to 12: near a mild day's warmth and with few days of rain."""

    def badness(month: MonthNormals) -> float:
        low, high = MILD_C
        return max(low - month.t_max, month.t_max - high, 0.0) + max(0.0, month.rain_days - 8) / 2

    ranked = sorted(months, key=badness)
    least, most = BEST_MONTHS
    good = [month for month in ranked if badness(month) <= badness(ranked[least - 1]) + 1.0][:most]
    return tuple(sorted(month.month for month in good))


def _comparable(lat: float, lon: float, country: str, count: int = NEAREST) -> tuple[list[City], Decimal]:
    """The packaged cities whose costs tell those of a point, nearest first, and by what theirs are multiplied."""
    ranked = _nearest(lat, lon)
    at_home = [city for city in ranked if city.country == country]
    if at_home:
        return at_home[:count], Decimal(1)
    near = ranked[:count]
    own, theirs = _per_diem(country), [amount for city in near if (amount := _per_diem(city.country))]
    if own is None or not theirs:
        return near, Decimal(1)
    ratio = min(max(own / float(median(theirs)), RATIOS[0]), RATIOS[1])
    return near, Decimal(str(round(ratio, 2)))


def _nearest(lat: float, lon: float) -> list[City]:
    packaged = (source.cities()[id] for id in source.packaged_ids())
    return sorted(packaged, key=lambda city: _km(city, lat, lon))


def _height(lat: float, lon: float, climate: CityClimate) -> int:
    """The height in metres of a place whose own is not known."""
    if climate.distance_km <= STATION_KM:
        return round(climate.station.elevation_m)
    nearest = _nearest(lat, lon)[0]
    return elevation_of(nearest.id) if _km(nearest, lat, lon) <= CITY_KM else LOWLAND_METRES


def _per_diem(country: str) -> float | None:
    return _per_diems().get(country)


@cache
def _per_diems() -> dict[str, float]:
    """The median ceiling of lodging and meals by country, USD a day."""
    codes = {name.casefold(): code for code, name in Locale("en").territories.items() if len(code) == 2}
    amounts: dict[str, list[float]] = {}
    for row in per_diems():
        if code := codes.get(row.country.casefold()):
            amounts.setdefault(code, []).append(float(row.lodging + row.meals))
    return {code: float(median(found)) for code, found in amounts.items()}


def _currency(country: str, near: Sequence[City]) -> str:
    """The country's currency where its rate is known, else that of the nearest cities."""
    own = next((city.currency for city in near if city.country == country), None)
    known = (code for code in get_territory_currencies(country) if code in packaged_rates())
    return own or next(known, near[0].currency)


def _town_near(lat: float, lon: float, country: str) -> WorldCity:
    """The nearest city of GeoNames, in that country where it is given."""
    towns = [town for town in world_cities() if not country or town.country == country] or list(world_cities())
    return min(towns, key=lambda town: source.distance_km(lat, lon, town.lat, town.lon))


def _km(city: City, lat: float, lon: float) -> float:
    return source.distance_km(lat, lon, city.lat, city.lon)


def _rounded(amount: Decimal) -> Decimal:
    """An estimate to two figures, and to whole units from ten on."""
    if amount == 0:
        return Decimal(0)
    digits = SIGNIFICANT - 1 - amount.adjusted()
    return round(amount, min(digits, 2)) if digits > 0 else round(amount / 10**-digits) * Decimal(10) ** -digits
