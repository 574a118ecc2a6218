"""Who drives over the hours of lunch stops for it: the time is planned, noted, and proven."""

from __future__ import annotations

import dataclasses
from datetime import date

import pytest

from tests.planning.cast import TOWN, request, sight, with_day
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.trip import SetPace
from travelagent.planning.engine import plan
from travelagent.plans.meal_hours import lunch_on_the_way
from travelagent.plans.values import PACES, CityStay, Itinerary, LocalizedText, Meal, PlanRequest
from travelagent.travel.legs import EstimatedLegs
from travelagent.travel.values import Hop
from travelagent.verifier import verify

FAR = CityStay("far", LocalizedText("Far", "远方"), 49.0, 16.0, days=1)
NEAR = dataclasses.replace(TOWN, days=1)
SIGHTS = (
    sight("museum", 48.002, 11.003, category="museum", indoor=True),
    dataclasses.replace(sight("hall", 49.001, 16.002, category="museum", hours="09:00-22:00", indoor=True),
                        id="far/hall", city="far"),
)  # fmt: skip


class Roads(EstimatedLegs):
    """Moves of so many minutes in that way."""

    def __init__(self, mode: str, minutes: int) -> None:
        self.hop = Hop(mode, minutes, minutes * 1.1)

    def intercity(self, origin, destination, mode=None) -> Hop:
        return self.hop


def plan_request(**changes) -> PlanRequest:
    return request(cities=(NEAR, FAR), way="car", start_date=date(2026, 4, 14), **changes)


def moved(mode: str, minutes: int, **changes) -> Itinerary:
    return plan(plan_request(**changes), SIGHTS, Roads(mode, minutes))


def on_the_way(plan: Itinerary) -> list[Meal]:
    day = plan.days[1]
    [move] = [leg for leg in day.legs if leg.is_move]
    return [meal for meal in day.meals if meal.end <= move.depart + move.minutes]


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("minutes", [305, 400, 470])
def test_a_long_drive_stops_for_lunch_and_takes_that_much_longer(pace, minutes):
    found = moved("car", minutes, pace=pace)
    [lunch] = on_the_way(found)
    [move] = [leg for leg in found.days[1].legs if leg.is_move]
    assert lunch.kind == "lunch"
    assert 11 * 60 + 30 <= lunch.start < lunch.end <= 13 * 60 + 30
    assert move.minutes == minutes + PACES[pace].meal_minutes == minutes + lunch.end - lunch.start
    assert [meal.kind for meal in found.days[1].meals].count("lunch") == 1
    assert [note.en for note in found.assumptions if "stop for lunch" in note.en]
    assert found.certificate.feasible


@pytest.mark.parametrize("minutes", [120, 240])
def test_who_arrives_in_time_has_lunch_there(minutes):
    found = moved("car", minutes)
    assert not on_the_way(found)
    assert [meal.kind for meal in found.days[1].meals].count("lunch") == 1
    assert not [note for note in found.assumptions if "stop for lunch" in note.en]


def test_a_coach_halts_for_lunch_within_its_time_and_a_train_has_it_on_board():
    by_coach = moved("bus", 470)
    assert [meal.kind for meal in on_the_way(by_coach)] == ["lunch"]
    assert by_coach.days[1].legs[0].minutes == 470
    by_train = moved("train", 470)
    assert not on_the_way(by_train)
    assert by_train.certificate.feasible


def test_who_arrives_in_the_hours_of_dinner_dines_then():
    found = moved("car", 470)
    [dinner] = [meal for meal in found.days[1].meals if meal.kind == "dinner"]
    arrived = found.days[1].legs[0].depart + found.days[1].legs[0].minutes
    assert arrived <= dinner.start
    assert dinner.end <= 21 * 60


def test_the_verifier_misses_the_lunch_and_counts_its_minutes_as_no_driving():
    found = moved("car", 470)
    day = found.days[1]
    hungry = with_day(found, 2, meals=tuple(meal for meal in day.meals if meal.kind != "lunch"))
    [failure] = verify(hungry, plan_request(), SIGHTS).failures
    assert failure.constraint == "lunch"
    assert failure.evidence.en == "no lunch on the way from 09:00 to 17:50"
    fast = dataclasses.replace(day.legs[0], km=120 * 470 / 60 + 1)
    failures = verify(with_day(found, 2, legs=(fast, *day.legs[1:])), plan_request(), SIGHTS).failures
    assert {failure.constraint for failure in failures} == {"leg_speed"}


def test_a_day_with_nothing_but_the_drive_has_its_lunch():
    found = plan(plan_request(avoid=("far/hall",)), SIGHTS, Roads("car", 470))
    assert not found.days[1].visits
    assert [meal.kind for meal in found.days[1].meals] == ["lunch"]


def test_an_edit_keeps_the_lunch_on_the_way():
    roads = Roads("car", 470)
    before = plan(plan_request(), SIGHTS, roads)
    after = edit_plan(before, plan_request(), [SetPace("relaxed")], SIGHTS, roads).itinerary
    assert [meal.end - meal.start for meal in on_the_way(after)] == [75]
    assert after.certificate.feasible


@pytest.mark.parametrize(
    ("sets_out", "minutes", "eats"), [(9 * 60, 271, True), (9 * 60, 270, False), (12 * 60, 400, False)]
)
def test_lunch_is_on_the_way_where_one_leaves_before_it_and_arrives_after_it(sets_out, minutes, eats):
    assert (lunch_on_the_way(plan_request(), FAR, sets_out, "car", minutes) is not None) is eats
    assert lunch_on_the_way(plan_request(), FAR, sets_out, "flight", minutes) is None
