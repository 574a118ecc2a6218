"""Hours and minutes of the packaged sights agree: whoever comes when it opens has time for the usual visit."""

from datetime import date, timedelta

from travelagent.catalog.adapter import planning_sights
from travelagent.catalog.source import cities, sights
from travelagent.planning.hours import windows_of
from travelagent.plans.values import Sight

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
    offered = planning_sights(cities())
    assert len(offered) > 3000
    assert [(sight.id, sight.minutes) for sight in offered if longest_window(sight) < sight.minutes] == []


def test_what_is_seen_from_outside_is_free_short_and_always_open() -> None:
    outside = {sight.id: sight for sight in sights().values() if "seen from outside" in sight.note_en.lower()}
    assert {"lisbon/belem-tower", "havana/museum-of-the-revolution"} <= set(outside)
    assert {(sight.price, sight.hours) for sight in outside.values()} == {(0, "24/7")}
    assert all(sight.minutes <= 30 for sight in outside.values())
    assert all("外观" in sight.note_zh for sight in outside.values())
