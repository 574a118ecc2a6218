"""The public holidays of countries, by the `holidays` package."""

from collections.abc import Mapping
from datetime import date
from functools import cache

import holidays


def is_public_holiday(country: str, day: date) -> bool:
    """Whether a day is a public holiday all over a country, by its ISO code; no where the country is not known."""
    return country in holidays.list_supported_countries() and day in _days_off(country, day.year)


@cache
def first_days(country: str, year: int) -> Mapping[str, date]:
    """The first day of each of a country's public holidays of that year, by the English name of the package."""
    listed = holidays.country_holidays(country, years=year, language="en_US")
    days: dict[str, date] = {}
    for day, names in sorted(listed.items()):
        for name in names.split("; "):
            days.setdefault(name, day)
    return days


@cache
def _days_off(country: str, year: int) -> frozenset[date]:
    return frozenset(holidays.country_holidays(country, years=year))
