"""The next date of a festival: fixed ones, the n-th weekday of a month, and those hung on a public holiday."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from travelagent.assistant.lexer.patterns import table
from travelagent.plans.public_holidays import first_days


def _in_year(rule: str, country: str, year: int) -> date | None:
    if rule.startswith("nth:"):
        month, weekday, number = map(int, rule.split(":")[1:])
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1))
    if rule[:1].isdigit():
        month, day = map(int, rule.split("-"))
        return date(year, month, day)
    return first_days(country, year).get(rule)


def next_festival(festival: Mapping[str, Any], today: date) -> date | None:
    """Return the festival's next date from today on; None where its list ends before."""
    if festival["on"] == "listed":
        return _first_from(map(date.fromisoformat, festival["listed"]), today)
    later = timedelta(days=festival.get("later", 0))
    country, years = festival.get("country", "CN"), (today.year, today.year + 1)
    dates = (day + later for year in years if (day := _in_year(festival["on"], country, year)))
    return _first_from(dates, today)


def _first_from(days: Iterable[date], today: date) -> date | None:
    return next((day for day in days if day >= today), None)


def festivals() -> Sequence[Mapping[str, Any]]:
    """Return every festival: its names, and the rule for its date."""
    rows: Sequence[Mapping[str, Any]] = table("festivals")["festival"]
    return rows
