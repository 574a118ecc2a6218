"""Hours and minutes of the packaged sights agree: whoever comes when it opens has time for the usual visit."""

from datetime import date, timedelta

from travelagent.catalog.adapter import planning_sights
from travelagent.catalog.source import cities
from travelagent.planning.hours import windows_of
from travelagent.planning.values import Sight

YEAR = tuple(date(2026, 1, 1) + timedelta(days=day) for day in range(365))


def longest_window(sight: Sight) -> int:
    """Minutes of the longest opening of the year, as soon as the visit is known to fit."""
    longest = 0
    for day in YEAR:
        longest = max([longest, *(closes - opens for opens, closes in windows_of(sight, day))])
        if longest >= sight.minutes:
            break
    return longest


def test_every_sight_is_open_for_as_long_as_its_visit_takes() -> None:
    sights = planning_sights(cities())
    assert len(sights) > 3000
    assert [(sight.id, sight.minutes) for sight in sights if longest_window(sight) < sight.minutes] == []
