"""The weather of a trip's days: the forecast where it reaches them, after that the climate."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from travelagent.catalog import source
from travelagent.catalog.weather import DayWeather, sky_of, usual_weather
from travelagent.providers.access import Result, forecast
from travelagent.providers.answers import Answer
from travelagent.providers.failures import TooSlow
from travelagent.providers.open_meteo import DayForecast, Forecast


@dataclass(frozen=True, slots=True)
class CityWeather:
    """The weather of a city's days, in their order.

    `forecast`: the answer that the forecast days are from, None where there is none of them; `is_pending`: the forecast
    is being fetched, and may be there when it is asked for again.
    """

    days: tuple[DayWeather, ...]
    forecast: Answer[Forecast] | None
    is_pending: bool


def city_weather(city: str, first: date, count: int) -> CityWeather:
    """Return the weather of `count` days in a city of the catalogue, from what is kept: nobody waits for the service.

    Raises KeyError for an unknown city.
    """
    found = city_forecast(city)
    known = forecast_days(found)
    dates = [first + timedelta(days=n) for n in range(count)]
    days = tuple(known.get(on) or usual_weather(city, on) for on in dates)
    is_used = isinstance(found, Answer) and any(day.basis == "forecast" for day in days)
    return CityWeather(days, found if is_used and isinstance(found, Answer) else None, isinstance(found, TooSlow))


def city_forecast(city: str) -> Result[Forecast]:
    """Return the forecast that is kept for a city of the catalogue, and have a newer one fetched where it has expired.

    Raises KeyError for an unknown city.
    """
    place = source.cities()[city]
    return forecast(place.lat, place.lon, place.timezone, wait=False)


def forecast_days(found: Result[Forecast]) -> Mapping[date, DayWeather]:
    """Return the days of a forecast by their dates; none where there is no forecast."""
    return {day.date: _of_day(day) for day in found.value.days} if isinstance(found, Answer) else {}


def _of_day(day: DayForecast) -> DayWeather:
    return DayWeather(
        date=day.date,
        basis="forecast",
        t_min=day.t_min,
        t_max=day.t_max,
        rain_percent=day.precip_probability,
        rain_mm=day.precip_mm,
        sky=sky_of(day.weather_code),
    )
