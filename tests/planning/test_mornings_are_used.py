"""A day that could begin in the morning does not begin with lunch."""

from __future__ import annotations

from datetime import date

import pytest

from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.planning.engine import plan
from travelagent.plans.values import DayWindow, Pace, PlanRequest

NOON = 12 * 60


@pytest.mark.parametrize("city", ["chongqing", "shanghai", "xian", "guilin", "rome", "kyoto", "hangzhou", "lisbon"])
@pytest.mark.parametrize("pace", ["relaxed", "normal"])
@pytest.mark.parametrize("end", [None, 20 * 60 + 30])
@pytest.mark.sampled(of=3)
def test_every_day_has_something_before_noon(city: str, pace: Pace, end: int | None) -> None:
    windows = tuple(DayWindow(day, end=end) for day in (1, 2, 3)) if end else ()
    stay = city_stay(source.cities()[city])
    request = PlanRequest((stay,), 3, start_date=date(2026, 10, 13), pace=pace, day_windows=windows,
                          deadline_seconds=60.0)  # fmt: skip
    found = plan(request, planning_sights([city]))
    assert [day.day for day in found.days if not day.visits or day.visits[0].arrive >= NOON] == []
