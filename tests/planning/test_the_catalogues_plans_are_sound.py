"""A sample of the catalogue's trips has nothing that a traveller would shake their head at.

The limits and the whole catalogue are in benchmarks/catalogue_sweep.py; here are cities of every kind: vast and small,
with a mountain or an island a day away, with many lookouts, with fewer sights than a week has room for.
"""

import dataclasses
from datetime import date

import pytest

from benchmarks.catalogue_sweep import brief_for, swept
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.catalog.source import cities, distance_km
from travelagent.planning.day_order import FAR_KM
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.sights import Move
from travelagent.planning.engine import plan
from travelagent.plans.values import USUAL_MEALS, Pace, PlanRequest
from travelagent.verifier import verify
from travelagent.wire.request import request_from_wire, request_to_wire

CITIES = ("beijing", "cape-town", "chengdu", "huangshan", "istanbul", "kyoto", "lijiang", "mohe", "new-york", "paris",
          "prague", "vancouver")  # fmt: skip
MONDAY, WINTER = date(2026, 4, 13), date(2026, 12, 28)
TOLERATED = {"waiting"}
"""Where there is nothing left to see until the lights go on, one waits."""


def request_for(city: str, days: int, pace: Pace, start: date) -> PlanRequest:
    """A patient request to the planner, without what a brief makes of it."""
    return PlanRequest((city_stay(cities()[city]),), days, start_date=start, pace=pace, deadline_seconds=60.0)


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.parametrize(
    ("days", "pace", "start"),
    [
        (1, "relaxed", MONDAY),
        (2, "packed", WINTER),
        (3, "normal", MONDAY),
        (5, "normal", WINTER),
        (7, "packed", MONDAY),
    ],
)
@pytest.mark.sampled(of=3)
def test_no_day_is_empty_overlong_walked_in_the_dark_or_without_meals(
    city: str, days: int, pace: Pace, start: date
) -> None:
    found = swept(brief_for(city, days, pace, start), planning_sights([city])).findings
    assert [finding for finding in found if finding.kind not in TOLERATED] == []


@pytest.mark.parametrize("city", CITIES)
@pytest.mark.sampled(of=3)
def test_a_weekend_knows_no_idle_hours(city: str) -> None:
    found = swept(brief_for(city, 2, "normal", MONDAY), planning_sights([city])).findings
    assert [finding for finding in found if finding.kind == "waiting"] == []


@pytest.mark.parametrize("pace", ["normal", "packed"])
@pytest.mark.parametrize(("city", "days"), [("rome", 5), ("athens", 5), ("beijing", 4), ("paris", 4)])
def test_a_stay_neither_begins_nor_ends_far_out_of_town(city: str, days: int, pace: Pace) -> None:
    request = request_for(city, days, pace, date(2026, 4, 14))
    (stay,) = request.cities
    found = plan(request, planning_sights([city]))
    away = [
        max(distance_km(stay.lat, stay.lon, visit.lat, visit.lon) for visit in day.visits) > FAR_KM
        for day in found.days
    ]
    assert any(away)
    assert not away[0]
    assert not away[-1]


@pytest.mark.parametrize(
    ("city", "lunch_from", "dinner_from"),
    [
        ("madrid", 810, 1140),
        ("athens", 780, 1140),
        ("buenos-aires", 750, 1140),
        ("rome", 750, 1110),
        ("urumqi", 810, 1140),
        ("kashgar", 810, 1140),
        ("lhasa", 750, 1110),
    ],
)
@pytest.mark.parametrize("pace", ["relaxed", "normal", "packed"])
def test_one_eats_when_people_there_do(city: str, lunch_from: int, dinner_from: int, pace: Pace) -> None:
    request, sights = request_for(city, 3, pace, MONDAY), planning_sights([city])
    planned = plan(request, sights)
    moving = planned.days[0].visits[0].id
    by_hand = edit_plan(planned, request, [Move(moving, 1, 0)], sights, mend=False).itinerary
    assert request_from_wire(request_to_wire(request)) == request
    for day in (*planned.days, by_hand.days[0]):
        meals = {meal.kind: meal.start for meal in day.meals}
        assert meals["lunch"] >= lunch_from
        assert meals["dinner"] >= dinner_from


@pytest.mark.parametrize("city", ["madrid", "athens", "urumqi"])
def test_a_meal_at_hours_of_elsewhere_is_told(city: str) -> None:
    request, sights = request_for(city, 3, "normal", MONDAY), planning_sights([city])
    usual = dataclasses.replace(request, cities=(dataclasses.replace(request.cities[0], meals=USUAL_MEALS),))
    failures = verify(plan(usual, sights), request, sights).failures
    assert {check.constraint for check in failures} & {"lunch", "dinner"}


def test_no_day_crosses_the_city_twice_where_another_order_takes_as_long() -> None:
    over_the_river = {"rome/janiculum-hill", "rome/trastevere"}
    request = request_for("rome", 3, "normal", date(2026, 10, 13))
    found = plan(dataclasses.replace(request, must_see=tuple(over_the_river)), planning_sights(["rome"]))
    (day,) = [day for day in found.days if any(visit.sight == "rome/trastevere" for visit in day.visits)]
    seen = [visit.sight in over_the_river for visit in day.visits]
    assert sum(seen) == 2
    assert seen == sorted(seen)


def test_where_lunch_is_late_a_day_with_time_to_spare_begins_late() -> None:
    planned = plan(request_for("urumqi", 5, "normal", date(2026, 12, 8)), planning_sights(["urumqi"]))
    lunches = [(day, meal.start) for day in planned.days for meal in day.meals if meal.kind == "lunch"]
    waits = [day for day, lunch in lunches if lunch - max(v.depart for v in day.visits if v.arrive < lunch) >= 45]
    assert waits
    assert min(day.start for day in waits) > 10 * 60


def test_the_day_is_not_kept_waiting_for_what_could_be_seen_before_dinner() -> None:
    (day,) = plan(request_for("tallinn", 1, "relaxed", date(2026, 4, 14)), planning_sights(["tallinn"])).days
    (dinner,) = [meal for meal in day.meals if meal.kind == "dinner"]
    assert len(day.visits) == 3
    assert max(visit.depart for visit in day.visits) <= dinner.start


def test_without_a_date_a_festival_is_planned_in_its_season() -> None:
    sights = planning_sights(["munich"])
    plan_request = dataclasses.replace(request_for("munich", 3, "normal", MONDAY), start_date=None, today=MONDAY)
    usual = plan(plan_request, sights)
    festival = plan(dataclasses.replace(plan_request, must_see=("munich/oktoberfest",)), sights)
    assert usual.days[0].date == date(2026, 4, 28)
    assert festival.days[0].date == date(2026, 9, 22)
    assert "munich/oktoberfest" in {visit.sight for visit in festival.visits}
    assert "what you must see is open" in festival.assumptions[0].en
    assert "才开放" in festival.assumptions[0].zh
