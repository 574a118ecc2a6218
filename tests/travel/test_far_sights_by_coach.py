"""A far sight with a scheduled coach is gone to by it where that is cheaper, between the first and the last one."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

import pytest

from tests.planning.cast import COSTS, TOWN, request, sight, text
from travelagent.costs.budget import budget, coach_fares
from travelagent.costs.values import BudgetRequest
from travelagent.planning.engine import plan
from travelagent.plans.errors import Infeasible
from travelagent.plans.values import Coach, Itinerary, Pin, PlanRequest, Sight

ALL_YEAR = tuple(range(1, 13))
LAKE_COACH = Coach("valley", 70, Decimal(8), 60, 8 * 60, 18 * 60, ALL_YEAR, text("Alpine"), text("Bus station"))
GORGE_COACH = dataclasses.replace(LAKE_COACH, minutes=100, fare=Decimal(10))
LAKE = sight("lake", 48.4, 11.0, hours="24/7", price=Decimal(0), score=9.0, coach=LAKE_COACH)
GORGE = sight("gorge", 48.6, 11.0, hours="24/7", price=Decimal(0), score=9.0, coach=GORGE_COACH)
STAY = dataclasses.replace(TOWN, taxi_km=Decimal(2))


def plan_request(*sights: Sight, **changes) -> PlanRequest:
    return request(**{"cities": (STAY,), "days": 1, "must_see": tuple(each.id for each in sights), **changes})


def modes(itinerary: Itinerary) -> list[str]:
    return [leg.mode for day in itinerary.days for leg in day.legs]


def test_one_goes_there_and_back_by_coach_and_is_told_how() -> None:
    found = plan(plan_request(LAKE), (LAKE,))
    assert modes(found) == ["bus", "bus"]
    assert all(leg.minutes >= 70 + 20 for leg in found.days[0].legs)
    [note] = [note for note in found.assumptions if "Coach to Lake" in note.en]
    for part in ("Alpine", "Bus station", "1 h 10 min", "every 1 h", "EUR 8 ", "18:00"):
        assert part in note.en
    assert "返程末班约 18:00" in note.zh


@pytest.mark.parametrize(
    ("coach", "changes"),
    [
        (dataclasses.replace(LAKE_COACH, fare=Decimal(150)), {}),
        (dataclasses.replace(LAKE_COACH, fare=Decimal(40)), {"travellers": 4}),
        (dataclasses.replace(LAKE_COACH, months=(1, 2)), {}),
        (None, {}),
    ],
    ids=["dear", "dear for four in a car", "out of season", "none"],
)
def test_a_taxi_goes_where_no_coach_is_cheaper_or_runs(coach: Coach | None, changes) -> None:
    lake = dataclasses.replace(LAKE, coach=coach)
    assert modes(plan(plan_request(lake, **changes), (lake,))) == ["taxi", "taxi"]


def test_who_drives_takes_no_coach() -> None:
    assert modes(plan(plan_request(LAKE, way="car"), (LAKE,))) == ["car", "car"]


def test_from_stop_to_stop_of_a_line_one_rides_on() -> None:
    found = plan(plan_request(LAKE, GORGE), (LAKE, GORGE))
    assert modes(found) == ["bus", "bus", "bus"]
    between = found.days[0].legs[1]
    assert between.minutes < 70


def test_the_visit_is_over_before_the_last_coach() -> None:
    dusk = dataclasses.replace(
        LAKE, hours="12:00-23:00", minutes=180, coach=dataclasses.replace(LAKE_COACH, last=17 * 60)
    )
    found = plan(plan_request(dusk), (dusk,))
    [visit] = found.visits
    assert visit.depart <= 17 * 60 - 15
    assert visit.slack_minutes <= 17 * 60 - 15 - visit.depart
    too_late = dataclasses.replace(dusk, hours="16:00-23:00")
    assert not plan(request(cities=(STAY,), days=1), (too_late,)).visits


def test_a_visit_that_would_miss_the_last_coach_is_refused_with_its_hour() -> None:
    with pytest.raises(Infeasible) as refused:
        plan(plan_request(LAKE, pinned=(Pin(LAKE.id, day=1, start=19 * 60),)), (LAKE,))
    assert "the last one back leaves at 18:00" in refused.value.text.en


def test_a_meal_before_the_last_coach_leaves_time_for_it() -> None:
    found = plan(plan_request(LAKE), (LAKE,))
    [day] = found.days
    assert day.legs[-1].depart <= LAKE_COACH.last
    assert [meal.kind for meal in day.meals] == ["lunch", "dinner"]


def test_a_budget_counts_everybodys_fares() -> None:
    found = plan(plan_request(LAKE, GORGE), (LAKE, GORGE))
    fares = coach_fares(found, (LAKE, GORGE))
    assert sorted(fare for _, fare in fares) == [Decimal(4), Decimal(8), Decimal(10)]
    lines = budget(BudgetRequest(((COSTS, 1),), travellers=3, coach_fares=fares)).items
    [line] = [line for line in lines if "coach ride" in line.label.en]
    assert line.amount == 3 * Decimal(22)
