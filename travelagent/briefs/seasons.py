"""When an undated trip is not planned for the weeks to come, as the place is dark or closed then, and when instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal

from travelagent.briefs.first_day import TUESDAY, day_in_month
from travelagent.briefs.rules import Draft, Outcome, Rule
from travelagent.briefs.values import Dates
from travelagent.catalog import source
from travelagent.catalog.labels import month_names
from travelagent.planning.frame import assumed_start
from travelagent.planning.hours import SHORT_DAY, daylight, windows_of
from travelagent.planning.taste import worth
from travelagent.plans.values import LocalizedText, PlanRequest, Sight
from travelagent.plans.words import week_day

OPEN_SHARE: Final = 2 / 3
"""A place is closed where less of what it has to see, by its worth, is open on any day of the trip."""
NEARLY_ALL: Final = 0.9
"""A month will do where so much of what the best of them has open is open."""

Matter = Literal["dark", "closed"]
MATTERS: Final[dict[Matter, LocalizedText]] = {
    "dark": LocalizedText("it is light for a few hours only", "白天太短"),
    "closed": LocalizedText("much is closed", "许多地方不开放"),
}


@dataclass(frozen=True, slots=True)
class Season:
    """The first day of a trip in its season, the `usual` one otherwise, and what is the matter with that: in which
    city, and whether the days are `dark` there or much is `closed`."""

    first: date
    usual: date
    city: str
    reason: Matter


def season_of(request: PlanRequest, sights: Sequence[Sight], today: date) -> Season | None:
    """Return when an undated trip had better begin than in the weeks to come; None where these will do.

    They do where they are among the best months of the city, or where no better one has all open that is demanded.
    """
    usual = assumed_start(today)
    cities = [stay.id for stay in request.cities]
    reasons = ((city, _matter_with(city, usual, request.days, sights)) for city in cities)
    city, reason = next(((city, reason) for city, reason in reasons if reason is not None), ("", None))
    if reason is None:
        return None
    starts = [day_in_month(month, today, TUESDAY) for month in _best_months(cities)]
    demanded = [sight for sight in sights if sight.id in request.demanded]
    starts = [first for first in starts if all(_is_open(sight, first, request.days) for sight in demanded)]
    shares = {first: _open_share(sights, first, request.days) for first in starts}
    most = max(shares.values(), default=0.0)
    light = [first for first in starts if not any(_is_dark(city, first) for city in cities)]
    first = next((first for first in light if shares[first] >= NEARLY_ALL * most), None)
    return None if first is None else Season(first, usual, city, reason)


def _best_months(cities: Sequence[str]) -> list[int]:
    """The best months of the cities, those of most of them first, then as the first city has them."""
    months = [month for city in cities for month in source.cities()[city].best_months]
    return sorted(dict.fromkeys(months), key=lambda month: -months.count(month))


def _matter_with(city: str, first: date, days: int, sights: Sequence[Sight]) -> Matter | None:
    if first.month in source.cities()[city].best_months:
        return None
    if _is_dark(city, first):
        return "dark"
    own = [sight for sight in sights if sight.city == city]
    return "closed" if _open_share(own, first, days) < OPEN_SHARE else None


def _is_dark(city: str, day: date) -> bool:
    place = source.cities()[city]
    rises, sets = daylight(place.lat, place.lon, day)
    return sets - rises < SHORT_DAY


def _open_share(sights: Sequence[Sight], first: date, days: int) -> float:
    """The share of the sights' worth that is open on any day of the trip; all of nothing."""
    worths = [(worth(sight, ()), _is_open(sight, first, days)) for sight in sights]
    whole = sum(points for points, _ in worths)
    return sum(points for points, is_open in worths if is_open) / whole if whole else 1.0


def _is_open(sight: Sight, first: date, days: int) -> bool:
    return any(windows_of(sight, first + timedelta(days=day)) for day in range(days))


def open_season(draft: Draft) -> Outcome:
    """Begin a trip without a stated time in the season of the place where it is dark or closed in the coming weeks."""
    request = draft.request
    if request.start_date is not None or draft.brief.dates != Dates(days=draft.brief.dates.days):
        return None
    season = season_of(request, draft.sights, draft.today)
    if season is None:
        return None
    place, soon, start = source.cities()[season.city], month_names((season.usual.month,)), week_day(season.first)
    matter = MATTERS[season.reason]
    text = LocalizedText(
        f"No date was given. In {soon.en} {matter.en} in {place.name_en}: I planned it in season, from {start.en} on.",
        f"未说明日期。{place.name_zh}{soon.zh}{matter.zh}，按当地的好季节安排，{start.zh}出发。",
    )
    return draft.asking(start_date=season.first), text


OPEN_SEASON: Final = Rule(
    "open_season",
    LocalizedText(
        "a best month, where the sun is up for less than 6 hours or less than two thirds are open",
        "日照不足 6 小时或三分之一以上不开放时，改到最佳月份",
    ),
    LocalizedText("Nobody goes where it is dark or closed for want of a date.", "没说日期，不该排进天黑或关门的时候。"),
    open_season,
)
