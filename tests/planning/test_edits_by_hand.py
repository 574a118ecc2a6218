"""An edit is done as requested; what then does not hold is named by the verifier, and other days stay as they are."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.planning.cast import SIGHTS, TUESDAY, edits_of, request, sight, text
from tests.planning.worlds import requests, sights
from tests.support.examples import examples
from travelagent.planning.editing import Edited, edit_plan
from travelagent.planning.edits.days import RemoveDay, SetHours
from travelagent.planning.edits.sights import Add, AddPlace, Move, Remove, SetMinutes, SetPin
from travelagent.planning.edits.trip import SetHotel
from travelagent.planning.engine import plan
from travelagent.planning.replan import replan
from travelagent.plans.errors import Infeasible, InvalidRequest
from travelagent.plans.rides import with_ride_windows
from travelagent.plans.values import (
    DayWindow,
    Edit,
    FixedVisit,
    Itinerary,
    LocalizedText,
    Night,
    Pace,
    Pin,
    PlanRequest,
    Point,
    Ride,
    Sight,
)
from travelagent.verifier import verify

MANY = (
    *SIGHTS,
    *(sight(f"spare-{n}", 48.0 + n / 200, 11.0 - n / 200, minutes=45, score=4.0 + n / 10) for n in range(9)),
)
PLAN_REQUEST = request(days=3)


@pytest.fixture(scope="module")
def before() -> Itinerary:
    return plan(PLAN_REQUEST, MANY)


def edited(before: Itinerary, plan_request: PlanRequest, edits: Sequence[Edit], sights: Sequence[Sight]) -> Edited:
    return edit_plan(before, plan_request, edits, sights, mend=False)


def ids(itinerary: Itinerary, day: int) -> list[str]:
    return [visit.id for visit in itinerary.days[day - 1].visits]


def failed(itinerary: Itinerary) -> set[str]:
    return {check.constraint for check in itinerary.certificate.failures}


def test_a_visit_moves_to_the_place_named(before: Itinerary) -> None:
    moving = before.days[0].visits[0]
    after = edited(before, PLAN_REQUEST, [Move(moving.id, 2, 1)], MANY).itinerary

    assert ids(after, 2)[1] == moving.id
    assert moving.id not in ids(after, 1)
    assert after.days[2] == before.days[2]


def test_a_violation_is_shown_with_its_evidence_and_not_refused() -> None:
    monday = request(days=2, start_date=TUESDAY.replace(day=13))
    first = plan(monday, MANY)
    assert "town/museum" in ids(first, 2)

    after = edited(first, monday, [Move("town/museum", 1, 0)], MANY).itinerary

    (closed,) = [c for c in after.certificate.failures if c.constraint == "opening_hours" and c.visit == "town/museum"]
    assert "closed all day" in closed.evidence.en
    assert not after.certificate.feasible


def test_replanning_mends_what_an_edit_broke_and_keeps_the_pin(before: Itinerary) -> None:
    here = before.days[0].visits
    long = edited(before, PLAN_REQUEST, [Move(visit.id, 2, 0) for visit in here], MANY)
    assert not long.itinerary.certificate.feasible
    kept = before.days[1].visits[0].id
    pinned = edited(long.itinerary, long.request, [SetPin(kept, True)], MANY)

    mended = replan(pinned.itinerary, pinned.request, edits_of(), MANY)

    assert mended.itinerary.certificate.feasible
    assert kept in ids(mended.itinerary, 2)


def test_a_sight_taken_out_stays_out_and_one_added_stays_in(before: Itinerary) -> None:
    gone = before.days[0].visits[0].id
    visited = {visit.sight for visit in before.visits}
    new = next(s.id for s in MANY if s.id not in visited)
    after = edited(before, PLAN_REQUEST, [Remove(gone), Add(new, 3, 9)], MANY)

    assert gone in {left.sight for left in after.itinerary.left_out}
    assert new not in {left.sight for left in after.itinerary.left_out}
    again = replan(after.itinerary, after.request, edits_of(), MANY, days=(1, 2, 3)).itinerary
    assert gone not in {visit.sight for visit in again.visits}
    assert new in {visit.sight for visit in again.visits}


def test_a_booking_of_ones_own_is_kept_at_its_hour(before: Itinerary) -> None:
    show = AddPlace("show", 48.003, 11.002, 2, 19 * 60 + 30, 90)
    after = edited(before, PLAN_REQUEST, [show], MANY)

    (visit,) = [v for v in after.itinerary.days[1].visits if v.sight is None]
    assert (visit.id, visit.arrive, visit.depart) == ("fixed/1", 1170, 1260)
    assert after.request.fixed == (FixedVisit(LocalizedText("show", "show"), 48.003, 11.002, 1170, 90, 2),)
    assert not [c for c in after.itinerary.certificate.failures if c.constraint == "fixed"]


@pytest.mark.parametrize(("leaves", "holds"), [(None, True), (Ride(17 * 60, 60), False)])
def test_a_day_opens_for_an_evening_out_unless_the_ride_home_ends_it(leaves: Ride | None, holds: bool) -> None:
    wanted = with_ride_windows(request(days=1, departure=leaves))
    wanted = dataclasses.replace(wanted, day_windows=wanted.day_windows or (DayWindow(1, end=20 * 60),))
    concert = AddPlace("concert", 48.0, 11.0, 1, 19 * 60 + 30, 150)
    found = edit_plan(plan(wanted, MANY), wanted, [concert], MANY, mend=False)

    assert found.itinerary.certificate.feasible is holds


def test_bookings_are_numbered_anew_when_one_goes(before: Itinerary) -> None:
    two = [AddPlace(name, 48.0, 11.0, day, 20 * 60, 60) for name, day in (("one", 1), ("two", 2))]
    first = edited(before, PLAN_REQUEST, two, MANY)
    after = edited(first.itinerary, first.request, [Remove("fixed/1")], MANY)

    assert [booking.name.en for booking in after.request.fixed] == ["two"]
    assert "fixed/1" in ids(after.itinerary, 2)
    assert {leg.destination for leg in after.itinerary.days[1].legs} >= {"fixed/1", "end"}
    assert "fixed" not in failed(after.itinerary)


def test_the_hotel_is_where_the_days_begin_and_end(before: Itinerary) -> None:
    hotel = Point(text("Inn"), 48.01, 11.02)
    after = edited(before, PLAN_REQUEST, [SetHotel("town", hotel)], MANY)

    assert all((day.origin, day.destination) == (hotel, hotel) for day in after.itinerary.days)
    assert after.request.cities[0].hotel == hotel


def test_another_hotel_from_a_night_on_leaves_the_days_before(before: Itinerary) -> None:
    inn, other = Point(text("Inn"), 48.01, 11.02), Point(text("Other"), 47.99, 11.0)
    after = edited(before, PLAN_REQUEST, [SetHotel(hotel=inn, since=2)], MANY)

    first, second, third = after.itinerary.days
    assert first == before.days[0]
    assert second.origin == before.days[1].origin
    assert {second.destination, third.origin, third.destination} == {inn}
    assert after.request.nights == (Night(2, inn, onward=True),)
    assert after.itinerary.certificate.feasible
    spoilt = dataclasses.replace(third, origin=first.origin)
    days = (first, second, spoilt)
    assert not verify(dataclasses.replace(after.itinerary, days=days), after.request, MANY).feasible

    shorter = edited(after.itinerary, after.request, [RemoveDay(2)], MANY)
    assert [day.destination for day in shorter.itinerary.days] == [inn, inn]
    whole = edited(after.itinerary, after.request, [SetHotel(hotel=other)], MANY)
    assert {end for day in whole.itinerary.days for end in (day.origin, day.destination)} == {other}
    with pytest.raises(InvalidRequest):
        edited(before, PLAN_REQUEST, [SetHotel(hotel=inn, since=3)], MANY)


def test_a_place_that_nobody_looked_up_is_refused(before: Itinerary) -> None:
    for edit in (AddPlace("Teahouse", None, None, 2, 900, 60), SetHotel("town", "Inn")):
        with pytest.raises(InvalidRequest, match="not known"):
            edited(before, PLAN_REQUEST, [edit], MANY)


def test_a_later_start_is_kept(before: Itinerary) -> None:
    after = edited(before, PLAN_REQUEST, [SetHours(1, start=11 * 60)], MANY)

    assert after.itinerary.days[0].start >= 11 * 60
    assert after.itinerary.certificate.feasible
    back = edited(after.itinerary, after.request, [SetHours(1)], MANY)
    assert back.itinerary.days[0].start < 11 * 60


def test_a_moved_pin_moves_with_its_visit(before: Itinerary) -> None:
    moving = before.days[0].visits[0].id
    after = edited(before, PLAN_REQUEST, [SetPin(moving, True), Move(moving, 3, 0)], MANY)

    assert after.request.pinned == (Pin(moving, 3),)
    assert "pinned" not in failed(after.itinerary)


@pytest.mark.parametrize(
    "edit",
    [Move("town/nowhere", 1), Move("town/museum", 9), Add("town/nowhere", 1), SetHotel("rome", None), Remove("x")],
)
def test_what_is_not_there_is_refused(before: Itinerary, edit: object) -> None:
    with pytest.raises(InvalidRequest):
        edited(before, PLAN_REQUEST, [edit], MANY)


@settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(st.data())
def test_a_day_laid_out_by_hand_is_sound_in_all_that_order_cannot_break(data: st.DataObject) -> None:
    """Whatever is moved, stops follow one another with time for every leg, and nothing claims what is not so."""
    offered = data.draw(sights())
    plan_request = dataclasses.replace(data.draw(requests(offered)), deadline_seconds=5.0)
    try:
        first = plan(plan_request, offered)
    except (Infeasible, InvalidRequest):
        return
    if not first.visits:
        return
    moving = data.draw(st.sampled_from(first.visits))
    day = data.draw(st.sampled_from(first.days)).day
    after = edited(first, plan_request, [Move(moving.id, day, data.draw(st.integers(0, 5)))], offered)

    assert after.itinerary.certificate == verify(after.itinerary, after.request, offered)
    structural = {"travel_time", "leg_speed", "no_overlap", "known_sight", "once", "days", "dates", "must_see"}
    assert not failed(after.itinerary) & structural
    assert sorted(v.id for v in after.itinerary.visits) == sorted(v.id for v in first.visits)


@pytest.mark.parametrize(("pace", "end"), [("normal", 20 * 60), ("relaxed", 20 * 60 + 30), ("packed", 19 * 60 + 30)])
def test_a_day_laid_out_by_hand_has_the_meals_of_a_planned_one(pace: Pace, end: int) -> None:
    plan_request = request(days=1, pace=pace, day_windows=(DayWindow(1, end=end),))
    planned = plan(plan_request, MANY)
    (day,) = edited(planned, plan_request, [Move(planned.visits[0].id, 1, 0)], MANY).itinerary.days

    assert [meal.kind for meal in planned.days[0].meals] == ["lunch", "dinner"]
    assert [meal.kind for meal in day.meals] == ["lunch", "dinner"]


@pytest.mark.parametrize(
    ("name", "start", "kept", "noted"),
    [
        ("Oma Ana's dinner", 19 * 60, False, False),
        ("外婆家晚餐", 19 * 60, False, False),
        ("Opera", 19 * 60, False, True),
        ("Opera", 20 * 60, True, False),
    ],
)
def test_a_meal_gives_way_to_a_booking_of_its_hour(name: str, start: int, kept: bool, noted: bool) -> None:
    plan_request = request(days=1, day_windows=(DayWindow(1, end=23 * 60),))
    planned = plan(plan_request, MANY)
    edits = [*(Remove(visit.id) for visit in planned.visits[2:]), AddPlace(name, 48.0, 11.0, 1, start, 120)]
    after = edited(planned, plan_request, edits, MANY)
    (day,) = after.itinerary.days

    assert [visit.arrive for visit in day.visits if visit.sight is None] == [start]
    assert ("dinner" in {meal.kind for meal in day.meals}) is kept
    assert not failed(after.itinerary)
    assert any("no time left for dinner" in sentence.en for sentence in after.done) is noted


def test_a_meal_for_which_no_time_is_left_is_told(before: Itinerary) -> None:
    stays, number = before.days[1].visits[-1], 2
    after = edited(before, PLAN_REQUEST, [SetMinutes(stays.id, 22 * 60 - stays.arrive)], MANY)

    assert "dinner" not in {meal.kind for meal in after.itinerary.days[number - 1].meals}
    noted = LocalizedText(f"Day {number} has no time left for dinner.", f"第 {number} 天没有时间吃晚餐了。")
    assert after.done[1:] == (noted,)


def test_hours_that_are_taken_back_are_those_that_the_rides_leave() -> None:
    plan_request = with_ride_windows(request(days=2, arrival=Ride(15 * 60, 45), departure=Ride(20 * 60, 90, "train")))
    first = plan(plan_request, MANY)
    assert [(window.start, window.end) for window in plan_request.day_windows] == [(945, None), (None, 1110)]
    assert first.certificate.feasible

    edits = [SetHours(1, start=17 * 60), SetHours(2, end=17 * 60), SetHours(1), SetHours(2)]
    assert edited(first, plan_request, edits, MANY).request.day_windows == plan_request.day_windows


def test_a_day_that_lasts_past_its_train_is_at_fault() -> None:
    plan_request = with_ride_windows(request(days=1, departure=Ride(14 * 60, 30, "train")))
    first = plan(plan_request, MANY)
    late = AddPlace("Café", 48.0, 11.0, 1, 15 * 60, 60)

    after = edited(first, plan_request, [late], MANY).itinerary
    with pytest.raises(InvalidRequest, match="leave for home at 14:00"):
        edited(first, plan_request, [SetHours(1, end=22 * 60)], MANY)

    (fault,) = [check for check in after.certificate.failures if check.constraint == "journey"]
    assert fault.day == 1
    assert fault.evidence.en.endswith("you leave at 14:00")
    assert fault.evidence.zh.endswith("14:00 返程")


def test_a_stop_that_fits_is_pinned_to_the_day_that_it_was_moved_to() -> None:
    plan_request = request(days=3, interests=("history",))
    roomy = tuple(dataclasses.replace(each, hours="00:00-24:00") for each in MANY[:7])
    before = plan(plan_request, roomy)
    moving = before.days[1].visits[-1].id
    after = edited(before, plan_request, [Move(moving, 1, 2)], roomy)
    assert after.itinerary.certificate.feasible
    assert Pin(moving, 1) in after.request.pinned
    assert next(visit for visit in after.itinerary.visits if visit.id == moving).pinned


def test_a_stop_that_does_not_fit_is_not_pinned(before: Itinerary) -> None:
    moving = before.days[0].visits[0].id
    tuesdays = "Tu 00:00-24:00"
    closed = tuple(dataclasses.replace(each, hours=tuesdays) if each.id == moving else each for each in MANY)
    after = edited(before, PLAN_REQUEST, [Move(moving, 2, 0)], closed)
    assert not after.itinerary.certificate.feasible
    assert after.request.pinned == PLAN_REQUEST.pinned
    assert not next(visit for visit in after.itinerary.visits if visit.id == moving).pinned
