"""The weather forecast for the days that a question is about."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from travelagent.assistant.asks.values import TripContext
from travelagent.assistant.asks.wording import day_label, in_locale, length_of_time, say, short_date
from travelagent.catalog.weather import SKIES, DayWeather


def forecast_days(trip: TripContext, city: str, dates: Iterable[date]) -> tuple[DayWeather, ...]:
    """Return the forecast of those of the dates that it reaches; empty without one."""
    found = trip.forecasts.get(city)
    return tuple(found.days[on] for on in dates if on in found.days) if found else ()


def forecast_texts(trip: TripContext, city: str, name: str, days: Sequence[DayWeather]) -> list[str]:
    """Return a sentence for each day and, behind the first, one with the forecast's source and age."""
    if not days:
        return []
    found = trip.forecasts[city]
    first, *others = [_day_text(trip, city, name, day) for day in days]
    age = length_of_time(trip, max(1, found.age_minutes))
    return [first, say(trip, "forecast.age", source=found.source, age=age), *others]


def forecast_facts(trip: TripContext, city: str, days: Sequence[DayWeather]) -> dict[str, Any]:
    """Return the figures behind these sentences."""
    return {
        "city": city,
        "source": trip.forecasts[city].source.en,
        "age_minutes": trip.forecasts[city].age_minutes,
        "days": [
            {
                "date": day.date,
                "t_min": day.t_min,
                "t_max": day.t_max,
                "rain_percent": day.rain_percent,
                "rain_mm": day.rain_mm,
                "sky": day.sky,
                "wet": day.is_wet,
            }
            for day in days
        ],
    }


def offer_indoors(trip: TripContext, city: str, days: Sequence[DayWeather]) -> list[str]:
    """Return the offer to keep the first wet day of the plan indoors; empty where none is wet."""
    wet = {day.date for day in days if day.is_wet}
    planned = trip.route.days if trip.route else ()
    number = next((day.day for day in planned if day.city == city and day.date in wet), None)
    return [] if number is None else [say(trip, "forecast.offer", day=number)]


def _day_text(trip: TripContext, city: str, name: str, day: DayWeather) -> str:
    planned = trip.route.days if trip.route else ()
    number = next((each.day for each in planned if each.city == city and each.date == day.date), None)
    label = short_date(trip, day.date) if number is None else day_label(trip, number, day.date)
    parts = [
        in_locale(trip, SKIES[day.sky]) if day.sky else "",
        say(trip, "forecast.temperatures", low=round(day.t_min), high=round(day.t_max)),
        "" if day.rain_percent is None else say(trip, "forecast.rain", percent=day.rain_percent),
    ]
    words = say(trip, "forecast.comma").join(filter(None, parts))
    return say(trip, "forecast.day", city=name, day=label, words=words)
