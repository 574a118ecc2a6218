"""The public holidays of countries, by the `holidays` package."""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache

import holidays


def is_public_holiday(country: str, day: date) -> bool:
    """Return whether a day is a public holiday all over a country, by its ISO code.

    False where the country is not known.
    """
    return country in holidays.list_supported_countries() and day in _days_off(country, day.year)


ESTIMATED = " (estimated)"
"""What the package adds to the name of a holiday that is fixed by sight of the moon."""
RAMADAN_DAYS = 29


@cache
def first_days(country: str, year: int) -> Mapping[str, date]:
    """Return the first day of each of a country's public holidays of that year, by the English name of the package."""
    return {name: days[0] for name, days in begins(country, year).items()}


@cache
def begins(country: str, year: int) -> Mapping[str, tuple[date, ...]]:
    """Return the days of that year on which each of a country's public holidays begins.

    Those of the lunar calendar may do so twice a year.
    """
    listed = holidays.country_holidays(country, years=year, language="en_US")
    held: dict[str, list[date]] = {}
    for day, names in sorted(listed.items()):
        for name in names.split("; "):
            held.setdefault(name.removesuffix(ESTIMATED), []).append(day)
    return {name: tuple(d for d in days if d - timedelta(days=1) not in days) for name, days in held.items()}


def is_in_ramadan(day: date) -> bool:
    """Return whether a day is of the month of fasting, the 29 days before the feast that ends it, by Turkey's
    calendar.
    """
    feasts = (feast for year in (day.year, day.year + 1) for feast in begins("TR", year).get("Eid al-Fitr", ()))
    return any(0 < (feast - day).days <= RAMADAN_DAYS for feast in feasts)


@cache
def _days_off(country: str, year: int) -> frozenset[date]:
    return frozenset(holidays.country_holidays(country, years=year))
