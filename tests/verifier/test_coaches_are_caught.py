"""A ride by coach that no timetable knows, that comes too early or leaves too late, fails the certificate."""

from __future__ import annotations

import dataclasses
from datetime import date
from decimal import Decimal

import pytest

from tests.planning.cast import TOWN, request, sight, text, with_day
from travelagent.planning.engine import plan
from travelagent.plans.values import Base, Check, Coach, Itinerary, Night, Pin, Point
from travelagent.verifier import verify

COACH = Coach("valley", 60, Decimal(6), 60, 8 * 60, 18 * 60, tuple(range(1, 13)), text("Line"), text("Station"))
LAKE = sight("lake", 48.4, 11.0, hours="24/7", price=Decimal(0), coach=COACH)
STAY = dataclasses.replace(TOWN, taxi_km=Decimal(2))
PLAN_REQUEST = request(cities=(STAY,), days=1, must_see=(LAKE.id,))


@pytest.fixture(scope="module")
def by_coach() -> Itinerary:
    return plan(PLAN_REQUEST, (LAKE,))


def checks(itinerary: Itinerary, coach: Coach | None) -> list[Check]:
    found = verify(itinerary, PLAN_REQUEST, (dataclasses.replace(LAKE, coach=coach),)).checks
    return [check for check in found if check.constraint == "coach"]


def test_the_ride_there_and_the_ride_back_are_held_against_the_timetable(by_coach: Itinerary) -> None:
    assert by_coach.certificate.feasible
    assert [check.status for check in checks(by_coach, COACH)] == ["pass", "pass"]


@pytest.mark.parametrize(
    ("changes", "evidence"),
    [
        ({"last": 9 * 60}, "the last coach back from Lake leaves at 09:00"),
        ({"first": 20 * 60, "last": 23 * 60}, "the first coach is at Lake at 21:00"),
        ({"months": (12,)}, "no coach to Lake on"),
    ],
)
def test_a_ride_outside_the_timetable_fails(by_coach: Itinerary, changes, evidence: str) -> None:
    failed = [check for check in checks(by_coach, dataclasses.replace(COACH, **changes)) if check.status == "fail"]
    assert evidence in " ".join(check.evidence.en for check in failed)


def test_a_coach_that_is_not_known_fails(by_coach: Itinerary) -> None:
    assert {check.status for check in checks(by_coach, None)} == {"fail"}


def test_a_leg_written_as_a_coach_by_hand_fails(by_coach: Itinerary) -> None:
    [day] = by_coach.days
    late = tuple(dataclasses.replace(leg, depart=leg.depart + 12 * 60) for leg in day.legs)
    assert not verify(with_day(by_coach, 1, legs=late), PLAN_REQUEST, (LAKE,)).feasible
    assert date(2026, 4, 14) == day.date


BASE = Base(Point(text("Lake House"), 48.41, 11.0))
MUSEUM = sight("museum", 48.0, 11.01, category="museum", indoor=True)
AWAY = request(
    cities=(dataclasses.replace(STAY, bases=(BASE,)),), nights=(Night(1, BASE.place),), must_see=(LAKE.id, MUSEUM.id)
)


@pytest.mark.parametrize(("last", "feasible"), [(18 * 60, True), (7 * 60, False)])
def test_after_a_night_out_of_town_one_rides_by_the_coach_of_the_sight_beside_it(last: int, feasible: bool) -> None:
    found = plan(dataclasses.replace(AWAY, pinned=(Pin(LAKE.id, day=1), Pin(MUSEUM.id, day=2))), (LAKE, MUSEUM))
    assert next(leg for leg in found.days[1].legs if leg.origin == "start").mode == "bus"
    lake = dataclasses.replace(LAKE, coach=dataclasses.replace(COACH, last=last))
    assert verify(found, AWAY, (lake, MUSEUM)).feasible is feasible
