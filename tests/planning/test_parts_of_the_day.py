"""A sight is visited in the part of the day, at the hour, or first or last of its day, as requested."""

from __future__ import annotations

import dataclasses

import pytest

from tests.planning.cast import SIGHTS, edits_of, request, with_visit
from travelagent.planning.engine import plan
from travelagent.planning.replan import replan
from travelagent.plans.errors import Infeasible, InvalidRequest
from travelagent.plans.values import (
    PARTS_OF_DAY,
    DayPlan,
    Edit,
    Itinerary,
    PartOfDay,
    Pin,
    PlaceInDay,
    PlanRequest,
)
from travelagent.verifier import verify
from travelagent.wire.request import request_from_wire, request_to_wire

PLAN_REQUEST = request()


def where(itinerary: Itinerary, sight: str) -> tuple[DayPlan, int]:
    """The day of the sight's visit and the minute of its arrival."""
    return next((day, visit.arrive) for day in itinerary.days for visit in day.visits if visit.sight == sight)


def moved(pin: Pin, plan_request: PlanRequest = PLAN_REQUEST) -> Itinerary:
    return replan(plan(plan_request, SIGHTS), plan_request, edits_of(pins=(pin,)), SIGHTS).itinerary


@pytest.mark.parametrize("part", ["morning", "afternoon", "evening"])
@pytest.mark.parametrize("sight", ["town/market", "town/bridge"])
def test_a_visit_begins_in_the_part_of_the_day_it_was_moved_to(sight: str, part: PartOfDay) -> None:
    begins, ends = PARTS_OF_DAY[part]
    assert begins <= where(moved(Pin(sight, when=part)), sight)[1] <= ends


def test_the_day_stays_where_only_the_part_of_it_is_said() -> None:
    before = plan(PLAN_REQUEST, SIGHTS)
    day, arrive = where(before, "town/museum")
    assert arrive >= 12 * 60
    assert where(moved(Pin("town/museum", when="morning")), "town/museum")[0].day == day.day


@pytest.mark.parametrize("day", [1, 2])
@pytest.mark.parametrize(("when", "place"), [("first", 0), ("last", -1)])
@pytest.mark.parametrize("sight", ["town/castle", "town/museum", "town/tower"])
def test_a_day_begins_or_ends_with_the_sight_that_is_wished_for(
    sight: str, when: PlaceInDay, place: int, day: int
) -> None:
    visits = moved(Pin(sight, day, when=when)).days[day - 1].visits
    assert visits[place].sight == sight


def test_a_plan_that_holds_the_wish_already_stays_to_the_minute() -> None:
    before = plan(PLAN_REQUEST, SIGHTS)
    assert where(before, "town/museum")[1] >= 12 * 60
    found = replan(before, PLAN_REQUEST, edits_of(pins=(Pin("town/museum", when="afternoon"),)), SIGHTS)
    assert found.difference.same_days == (1, 2)
    assert found.request.pinned == (Pin("town/museum", when="afternoon"),)


@pytest.mark.parametrize("change", [edits_of(pace="relaxed"), edits_of(extra_days=1), edits_of(insist=("town/zoo",))])
def test_a_later_change_keeps_the_part_of_the_day(change: tuple[Edit, ...]) -> None:
    pinned = dataclasses.replace(PLAN_REQUEST, pinned=(Pin("town/museum", 1, when="morning"),))
    after = replan(plan(pinned, SIGHTS), pinned, change, SIGHTS).itinerary
    day, arrive = where(after, "town/museum")
    assert day.day == 1
    assert arrive < 12 * 60


def test_what_is_closed_then_is_refused_with_its_hours_and_the_way_out() -> None:
    with pytest.raises(Infeasible) as refused:
        moved(Pin("town/museum", 1, when="evening"))
    assert "Museum cannot be visited in the evening on day 1" in refused.value.text.en
    assert "it is open 10:00–17:00" in refused.value.text.en
    assert "第 1 天无法把Museum（中）安排在晚上。" in refused.value.text.zh
    assert refused.value.relaxation.en == "Visit Museum on day 1, at any hour."


def test_a_meal_makes_room_for_a_visit_at_the_hour_that_is_wished_for() -> None:
    day, arrive = where(moved(Pin("town/market", 1, 12 * 60)), "town/market")
    assert (day.day, arrive) == (1, 12 * 60)
    assert [meal.kind for meal in day.meals] == ["dinner"]


def test_first_or_last_of_which_day_must_be_said() -> None:
    with pytest.raises(InvalidRequest):
        plan(request(pinned=(Pin("town/museum", when="first"),)), SIGHTS)


def test_a_sight_that_is_named_twice_is_refused_by_name() -> None:
    with pytest.raises(InvalidRequest) as refused:
        plan(request(must_see=("town/museum", "town/zoo", "town/museum")), SIGHTS)
    assert refused.value.field == "must_see"
    assert "town/museum" in str(refused.value)


@pytest.mark.parametrize(("when", "hour"), [("morning", 14), ("afternoon", 10), ("evening", 12), ("first", 16)])
def test_the_verifier_finds_a_visit_outside_of_its_part_of_the_day(when: PartOfDay | PlaceInDay, hour: int) -> None:
    plan_request = request(pinned=(Pin("town/market", 1, when=when),))
    found = plan(plan_request, SIGHTS)
    assert found.certificate.feasible
    spoilt = with_visit(found, "town/market", arrive=hour * 60, depart=hour * 60 + 60)
    assert "pinned" in {check.constraint for check in verify(spoilt, plan_request, SIGHTS).failures}


def test_the_wire_keeps_the_part_of_the_day() -> None:
    plan_request = request(pinned=(Pin("town/market", 1, when="last"), Pin("town/museum", when="morning")))
    assert request_from_wire(request_to_wire(plan_request)).pinned == plan_request.pinned
