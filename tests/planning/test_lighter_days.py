"""A day that is made lighter does without the sight that is missed least, and gets nothing else for it."""

from datetime import date
from typing import Any

import pytest

from tests.planning.cast import request, sight
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.lighten import Lighten
from travelagent.planning.edits.sights import Add
from travelagent.planning.engine import plan
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.values import Itinerary, Sight

MUSEUM = sight("museum", 48.001, 11.0, score=9.0, minutes=120)
PARK = sight("park", 48.003, 11.0, score=3.0, minutes=90)
TOWER = sight("tower", 48.005, 11.0, score=7.0, minutes=60)
TOWN = (MUSEUM, PARK, TOWER)
TUESDAY: dict[str, Any] = {"days": 1, "start_date": date(2026, 4, 14)}


def sights_of(itinerary: Itinerary) -> set[str | None]:
    return {visit.sight for visit in itinerary.visits}


@pytest.mark.parametrize(("insisted", "gone"), [((), PARK), ((PARK.id,), TOWER)])
def test_what_is_missed_least_goes_unless_it_was_asked_for(insisted: tuple[str, ...], gone: Sight) -> None:
    wanted = request(**TUESDAY, must_see=insisted)
    held = plan(wanted, TOWN)
    found = edit_plan(held, wanted, [Lighten(1)], (*TOWN, sight("spare", 48.002, 11.0, score=2.0)))

    assert sights_of(found.itinerary) == sights_of(held) - {gone.id}
    again = edit_plan(found.itinerary, found.request, [Add(gone.id, 1)], TOWN)
    assert gone.id in sights_of(again.itinerary)  # who wants it back has it


def test_only_the_part_of_the_day_that_was_named_gets_lighter() -> None:
    wanted = request(**TUESDAY)
    held = plan(wanted, TOWN)
    first = held.visits[0]
    found = edit_plan(held, wanted, [Lighten(1, "morning")], TOWN)

    assert first.arrive < 12 * 60
    assert {visit.sight for visit in held.visits if visit.arrive >= 12 * 60} <= sights_of(found.itinerary)
    assert len(found.itinerary.visits) == len(held.visits) - 1


def test_a_day_with_nothing_to_spare_stays_as_it_is() -> None:
    wanted = request(**TUESDAY)
    held = plan(wanted, [MUSEUM])
    with pytest.raises(InvalidRequest, match="nothing to spare"):
        edit_plan(held, wanted, [Lighten(1)], [MUSEUM])
