"""The weather of a day: as forecast, or as is usual for its month. Imports no Django."""

from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal, TypeAlias

from travelagent.catalog.climate import climate_of
from travelagent.plans.values import LocalizedText

Basis: TypeAlias = Literal["forecast", "climate"]
Sky: TypeAlias = Literal[
    "clear", "cloudy", "overcast", "fog", "drizzle", "rain", "heavy_rain", "snow", "thunderstorm"
]  # fmt: skip
SKIES: Final[Mapping[Sky, LocalizedText]] = {
    "clear": LocalizedText("sunny", "晴"),
    "cloudy": LocalizedText("partly cloudy", "多云"),
    "overcast": LocalizedText("overcast", "阴"),
    "fog": LocalizedText("fog", "雾"),
    "drizzle": LocalizedText("drizzle", "毛毛雨"),
    "rain": LocalizedText("rain", "有雨"),
    "heavy_rain": LocalizedText("heavy rain", "大雨"),
    "snow": LocalizedText("snow", "有雪"),
    "thunderstorm": LocalizedText("thunderstorms", "雷雨"),
}
_WMO: Final[Mapping[Sky, tuple[int, ...]]] = {
    "clear": (0, 1),
    "cloudy": (2,),
    "overcast": (3,),
    "fog": (45, 48),
    "drizzle": (51, 53, 55, 56, 57),
    "rain": (61, 63, 66, 80, 81),
    "heavy_rain": (65, 67, 82),
    "snow": (71, 73, 75, 77, 85, 86),
    "thunderstorm": (95, 96, 99),
}
"""The codes of the WMO's table 4677 that forecasts use."""
_SKY_OF: Final[Mapping[int, Sky]] = {code: sky for sky, codes in _WMO.items() for code in codes}

RAIN_PERCENT: Final = 60
RAIN_MM: Final = 1.0
RAIN_MM_ALONE: Final = 3.0
"""A forecast day is wet from this chance of rain on, if it brings at least so many millimetres; where the chance is not
known, from RAIN_MM_ALONE on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DayWeather:
    """A day's lowest and highest temperature in °C, its chance of rain in per cent and its millimetres of rain.

    Of the climate they are the means of the month, the chance is the share of its days with 1 mm or more, and there is
    no sky. `sky` and `rain_percent` are None where they are not known.
    """

    date: date
    basis: Basis
    t_min: float
    t_max: float
    rain_percent: int | None = None
    rain_mm: float | None = None
    sky: Sky | None = None

    @property
    def is_wet(self) -> bool:
        """Whether rain or snow is forecast, so that the day is better spent indoors.

        Never true of a climate, which knows no days.
        """
        if self.basis == "climate" or self.rain_mm is None:
            return False
        if self.rain_percent is None:
            return self.rain_mm >= RAIN_MM_ALONE
        return self.rain_percent >= RAIN_PERCENT and self.rain_mm >= RAIN_MM


def sky_of(code: int) -> Sky | None:
    """Return the sky of a WMO weather code (0 to 99), None for one that no forecast uses."""
    return _SKY_OF.get(code)


def usual_weather(city: str, on: date) -> DayWeather:
    """Return the climate of a date's month in a city of the catalogue. Raises KeyError for another."""
    month = climate_of(city).months[on.month - 1]
    days = monthrange(on.year, on.month)[1]
    return DayWeather(
        date=on,
        basis="climate",
        t_min=month.t_min,
        t_max=month.t_max,
        rain_percent=min(100, round(100 * month.rain_days / days)),
    )
