"""A city may be come back to after another one: each of its stays has days, a way there and nights of its own."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest

from tests.planning.cast import SIGHTS, TOWN, request, sight, text
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.days import AddDays, RemoveDay, ReorderCities, SetCityDays
from travelagent.planning.edits.trip import SetHotel
from travelagent.planning.engine import plan
from travelagent.planning.frame import in_shortest_order, shared_days
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.requests import booked_hotels
from travelagent.plans.values import CityStay, Edit, Itinerary, PlanRequest, Point
from travelagent.travel.legs import EstimatedLegs
from travelagent.verifier import verify

LAKE = CityStay("lake", text("Lake"), 48.9, 11.9)
OF_LAKE = tuple(
    dataclasses.replace(sight(f"pier-{n}", 48.9 + n / 300, 11.9, minutes=75), id=f"lake/pier-{n}", city="lake")
    for n in range(4)
)
ALL = (*SIGHTS, *OF_LAKE)
THERE_AND_BACK = request(
    cities=tuple(dataclasses.replace(stay, days=days) for stay, days in ((TOWN, 2), (LAKE, 1), (TOWN, 1))), days=4
)


@pytest.fixture(scope="module")
def before() -> Itinerary:
    return plan(THERE_AND_BACK, ALL)


def edited(before: Itinerary, *edits: Edit) -> tuple[Itinerary, PlanRequest]:
    after = edit_plan(before, THERE_AND_BACK, edits, ALL)
    return after.itinerary, after.request


def cities(plan: Itinerary) -> list[str]:
    return [day.city for day in plan.days]


def days_each(request: PlanRequest) -> list[tuple[str, int | None]]:
    return [(stay.id, stay.days) for stay in request.cities]


def test_one_moves_there_and_back_and_sees_each_sight_once(before: Itinerary) -> None:
    assert cities(before) == ["town", "town", "lake", "town"]
    assert before.cities == ("town", "lake", "town")
    assert [day.day for day in before.days if any(leg.is_move for leg in day.legs)] == [3, 4]
    seen = [visit.sight for visit in before.visits]
    assert len(seen) == len(set(seen))
    assert all(day.visits for day in before.days)
    assert verify(before, THERE_AND_BACK, ALL).feasible


@pytest.mark.parametrize(
    ("edit", "after"),
    [
        (RemoveDay(4), [("town", 2), ("lake", 1)]),
        (RemoveDay(3), [("town", None)]),
        (RemoveDay(1), [("town", 1), ("lake", 1), ("town", 1)]),
        (AddDays(1, "town"), [("town", 3), ("lake", 1), ("town", 1)]),
        (AddDays(1), [("town", 2), ("lake", 1), ("town", 2)]),
        (SetCityDays("town", 4), [("town", 3), ("lake", 1), ("town", 1)]),
        (ReorderCities(("lake", "town")), None),
        (ReorderCities(("lake", "town", "town")), None),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Edit) else "",
)
def test_an_edit_changes_the_stay_that_it_means(
    before: Itinerary, edit: Edit, after: Sequence[tuple[str, int | None]] | None
) -> None:
    if after is None:
        with pytest.raises(InvalidRequest):
            edited(before, edit)
        return
    now, request = edited(before, edit)
    if len(after) == 1:
        assert set(cities(now)) == {after[0][0]}
    else:
        assert days_each(request) == after
        assert cities(now) == [city for city, days in after for _ in range(days or 0)]
    stay = {day.day for day in before.days if day.city == "lake"} - {getattr(edit, "day", None)}
    if stay:
        (lake,) = (day for day in now.days if day.city == "lake")
        assert [visit.id for visit in lake.visits] == [visit.id for visit in before.days[2].visits]


def test_a_hotel_is_that_of_both_stays_and_another_one_of_its_own(before: Itinerary) -> None:
    inn, other = Point(text("Inn"), 48.01, 11.01), Point(text("Other"), 47.99, 11.0)
    now, request = edited(before, AddDays(1, "town"), SetHotel("town", inn), SetHotel(hotel=other, since=2))
    ends = [(day.origin, day.destination) for day in now.days]
    assert [*ends[:3], ends[4]] == [(inn, inn), (inn, other), (other, other), (inn, inn)]
    hotels = [(place.name.en, first.day, last.day) for _, place, first, last in booked_hotels(request, now.days)]
    assert hotels == [("Inn", 1, 2), ("Other", 2, 3), ("Inn", 5, 5)]


def test_days_are_shared_out_and_no_order_is_sought() -> None:
    open_ended = tuple(dataclasses.replace(stay, days=None) for stay in THERE_AND_BACK.cities)
    shared = dataclasses.replace(THERE_AND_BACK, cities=open_ended, days=6, any_order=True)
    each = shared_days(shared, ALL)
    assert sum(each) == 6
    assert each[0] + each[2] > each[1] >= 1
    assert in_shortest_order(shared, ALL, EstimatedLegs()).cities == open_ended
