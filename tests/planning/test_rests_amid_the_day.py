"""A rest at the hotel in the middle of the day is kept like a booking, where the day can hold it."""

from datetime import date

from tests.planning.cast import edits_of
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.catalog.legs import leg_provider
from travelagent.planning.diff import diff
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.days import AddDays
from travelagent.planning.engine import plan
from travelagent.planning.replan import replan
from travelagent.planning.rests import Rested, days_without, is_far, with_rests
from travelagent.plans.values import DayPlan, DayWindow, Pin, PlanRequest, Rest, Visit
from travelagent.plans.words import REST

ONE_TO_THREE = Rest(13 * 60, 120)
OUT_OF_TOWN = ("rome/tivoli",)
"""Far from the hotel nobody rests there at noon."""


def rested(city: str, days: int, rest: Rest, avoid: tuple[str, ...] = ()) -> tuple[PlanRequest, Rested]:
    request = PlanRequest((city_stay(source.cities()[city]),), days, start_date=date(2026, 12, 10), avoid=avoid)
    sights, legs = planning_sights([city]), leg_provider()
    return request, with_rests(plan(request, sights, legs), request, rest, sights, legs)


def rests_of(day: DayPlan) -> list[Visit]:
    return [visit for visit in day.visits if visit.name == REST]


def test_each_day_rests_at_the_hotel_at_its_hours_and_has_lunch_before() -> None:
    _, after = rested("rome", 3, ONE_TO_THREE, OUT_OF_TOWN)
    assert after.itinerary.certificate.feasible
    assert days_without(after.itinerary, after.request, ONE_TO_THREE) == ()
    for day in after.itinerary.days:
        [rest] = rests_of(day)
        assert (rest.arrive, rest.depart) == (13 * 60, 15 * 60)
        assert (rest.lat, rest.lon) == (day.origin.lat, day.origin.lon)
        lunches = [meal for meal in day.meals if meal.kind == "lunch"]
        assert [meal.end <= rest.arrive or bool(meal.visit) for meal in lunches] == [True]


def test_a_morning_before_the_rest_is_not_left_empty_where_something_fits_it() -> None:
    stay = city_stay(source.cities()["lisbon"])
    evenings = tuple(DayWindow(day, end=20 * 60 + 30) for day in range(1, 5))
    request = PlanRequest(
        (stay,),
        4,
        start_date=date(2027, 5, 11),
        interests=("family",),
        pace="relaxed",
        day_windows=evenings,
        travellers=4,
        short_ways=True,
        thrift=1.0,
    )
    sights, legs = planning_sights(["lisbon"]), leg_provider()
    after = with_rests(plan(request, sights, legs), request, ONE_TO_THREE, sights, legs).itinerary
    assert after.certificate.feasible
    resting_days = [day for day in after.days if rests_of(day)]
    assert len(resting_days) > 1
    assert all(day.visits[0].name != REST for day in resting_days)
    assert "pinned" not in " ".join(visit.why.en for visit in after.visits)
    assert {visit.name for visit in after.visits if visit.pinned} == {REST}


def test_a_rest_is_no_stop_in_what_a_change_made_of_the_plan() -> None:
    request, after = rested("rome", 3, ONE_TO_THREE, OUT_OF_TOWN)
    before = plan(request, planning_sights(["rome"]), leg_provider())
    stops = [visit for visit in after.itinerary.visits if visit.name != REST]
    assert diff(before, after.itinerary).after.visits == len(stops)


def test_a_day_far_out_has_none_and_is_told() -> None:
    _, after = rested("beijing", 3, Rest())
    far = [day.day for day in after.itinerary.days if is_far(day)]
    assert far
    restless = set(days_without(after.itinerary, after.request, Rest()))
    assert set(far) <= restless
    assert {day.day for day in after.itinerary.days if not rests_of(day)} == restless


def test_what_nobody_should_miss_is_not_lost_for_it() -> None:
    request, after = rested("beijing", 3, Rest())
    before = plan(request, planning_sights(["beijing"]), leg_provider())
    known = source.sights()
    best = {visit.sight for visit in before.visits if visit.sight and known[visit.sight].score >= 10}
    assert best
    assert best <= {visit.sight for visit in after.itinerary.visits}


def test_only_the_named_days_rest() -> None:
    _, after = rested("rome", 3, Rest(13 * 60, 120, days=(2,)), OUT_OF_TOWN)
    assert [len(rests_of(day)) for day in after.itinerary.days] == [0, 1, 0]


def test_a_rest_that_is_given_up_leaves_the_others_where_they_are() -> None:
    _request, after = rested("rome", 3, ONE_TO_THREE, OUT_OF_TOWN)
    sights, legs = planning_sights(["rome"]), leg_provider()
    result = replan(after.itinerary, after.request, edits_of(drop=("fixed/2",)), sights, legs)
    assert [len(rests_of(day)) for day in result.itinerary.days] == [1, 0, 1]
    assert [gone.name for gone in result.difference.removed if gone.name == REST] == [REST]
    assert not [move for move in result.difference.moved if move.name == REST]


def test_a_day_that_is_gone_takes_its_rest_with_it() -> None:
    _, after = rested("rome", 3, ONE_TO_THREE, OUT_OF_TOWN)
    found = edit_plan(after.itinerary, after.request, [AddDays(-1)], planning_sights(["rome"]), leg_provider())
    assert [len(rests_of(day)) for day in found.itinerary.days] == [1, 1]
    assert len(found.request.fixed) == 2
    assert found.itinerary.certificate.feasible


def test_lunch_is_kept_beside_a_rest_and_a_visit_of_the_afternoon() -> None:
    evenings = tuple(DayWindow(day, end=20 * 60 + 30) for day in range(1, 5))
    pin = Pin("hangzhou/leifeng-pagoda", 2, when="afternoon")
    stay = city_stay(source.cities()["hangzhou"])
    request = PlanRequest((stay,), 4, start_date=date(2027, 5, 11), pace="relaxed", day_windows=evenings, pinned=(pin,))
    sights, legs = planning_sights(["hangzhou"]), leg_provider()
    after = with_rests(plan(request, sights, legs), request, Rest(), sights, legs).itinerary
    second = after.days[1]
    assert [visit.sight for visit in second.visits if visit.pinned and visit.sight] == [pin.sight]
    assert rests_of(second)
    assert [meal.kind for meal in second.meals] == ["lunch", "dinner"]
    assert after.certificate.feasible
