"""Who comes at noon has lunch first, who leaves early has it before, and nobody dines long after a late arrival."""

from __future__ import annotations

import dataclasses
from datetime import date

import pytest

from tests.planning.cast import TOWN, request, sight
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.sights import Move
from travelagent.planning.edits.under_way import GoOn
from travelagent.planning.engine import plan
from travelagent.planning.onward import onward
from travelagent.plans.errors import Infeasible
from travelagent.plans.meal_hours import HUNGRY_AFTER, meal_hours, meal_hours_of
from travelagent.plans.rides import with_ride_windows
from travelagent.plans.values import (
    PACES,
    DayPlan,
    DayWindow,
    Itinerary,
    Meal,
    Pace,
    Pin,
    PlanRequest,
    Point,
    Ride,
    Sight,
)
from travelagent.verifier import verify

CITIES = ("beijing", "xian", "rome", "london", "paris", "tokyo", "chongqing", "new-york", "madrid")
FLIGHT, TRAIN = 120, 45


def plan_request(city: str, *, arrival: Ride | None = None, departure: Ride | None = None, pace: Pace = "normal",
          days: int = 3) -> PlanRequest:  # fmt: skip
    stay = city_stay(source.cities()[city])
    request = PlanRequest((stay,), days, start_date=date(2026, 10, 13), pace=pace, arrival=arrival, departure=departure,
                          deadline_seconds=60.0)  # fmt: skip
    return with_ride_windows(request)


def planned(request: PlanRequest) -> tuple[Itinerary, tuple[Sight, ...]]:
    sights = planning_sights([stay.id for stay in request.cities])
    return plan(request, sights), sights


def meal(day: DayPlan, kind: str) -> Meal | None:
    return next((meal for meal in day.meals if meal.kind == kind), None)


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(
    ("at", "minutes", "pace"),
    [(11 * 60, TRAIN, "normal"), (12 * 60, TRAIN, "relaxed"), (12 * 60, FLIGHT, "normal"), (13 * 60, TRAIN, "packed")],
)
@pytest.mark.sampled(of=3)
def test_who_comes_at_noon_has_lunch_first(city: str, at: int, minutes: int, pace: Pace) -> None:
    request = plan_request(city, arrival=Ride(at, minutes), pace=pace)
    found, _ = planned(request)
    first = found.days[0]
    lunch = meal(first, "lunch")
    assert lunch is not None
    usual = request.cities[0].meals.lunch
    assert lunch.start >= max(usual[0], at + minutes)
    assert lunch.end <= max(usual[1], at + minutes + PACES[pace].meal_minutes + 45)
    assert all(visit.arrive >= lunch.end for visit in first.visits if visit.arrive > usual[1])
    assert found.certificate.feasible


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("minutes", [TRAIN, FLIGHT])
@pytest.mark.sampled(of=3)
def test_who_comes_too_late_for_lunch_dines_in_time(city: str, minutes: int) -> None:
    at = 15 * 60 + 30
    found, _ = planned(plan_request(city, arrival=Ride(at, minutes)))
    first = found.days[0]
    assert meal(first, "lunch") is None
    dinner = meal(first, "dinner")
    assert dinner is not None
    assert dinner.start <= at + HUNGRY_AFTER


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize("ends", [13 * 60 + 30, 14 * 60, 14 * 60 + 45])
@pytest.mark.sampled(of=3)
def test_who_leaves_in_the_early_afternoon_has_lunch_before(city: str, ends: int) -> None:
    found, _ = planned(plan_request(city, departure=Ride(ends + 210, 210)))
    lunch = meal(found.days[-1], "lunch")
    assert lunch is not None
    assert lunch.end <= found.days[-1].end <= ends
    assert found.certificate.feasible


@pytest.mark.parametrize("city", ["xian", "paris", "madrid"])
def test_without_its_late_lunch_or_with_a_later_one_the_day_fails(city: str) -> None:
    request = plan_request(city, arrival=Ride(12 * 60, FLIGHT))
    found, sights = planned(request)
    day = found.days[0]
    (_, latest) = meal_hours_of(request, day).lunch
    others = tuple(each for each in day.meals if each.kind != "lunch")
    for meals in (others, (Meal("lunch", latest - 30, latest + 30), *others)):
        days = (dataclasses.replace(day, meals=meals), *found.days[1:])
        failures = verify(dataclasses.replace(found, days=days), request, sights).failures
        assert "lunch" in {check.constraint for check in failures}


def test_the_hours_of_a_day_without_a_journey_are_those_of_the_place() -> None:
    request = plan_request("rome", arrival=Ride(12 * 60, FLIGHT), departure=Ride(18 * 60, 210))
    (stay,) = request.cities
    assert meal_hours(request, stay, 2, PACES["normal"].start) == stay.meals
    assert meal_hours(request, stay, 1, 14 * 60) != stay.meals
    no_journey = dataclasses.replace(request, arrival=None, departure=None, day_windows=())
    assert meal_hours(no_journey, stay, 1, PACES["normal"].start) == stay.meals


def test_a_day_trip_that_begins_in_the_afternoon_has_no_second_lunch() -> None:
    request = dataclasses.replace(plan_request("rome", days=1), day_windows=(DayWindow(1, start=14 * 60),))
    found, _ = planned(request)
    assert meal(found.days[0], "lunch") is None


@pytest.mark.parametrize(("origin", "goal"), [("beijing", "xian"), ("paris", "amsterdam"), ("beijing", "chengdu")])
def test_a_move_that_ends_at_noon_leaves_time_for_lunch(origin: str, goal: str) -> None:
    stays = tuple(city_stay(source.cities()[city], 2) for city in (origin, goal))
    request = PlanRequest(stays, 4, start_date=date(2026, 10, 13), way="train", deadline_seconds=60.0)
    found, _ = planned(request)
    day = next(day for day in found.days if any(leg.is_move for leg in day.legs))
    arrives = day.start + sum(leg.minutes for leg in day.legs if leg.is_move)
    assert (meal(day, "lunch") is not None) == (arrives <= 14 * 60 + 30)
    assert found.certificate.feasible


@pytest.mark.parametrize("city", ["xian", "rome", "tokyo"])
def test_by_hand_lunch_still_comes_first(city: str) -> None:
    request = plan_request(city, arrival=Ride(12 * 60, FLIGHT))
    found, sights = planned(request)
    first = found.days[0]
    after = edit_plan(found, request, [Move(first.visits[-1].id, 1, 0)], sights, mend=False).itinerary
    lunch = meal(after.days[0], "lunch")
    assert lunch is not None
    assert lunch.end <= after.days[0].visits[0].arrive
    assert not [check for check in after.certificate.failures if check.constraint == "lunch"]


@pytest.mark.parametrize("now", [13 * 60, 14 * 60 + 20, 16 * 60])
def test_under_way_no_lunch_is_had_after_its_hours(now: int) -> None:
    request = plan_request("xian", arrival=Ride(12 * 60, TRAIN))
    found, sights = planned(request)
    after = onward(found, request, GoOn("late", 1, now, 30), sights)
    failed = {check.constraint for check in after.itinerary.certificate.failures if check.day == 1}
    assert "lunch" not in failed


@pytest.mark.parametrize("lat", [49.1, 49.15, 49.2])
@pytest.mark.parametrize("begins", [15 * 60, 15 * 60 + 45, 16 * 60 + 30])
def test_an_afternoon_that_ends_far_away_has_its_dinner_there(lat: float, begins: int) -> None:
    inn = Point(TOWN.name, lat, 11.0)
    hours = DayWindow(1, start=begins, end=21 * 60, destination=inn)
    quarter = sight("quarter", lat, 11.0, minutes=120, hours="24/7", category="old_town")
    found = plan(request(days=1, day_windows=(hours,), pace="relaxed"), (quarter,))
    assert found.certificate.feasible
    assert meal(found.days[0], "dinner") is not None or not found.days[0].visits


@pytest.mark.parametrize(("city", "far", "day"), [("kanas", "wucaitan", 3), ("udaipur", "kumbhalgarh", 1)])
def test_lunch_may_give_way_to_the_way_to_a_pinned_visit(city: str, far: str, day: int) -> None:
    ride = Ride(12 * 60, TRAIN), Ride(18 * 60, 2 * TRAIN)
    request = plan_request(city, arrival=ride[0], departure=ride[1])
    pin = Pin(f"{city}/{far}", day, when="afternoon")
    found, _ = planned(dataclasses.replace(request, pinned=(pin,)))
    assert [visit.sight for visit in found.days[day - 1].visits if visit.pinned] == [pin.sight]
    assert meal(found.days[day - 1], "lunch") is None
    assert found.certificate.feasible


def test_nobody_goes_without_lunch_for_a_visit_that_only_the_planner_would_have_then() -> None:
    request = plan_request("kanas", arrival=Ride(12 * 60, TRAIN), departure=Ride(18 * 60, 2 * TRAIN))
    with pytest.raises(Infeasible):
        planned(dataclasses.replace(request, pinned=(Pin("kanas/wucaitan", 3, when="afternoon", by_traveller=False),)))
