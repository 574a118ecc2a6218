"""The forecasts that questions about the weather are answered from."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.utils import timezone

from agent_core.events import Source
from travelagent.assistant.asks.values import CityForecast
from travelagent.catalog import source
from travelagent.providers.answers import Answer
from travelagent.providers.services import OPEN_METEO
from travelagent.providers.weather import city_forecast, forecast_days

MOST_CITIES = 6
"""Of so many cities at most a forecast is looked up for one question."""


def kept_forecasts(places: Iterable[str]) -> Mapping[str, CityForecast]:
    """Return the forecasts that are kept for the cities among these ids, and for the cities of the sights among them.

    Nobody waits: where none is kept, it is fetched for the next question.
    """
    cities = [city for city in dict.fromkeys(id.partition("/")[0] for id in places) if city in source.cities()]
    found = {city: city_forecast(city) for city in cities[:MOST_CITIES]}
    return {
        city: CityForecast(forecast_days(answer), answer.source, int(answer.age().total_seconds()) // 60)
        for city, answer in found.items()
        if isinstance(answer, Answer)
    }


def forecast_source(forecasts: Mapping[str, CityForecast], locale: str) -> tuple[Source, ...]:
    """Return whom these forecasts are owed to, with the day on which the oldest was fetched; empty without one."""
    if not forecasts:
        return ()
    oldest = timedelta(minutes=max(found.age_minutes for found in forecasts.values()))
    fetched_on = timezone.localdate(timezone.now() - oldest).isoformat()
    if locale == "zh":
        return (Source(f"{OPEN_METEO.source.zh}：天气预报", OPEN_METEO.source_url, OPEN_METEO.licence.zh, fetched_on),)
    return (
        Source(f"{OPEN_METEO.source.en}: weather forecast", OPEN_METEO.source_url, OPEN_METEO.licence.en, fetched_on),
    )
