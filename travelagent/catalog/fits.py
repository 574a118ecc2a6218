"""How well a city serves a wish that no tag names: the weather, a low price, hot food.

Every fit is between 0, not at all, and 1.
"""

from typing import Literal

from travelagent.catalog import source
from travelagent.catalog.values import City, MonthNormals
from travelagent.plans.values import LocalizedText

Weather = Literal["sunny", "warm", "cool", "mild"]
"""`mild`: not too cold."""
CHEAP_USD, DEAR_USD = 50, 190
"""One person's day of the middle tier: nine tenths of the cities cost more than the one, and less than the other."""
HOT_DISHES = 2
"""So many hot dishes make a kitchen that is known for them."""


def weather_fit(weather: Weather, climate: MonthNormals) -> float:
    """Return how well a month's climate serves the requested weather, 0 to 1."""
    match weather:
        case "warm":
            return _between(climate.t_max, 12, 22)
        case "cool":
            return _between(-climate.t_max, -32, -22)
        case "mild":
            return _between(climate.t_mean, -15, 0)
        case "sunny":
            return _between(sun_a_day(climate) or 8 - climate.rain_days / 2, 2, 8)


def sun_a_day(climate: MonthNormals) -> float | None:
    """Return the hours of sun a day, None where the station does not report them."""
    return None if climate.sun_hours is None else climate.sun_hours / 30.4


def price_fit(day_usd: float) -> float:
    """Return how little a day costs: 1 where it is among the tenth of the cities that cost least, 0 among that which
    costs most.
    """
    return _between(-day_usd, -DEAR_USD, -CHEAP_USD)


def _between(figure: float, worst: float, best: float) -> float:
    return min(1.0, max(0.0, (figure - worst) / (best - worst)))


def hot_dishes(city: City) -> tuple[LocalizedText, ...]:
    """Return the dishes of a city's kitchen that are usually hot."""
    made_with = source.dishes()
    named = zip(city.food_en, city.food_zh, strict=True)
    return tuple(LocalizedText(en, zh) for en, zh in named if "spice" in made_with.get(en, ()))


def spice_fit(city: City) -> float:
    """Return the share of hot dishes among those that a city is known for."""
    hot = len(hot_dishes(city))
    return hot / len(city.food_en) if hot >= HOT_DISHES else 0.0
