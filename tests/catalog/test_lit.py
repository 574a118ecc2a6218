"""What is lit up is open after dark in some month, and not too long for an evening."""

from datetime import date

import pytest

from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sights
from travelagent.planning.hours import daylight, windows_of
from travelagent.plans.values import Sight

MONTHS = [date(2026, month, 15) for month in range(1, 13)]


def lit() -> list[Sight]:
    return [sight for sight in planning_sights(source.cities()) if sight.lit]


def test_what_is_lit_is_known() -> None:
    assert {sight.id for sight in lit()} == source.lit()


@pytest.mark.parametrize("sight", lit(), ids=lambda sight: sight.id)
def test_what_is_lit_is_open_after_dark(sight: Sight) -> None:
    assert any(
        closes >= daylight(sight.lat, sight.lon, day)[1] + 60 for day in MONTHS for _, closes in windows_of(sight, day)
    )
