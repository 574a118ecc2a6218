"""The verifier holds holidays and sessions against any plan, with the evidence in both languages."""

from __future__ import annotations

import dataclasses

import pytest

from tests.planning.cast import SIGHTS, request, with_visit
from travelagent.planning.engine import plan
from travelagent.plans.closures import read_closures
from travelagent.plans.sessions import read_sessions
from travelagent.plans.values import Check, Itinerary, Sight
from travelagent.verifier import verify

TOWER = "town/tower"


@pytest.fixture(scope="module")
def sound() -> Itinerary:
    return plan(request(), SIGHTS)


def checks(itinerary: Itinerary, constraint: str, **known: object) -> list[Check]:
    """The checks of that kind on the tower, of which this is known besides."""
    sights: tuple[Sight, ...] = tuple(dataclasses.replace(s, **known) if s.id == TOWER else s for s in SIGHTS)
    certificate = verify(itinerary, request(), sights)
    return [check for check in certificate.checks if (check.constraint, check.visit) == (constraint, TOWER)]


def test_a_closed_day_fails_with_its_reason(sound: Itinerary) -> None:
    day = next(day.date for day in sound.days for visit in day.visits if visit.sight == TOWER)
    [check] = checks(sound, "opening_hours", closed_on=read_closures(f"12-25|{day:%m-%d}"))
    assert check.status == "fail"
    assert check.evidence.en.startswith(f"closed on {day.day} April 2026 (holiday); visit ")
    assert check.evidence.zh.startswith(f"2026年4月{day.day}日不开放（节假日）；参观 ")


def test_a_closure_of_other_days_passes(sound: Itinerary) -> None:
    [check] = checks(sound, "opening_hours", closed_on=read_closures("12-25|cny-eve|05-01..05-03"))
    assert check.status == "pass"


@pytest.mark.parametrize(("arrive", "status"), [(19 * 60 + 30, "pass"), (19 * 60 + 31, "fail"), (19 * 60, "fail")])
def test_a_show_begins_on_time(sound: Itinerary, arrive: int, status: str) -> None:
    late = with_visit(sound, TOWER, arrive=arrive, depart=arrive + 45)
    [check] = checks(late, "session", sessions=read_sessions("19:30|20:50"))
    assert check.status == status
    at = f"{arrive // 60}:{arrive % 60:02d}"
    assert check.evidence.en == f"begins {at}; sessions that day: 19:30, 20:50"
    assert check.evidence.zh == f"{at} 开始；当天场次：19:30, 20:50"


def test_a_day_without_a_session_fails(sound: Itinerary) -> None:
    [check] = checks(sound, "session", sessions=read_sessions("Sa,Su 10:00"))
    assert check.status == "fail"
    assert check.evidence.en.endswith("no session that day")
    assert check.evidence.zh.endswith("当天没有场次")


def test_what_has_no_sessions_is_not_asked_for_them(sound: Itinerary) -> None:
    assert checks(sound, "session") == []
