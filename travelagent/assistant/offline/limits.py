"""What a said budget means in numbers, and the assumptions that fill what was not said."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Final

from babel.numbers import get_territory_currencies

from travelagent.assistant.offline.reading.places import country_of
from travelagent.assistant.offline.values import Entities, MonthPart, Pace, Season, Understood
from travelagent.catalog.labels import SEASON_MONTHS
from travelagent.catalog.money import packaged_rates

DEFAULT_DAYS = 3
GROUP = 2
"""So many people are taken for several."""
GENTLY = frozenset({"wheelchair", "walking", "altitude"})
"""The needs of those who see less in a day."""
TUESDAY, SATURDAY = 1, 5
NOTICE = 2
"""So many days ahead begins the first trip whose last day is a mere day of the week."""
EARLIEST: Final[Mapping[MonthPart | None, int]] = {None: 8, "beginning": 1, "middle": 11, "end": 21}
"""The day of a month from which a trip begins: off the month's usual holidays, or in the part that was said."""


def people(understood: Understood) -> int:
    """How many travel; two of a group that was not counted, one when nobody was named."""
    said = understood.entities.travellers
    return said.count if said else GROUP if understood.group else 1


def interests_of(understood: Understood) -> tuple[str, ...]:
    """What the trip is for: what was said and, with children, what suits families."""
    e = understood.entities
    family = with_children(understood) and "family" not in (*e.interests, *e.avoid)
    return (*e.interests, "family") if family else e.interests


def pace_of(understood: Understood) -> Pace | None:
    """The pace that was said, a relaxed one where somebody must go gently."""
    return understood.entities.pace or ("relaxed" if GENTLY & set(understood.needs) else None)


def with_children(understood: Understood) -> bool:
    return bool(understood.entities.travellers and understood.entities.travellers.children)


def total_limit(understood: Understood, days: int) -> Decimal | None:
    """The said budget as a total for the whole party and trip, None without one."""
    said = understood.entities.budget
    if said is None:
        return None
    factor = {"person": people(understood), "day": days, "person_day": people(understood) * days}
    return Decimal(str(said.amount)) * factor.get(said.per or "total", 1)


def person_day_limit(understood: Understood) -> float | None:
    """The said budget as one person's day, None when it cannot be said so."""
    said = understood.entities.budget
    if said is None:
        return None
    days = understood.entities.days or DEFAULT_DAYS
    divisor = {"total": people(understood) * days, "person": days, "day": people(understood), "person_day": 1}
    return round(said.amount / divisor[said.per or "total"], 2)


def over_limit(understood: Understood, budget: Mapping[str, Any]) -> bool:
    """Whether a calculated budget, in the said currency, breaks what was said."""
    limit = total_limit(understood, int(budget["days"]))
    return limit is not None and _same_currency(understood, budget) and Decimal(budget["total"]) > limit


def _same_currency(understood: Understood, budget: Mapping[str, Any]) -> bool:
    said = understood.entities.budget
    return said is not None and said.currency in (None, budget["currency"])


def currency_of(understood: Understood, before: str | None = None) -> str:
    """The currency in which a person is told amounts: their own, the one that the conversation counts in already
    (`before`), else the usual one of the language."""
    return said_currency(understood) or before or ("CNY" if understood.language == "zh" else "USD")


def said_currency(understood: Understood) -> str | None:
    """The currency that a person named, else that of their home; None where neither was said."""
    said = understood.entities.budget
    return understood.currency or (said.currency if said else None) or _home_currency(understood.entities.origin)


def _home_currency(origin: str | None) -> str | None:
    """The currency of the country that one comes from, where the rate table knows it."""
    current = get_territory_currencies(country_of(origin)) if origin else []
    return next((code for code in current if code in packaged_rates()), None)


def first_day(understood: Understood, today: date) -> date | None:
    """The first day of a trip: the one that was said, else one in the month or the season that was said, of a weekend's
    trip a Saturday; None where nothing was said of the time."""
    weekend = understood.weekend
    begins_on = first_weekday(weekend=weekend, said=understood.begins_on)
    first = day_said(understood.entities, today, begins_on, understood.month_part)
    if first is None and weekend:
        return today + timedelta(days=(SATURDAY - today.weekday()) % 7 or 7)
    return first


def first_weekday(*, weekend: bool, said: int | None) -> int | None:
    """The day of the week on which a trip begins: the one that was said, of a weekend's trip a Saturday."""
    return SATURDAY if weekend and said is None else said


def day_said(said: Entities, today: date, begins_on: int | None, part: MonthPart | None) -> date | None:
    """The first day of a trip whose date, month (and part of it) or season was said, on that day of the week where one
    is wished; None without."""
    weekday = TUESDAY if begins_on is None else begins_on
    if said.start_date or not (said.month or said.season):
        return said.start_date
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
