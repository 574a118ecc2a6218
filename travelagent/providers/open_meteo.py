"""The weather of the next days at a point, from Open-Meteo's forecast API."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from pydantic import TypeAdapter

from travelagent.providers.calls import UnusableAnswer, call, json_object
from travelagent.providers.services import OPEN_METEO

DAYS = 16
UNITS: Mapping[str, frozenset[str]] = {
    "time": frozenset({"iso8601"}),
    "weather_code": frozenset({"wmo code"}),
    "temperature_2m_max": frozenset({"°C"}),
    "temperature_2m_min": frozenset({"°C"}),
    "precipitation_sum": frozenset({"mm"}),
    "precipitation_probability_max": frozenset({"%"}),
    "wind_speed_10m_max": frozenset({"km/h"}),
    "sunrise": frozenset({"iso8601"}),
    "sunset": frozenset({"iso8601"}),
}
"""What is asked for, and the units that it must come in."""
BOUNDS: Mapping[str, tuple[float, float]] = {
    "weather_code": (0, 99),
    "temperature_2m_max": (-90, 65),
    "temperature_2m_min": (-95, 60),
    "precipitation_sum": (0, 2_000),
    "precipitation_probability_max": (0, 100),
    "wind_speed_10m_max": (0, 500),
}
GRID_DEGREES = 0.5
"""So far the grid's point may lie from the one asked for."""


@dataclass(frozen=True, slots=True)
class DayForecast:
    """One day: WMO weather code, °C, mm, % (None where unknown), km/h, sunrise and sunset by the place's clock (None
    where the sun does neither)."""

    date: date
    weather_code: int
    t_max: float
    t_min: float
    precip_mm: float
    precip_probability: int | None
    wind_kmh: float
    sunrise: time | None
    sunset: time | None


@dataclass(frozen=True, slots=True)
class Forecast:
    """The days from today on, at most DAYS, in order and without a gap.

    `timezone` is the place's IANA name, `elevation_m` the height of the ground there in metres.
    """

    lat: float
    lon: float
    timezone: str
    elevation_m: float
    days: tuple[DayForecast, ...]


FORECAST = TypeAdapter(Forecast)


class OpenMeteo:
    """https://open-meteo.com/en/docs: daily values."""

    def forecast(self, lat: float, lon: float, timezone: str) -> Forecast:
        """Return the forecast at a point in degrees; without a zone, in the one that the point lies in.

        Raises ProviderError.
        """
        params = {
            "latitude": f"{lat:.2f}",
            "longitude": f"{lon:.2f}",
            "daily": ",".join(name for name in UNITS if name != "time"),
            "timezone": timezone or "auto",
            "forecast_days": str(DAYS),
            "temperature_unit": "celsius",
            "wind_speed_unit": "kmh",
            "precipitation_unit": "mm",
            "timeformat": "iso8601",
        }
        return call(OPEN_METEO, "/v1/forecast", lambda body: _forecast(json_object(body), lat, lon, timezone), params)


def _forecast(answer: Mapping[str, Any], lat: float, lon: float, zone: str) -> Forecast:
    for name, units in UNITS.items():
        if answer["daily_units"][name] not in units:
            raise UnusableAnswer(f"{name} in {str(answer['daily_units'][name])[:20]}")
    zone = zone or str(answer["timezone"])
    if answer["utc_offset_seconds"] not in _offsets(zone):
        raise UnusableAnswer("another time zone than asked for")
    across = abs(float(answer["longitude"]) - lon) % 360
    if abs(float(answer["latitude"]) - lat) > GRID_DEGREES or min(across, 360 - across) > GRID_DEGREES:
        raise UnusableAnswer("another place than asked for")
    daily: Mapping[str, Sequence[Any]] = answer["daily"]
    dates = [date.fromisoformat(day) for day in daily["time"]]
    if not dates or len(dates) > DAYS or any(len(daily[name]) != len(dates) for name in UNITS):
        raise UnusableAnswer("series of different lengths")
    if abs(dates[0] - timezone.now().date()) > timedelta(days=1):
        raise UnusableAnswer("the forecast does not begin today")
    if any(later - earlier != timedelta(days=1) for earlier, later in pairwise(dates)):
        raise UnusableAnswer("days are missing")
    days = []
    for index, day in enumerate(dates):
        values = {name: _within(name, daily[name][index]) for name in BOUNDS}
        if any(value is None for name, value in values.items() if name != "precipitation_probability_max"):
            break  # the last days of the range are not computed yet
        days.append(_day(day, values, daily["sunrise"][index], daily["sunset"][index]))
    if not days:
        raise UnusableAnswer("no day with values")
    elevation = float(answer["elevation"])
    if not -500 <= elevation <= 9_000:
        raise UnusableAnswer(f"a height of {elevation} m")
    return Forecast(lat, lon, zone, elevation, tuple(days))


def _offsets(zone: str) -> set[float]:
    """The seconds from UTC that a zone has about now: a zone may be answered under another of its names."""
    near = (timezone.now() + timedelta(days=days) for days in (-1, 0, 1))
    return {(at.astimezone(ZoneInfo(zone)).utcoffset() or timedelta()).total_seconds() for at in near}


def _day(day: date, values: Mapping[str, float | None], sunrise: str | None, sunset: str | None) -> DayForecast:
    known = {name: value for name, value in values.items() if value is not None}
    probability = known.get("precipitation_probability_max")
    if known["temperature_2m_max"] < known["temperature_2m_min"]:
        raise UnusableAnswer("the highest temperature is below the lowest")
    return DayForecast(
        date=day,
        weather_code=int(known["weather_code"]),
        t_max=known["temperature_2m_max"],
        t_min=known["temperature_2m_min"],
        precip_mm=known["precipitation_sum"],
        precip_probability=None if probability is None else round(probability),
        wind_kmh=known["wind_speed_10m_max"],
        sunrise=_clock(day, sunrise),
        sunset=_clock(day, sunset),
    )


def _within(name: str, value: Any) -> float | None:
    """A figure that is possible. Raises UnusableAnswer or TypeError."""
    if value is None:
        return None
    if not isinstance(value, int | Decimal) or isinstance(value, bool):
        raise TypeError(f"{name} is no number")
    low, high = BOUNDS[name]
    if not low <= value <= high:
        raise UnusableAnswer(f"{name} of {value}")
    return float(value)


def _clock(day: date, text: str | None) -> time | None:
    """The time of day; None where the sun does not cross the horizon on that day."""
    if not text:
        return None
    at = datetime.fromisoformat(text)
    return at.time() if at.date() == day else None
