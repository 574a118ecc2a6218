"""The day on which a trip begins, from what was said of the time."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from travelagent.assistant.offline.values import DEFAULT_DAYS, Entities, MonthPart, Season, Understood
from travelagent.catalog.labels import SEASON_MONTHS
from travelagent.catalog.spectacles import Spectacle, usual_days

TUESDAY, SATURDAY = 1, 5
NOTICE = 2
"""So many days ahead begins the first trip whose last day is a mere day of the week."""
EARLIEST: Final[Mapping[MonthPart | None, int]] = {None: 8, "beginning": 1, "middle": 11, "end": 21}
"""The day of a month from which a trip begins: off the month's usual holidays, or in the part that was said."""


def first_day(understood: Understood, today: date) -> date | None:
    """The first day of a trip: the one that was said, else one in the weeks of what it is to see, or in the month or
    the season that was said; of a weekend's trip a Saturday; None where nothing was said of the time."""
    weekend = understood.weekend
    begins_on = first_weekday(weekend=weekend, said=understood.begins_on)
    first = day_said(understood.entities, today, begins_on, understood.month_part, understood.spectacle)
    if first is None and weekend:
        return today + timedelta(days=(SATURDAY - today.weekday()) % 7 or 7)
    return first


def first_weekday(*, weekend: bool, said: int | None) -> int | None:
    """The day of the week on which a trip begins: the one that was said, of a weekend's trip a Saturday."""
    return SATURDAY if weekend and said is None else said


def day_said(
    said: Entities, today: date, begins_on: int | None, part: MonthPart | None, spectacle: Spectacle | None
) -> date | None:
    """The first day of a trip whose date, month (and part of it), spectacle or season was said, on that day of the week
    where one is wished; None without."""
    weekday = TUESDAY if begins_on is None else begins_on
    if said.start_date:
        return said.start_date
    if spectacle and part is None and (shown := _day_to_see(spectacle, said, today, weekday)):
        return shown
    if not (said.month or said.season):
        return None
    if said.month:
        return _day_in_month(said.month, today, weekday, EARLIEST[part])
    assert said.season is not None
    return _day_in_season(said.season, today, weekday)


def dated(said: Entities, today: date, *, weekday: bool) -> Entities:
    """The slots with the first day that a last one leaves, where that alone was said; of a mere `weekday` it is the
    next one for which there is still time to set out."""
    if said.end_date is None or said.start_date is not None:
        return said
    first = said.end_date - timedelta(days=(said.days or DEFAULT_DAYS) - 1)
    end = said.end_date
    if weekday and (late := today + timedelta(days=NOTICE) - first) > timedelta(0):
        weeks = timedelta(weeks=-(-late.days // 7))
        first, end = first + weeks, end + weeks
    return replace(said, start_date=first, end_date=end) if first >= today else said


def _day_to_see(spectacle: Spectacle, said: Entities, today: date, weekday: int) -> date | None:
    """The first day of a trip that has the middle of the next time in which its first city that shows a spectacle is at
    its best, in the month that was said; None where that is not known, or of another month."""
    usual = next((days for city in said.cities if (days := usual_days(city, spectacle))), None)
    if usual is None:
        return None
    stay = timedelta(days=(said.days or DEFAULT_DAYS) - 1)
    for first, last in (usual.in_year(today.year + ahead) for ahead in range(2)):
        starts = [first + timedelta(days=n) for n in range(max((last - stay - first).days, 0) + 1)]
        fit = [day for day in starts if day > today and said.month in (None, day.month)]
        middle = first + (last - stay - first) / 2
        if fit:
            return min(fit, key=lambda day: (day.weekday() != weekday, abs(day - middle)))
    return None


def _day_in_month(month: int, today: date, weekday: int, earliest: int = EARLIEST[None]) -> date:
    """The first such weekday (Monday 0) from the `earliest` day on of the next such month."""
    year = today.year + (month < today.month or (month == today.month and today.day > earliest))
    start = date(year, month, earliest)
    return start + timedelta(days=(weekday - start.weekday()) % 7)


def _day_in_season(season: Season, today: date, weekday: int) -> date:
    """A day in the middle of the next such season; in the season itself, the next of its months that can be had."""
    months = SEASON_MONTHS[season]
    days = [_day_in_month(month, today, weekday) for month in months]
    return min(days) if today.month in months else days[1]
