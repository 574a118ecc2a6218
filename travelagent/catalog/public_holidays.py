"""The public holidays of countries, by the `holidays` package."""

from datetime import date
from functools import cache

import holidays


def is_public_holiday(country: str, day: date) -> bool:
    """Whether a day is a public holiday all over a country, by its ISO code; no where the country is not known."""
    return country in holidays.list_supported_countries() and day in _days_off(country, day.year)


@cache
def _days_off(country: str, year: int) -> frozenset[date]:
    return frozenset(holidays.country_holidays(country, years=year))
