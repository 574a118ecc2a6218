"""The day on which a trip begins, from what was stated of its time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from travelagent.briefs.values import Dates, MonthPart, Season
from travelagent.catalog.labels import SEASON_MONTHS
from travelagent.catalog.spectacles import Spectacle, usual_days
from travelagent.planning.frame import assumed_start

TUESDAY, SATURDAY = 1, 5
EARLIEST: Final[Mapping[MonthPart | None, int]] = {None: 8, "beginning": 1, "middle": 11, "end": 21}
"""The day of a month from which a trip begins: off the month's usual holidays, or in the stated part."""


def first_day(dates: Dates, cities: Sequence[str], days: int, today: date) -> date | None:
    """Return the first day of a trip of so many days to these cities.

    The one that was stated, or that a last day leaves; else one in the weeks of what it is to see, or in the month or
    the season that was stated; of a weekend's trip a Saturday; in some weeks on the day of the week that was stated.
    None where nothing was stated of the time.
    """
    if dates.start is not None:
        return dates.start
    if dates.end is not None:
        return dates.end - timedelta(days=days - 1)
    weekday = first_weekday(dates)
    if dates.spectacle and dates.part is None:
        shown = _day_to_see(dates.spectacle, cities, dates.month, days, today, weekday)
        if shown is not None:
            return shown
    if dates.month:
        return day_in_month(dates.month, today, weekday, EARLIEST[dates.part])
    if dates.season:
        return _day_in_season(dates.season, today, weekday)
    if dates.weekend:
        return today + timedelta(days=(SATURDAY - today.weekday()) % 7 or 7)
    if dates.weekday is not None:
        return assumed_start(today, dates.weekday)
    return None


def first_weekday(dates: Dates) -> int:
    """Return the day of the week (Monday 0) on which a trip begins: the one that was stated, of a weekend's trip a
    Saturday, else a Tuesday, which meets fewest closures.
    """
    if dates.weekday is not None:
        return dates.weekday
    return SATURDAY if dates.weekend else TUESDAY


def _day_to_see(
    spectacle: Spectacle, cities: Sequence[str], month: int | None, days: int, today: date, weekday: int
) -> date | None:
    """Return the first day of a trip that has the middle of the next season in which its first city that shows a
    spectacle is at its best, in the month that was stated; None where that is not known, or of another month.
    """
    usual = next((found for city in cities if (found := usual_days(city, spectacle))), None)
    if usual is None:
        return None
    stay = timedelta(days=days - 1)
    for first, last in (usual.in_year(today.year + ahead) for ahead in range(2)):
        starts = [first + timedelta(days=n) for n in range(max((last - stay - first).days, 0) + 1)]
        fit = [day for day in starts if day > today and month in (None, day.month)]
        middle = first + (last - stay - first) / 2
        if fit:
            return min(fit, key=lambda day: (day.weekday() != weekday, abs(day - middle)))
    return None


def day_in_month(month: int, today: date, weekday: int, earliest: int = EARLIEST[None]) -> date:
    """Return the first such weekday (Monday 0) from the `earliest` day on of the next such month."""
    year = today.year + (month < today.month or (month == today.month and today.day > earliest))
    start = date(year, month, earliest)
    return start + timedelta(days=(weekday - start.weekday()) % 7)


def _day_in_season(season: Season, today: date, weekday: int) -> date:
    """A day in the middle of the next such season; in the season itself, the next of its months that can be had."""
    months = SEASON_MONTHS[season]
    days = [day_in_month(month, today, weekday) for month in months]
    return min(days) if today.month in months else days[1]
