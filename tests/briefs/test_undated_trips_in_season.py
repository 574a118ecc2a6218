"""A trip without a stated time is not planned for when a place is dark or closed, and the plan reports that."""

from __future__ import annotations

import dataclasses
from datetime import date

import pytest

from travelagent.briefs.compile import Compiled, compile_request
from travelagent.briefs.seasons import season_of
from travelagent.briefs.values import Dates, Stay, TripBrief
from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sights
from travelagent.planning.hours import SHORT_DAY, daylight

NOVEMBER, JUNE = date(2026, 11, 27), date(2027, 6, 10)


def compiled(*cities: str, today: date = NOVEMBER, dates: Dates | None = None, **changes) -> Compiled:
    brief = TripBrief(stays=tuple(map(Stay, cities)), dates=dates or Dates(days=4), **changes)
    return compile_request(brief, planning_sights(cities), today)


def notes_of(found: Compiled) -> list[str]:
    return [rule.text.en for rule in found.applied if rule.name == "open_season"]


@pytest.mark.parametrize(
    ("city", "today", "reason"),
    [
        ("reykjavik", NOVEMBER, "light for a few hours only in Reykjavik"),
        ("svolvaer", NOVEMBER, "light for a few hours only"),
        ("yellowstone", NOVEMBER, "much is closed in Yellowstone"),
        ("xuexiang", JUNE, "much is closed"),
        ("el-chalten", JUNE, "much is closed"),
    ],
)
def test_a_dark_or_closed_place_is_planned_in_one_of_its_best_months(city: str, today: date, reason: str) -> None:
    found = compiled(city, today=today)
    first = found.request.start_date
    assert first is not None
    assert first > today
    assert first.month in source.cities()[city].best_months
    rises, sets = daylight(source.cities()[city].lat, source.cities()[city].lon, first)
    assert sets - rises >= SHORT_DAY
    [text] = notes_of(found)
    assert reason in text
    assert str(first.year) in text


@pytest.mark.parametrize(
    ("city", "today"), [("paris", NOVEMBER), ("harbin", NOVEMBER), ("xuexiang", NOVEMBER), ("reykjavik", JUNE)]
)
def test_elsewhere_the_weeks_to_come_will_do(city: str, today: date) -> None:
    found = compiled(city, today=today)
    assert found.request.start_date is None
    assert not notes_of(found)


@pytest.mark.parametrize(
    "dates", [Dates(date(2027, 1, 12), days=4), Dates(days=4, month=1), Dates(days=2, weekend=True)]
)
def test_a_stated_time_is_kept(dates: Dates) -> None:
    found = compiled("reykjavik", dates=dates)
    assert found.request.start_date is not None
    assert found.request.start_date < date(2027, 2, 1)
    assert not notes_of(found)


def test_the_rule_can_be_switched_off() -> None:
    assert compiled("reykjavik", rules_off=("open_season",)).request.start_date is None


def test_of_two_places_the_months_that_are_best_for_both_come_first() -> None:
    first = compiled("reykjavik", "akureyri").request.start_date
    assert first is not None
    assert all(first.month in source.cities()[city].best_months for city in ("reykjavik", "akureyri"))


def test_without_a_month_in_which_what_is_demanded_is_open_nothing_is_changed() -> None:
    sights = planning_sights(["yellowstone"])
    winter = dataclasses.replace(sights[0], id="yellowstone/winter", hours="Dec 00:00-24:00")
    undated = compiled("yellowstone", rules_off=("open_season",)).request
    assert season_of(undated, (*sights, winter), NOVEMBER) is not None
    demanding = dataclasses.replace(undated, must_see=(winter.id,))
    assert season_of(demanding, (*sights, winter), NOVEMBER) is None
