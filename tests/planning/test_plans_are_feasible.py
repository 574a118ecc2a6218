"""Whatever is asked, the plan that comes out holds, and is the same when made again."""

from __future__ import annotations

import dataclasses
import re
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.planning.cast import MONDAY, SIGHTS, TOWN, request, sight, text
from tests.planning.worlds import hold_to_account, requests, sights
from tests.support.examples import examples
from travelagent.planning.engine import plan
from travelagent.plans.errors import Infeasible, InvalidRequest
from travelagent.plans.values import CityStay, DayWindow, FixedVisit, Pin, Point


@given(data=st.data())
@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
def test_whatever_is_asked_the_plan_or_the_refusal_keeps_its_promises(data):
    candidates = data.draw(sights())
    plan_request = data.draw(requests(candidates))
    assert hold_to_account(plan_request, candidates, data.draw(st.integers(0, 13))) in {"planned", "infeasible"}


def test_it_works():
    found = plan(request(), SIGHTS)
    assert found.certificate.feasible
    assert {visit.sight for visit in found.visits} | {left.sight for left in found.left_out} == {s.id for s in SIGHTS}
    assert all(day.visits for day in found.days)


def test_the_same_request_gives_the_same_plan():
    assert plan(request(), SIGHTS) == plan(request(), SIGHTS)


def test_a_sight_is_left_out_on_its_closing_day_and_says_so():
    found = plan(request(days=1, start_date=MONDAY), SIGHTS)
    reasons = {left.sight: left.reason.en for left in found.left_out}
    assert "Monday" in reasons["town/museum"]


def test_what_must_be_seen_outweighs_what_is_better():
    found = plan(request(days=1, pace="relaxed", must_see=("town/church", "town/bridge")), SIGHTS)
    assert {"town/church", "town/bridge"} <= {visit.sight for visit in found.visits}


def test_no_day_stays_empty_while_a_sight_is_left_out():
    found = plan(request(days=5), SIGHTS)
    assert all(day.visits for day in found.days)
    assert found.left_out == ()


def test_a_sight_too_far_for_the_usual_day_names_the_hour_that_would_do():
    far = sight("volcano", 48.3, 11.4, minutes=180, hours="06:00-12:00")
    found = plan(request(), (*SIGHTS, far))
    relaxation = next(left.relaxation.en for left in found.left_out if left.sight == "town/volcano")
    hour = re.fullmatch(r"Fits if you start at (\d\d):(\d\d) on day 1\.", relaxation)
    assert hour is not None
    early = DayWindow(1, start=int(hour[1]) * 60 + int(hour[2]))
    again = plan(request(day_windows=(early,), must_see=("town/volcano",)), (*SIGHTS, far))
    assert "town/volcano" in {visit.sight for visit in again.days[0].visits}


def test_a_must_see_that_never_opens_is_named_with_its_reason_and_a_partial_plan():
    with pytest.raises(Infeasible) as refusal:
        plan(request(days=1, start_date=MONDAY, must_see=("town/museum",)), SIGHTS)
    assert refusal.value.clash == ("town/museum",)
    assert "Monday" in refusal.value.text.en
    assert refusal.value.partial is not None
    assert refusal.value.partial.certificate.feasible


def test_demands_that_clash_are_named_without_those_that_do_not():
    demands = ("town/castle", "town/zoo", "town/bridge")
    window = DayWindow(1, start=8 * 60, end=16 * 60)
    with pytest.raises(Infeasible) as refusal:
        plan(request(days=1, must_see=demands, day_windows=(window,)), SIGHTS)
    assert set(refusal.value.clash) == {"town/castle", "town/zoo"}


def test_pins_and_bookings_keep_their_day_and_hour():
    booking = FixedVisit(text("Opera"), 48.002, 11.002, 19 * 60 + 30, 120, day=2)
    pin = Pin("town/garden", day=1, start=15 * 60)
    found = plan(request(pinned=(pin,), fixed=(booking,)), SIGHTS)
    garden = next(visit for visit in found.days[0].visits if visit.sight == "town/garden")
    opera = next(visit for visit in found.days[1].visits if visit.sight is None)
    assert garden.arrive == 15 * 60
    assert (opera.arrive, opera.depart) == (19 * 60 + 30, 21 * 60 + 30)


def test_a_late_arrival_at_the_station_starts_the_day_there():
    station = Point(text("Station"), 48.02, 11.02)
    found = plan(request(day_windows=(DayWindow(1, start=15 * 60, origin=station),)), SIGHTS)
    assert found.days[0].origin == station
    assert found.days[0].start >= 15 * 60


def test_the_move_between_cities_opens_the_day_in_the_next_one():
    other = CityStay("other", text("Other"), 50.0, 12.0)
    there = tuple(
        dataclasses.replace(s, id=s.id.replace("town", "other"), city="other", lat=s.lat + 2, lon=s.lon + 1)
        for s in SIGHTS
    )
    found = plan(request(cities=(TOWN, other), days=4), (*SIGHTS, *there))
    first = next(day for day in found.days if day.city == "other")
    assert [day.city for day in found.days] == sorted((day.city for day in found.days), reverse=True)
    assert first.legs[0].mode == "train"
    assert first.visits[0].arrive >= first.start + first.legs[0].minutes


def test_without_a_date_a_neutral_week_is_assumed_and_said():
    found = plan(request(start_date=None, today=date(2026, 3, 2)), SIGHTS)
    assert found.date_assumed
    assert found.days[0].date == date(2026, 3, 17)
    assert found.days[0].weekday == "Tu"
    assert any("Tuesday 17 March 2026" in assumption.en for assumption in found.assumptions)


def test_progress_rises_to_one_and_a_cancel_still_gives_a_plan():
    progress: list[float] = []
    plan(request(iterations=1000), SIGHTS, progress=progress.append)
    assert progress == sorted(progress)
    assert progress[-1] == 1.0
    assert plan(request(), SIGHTS, cancelled=lambda: True).certificate.feasible


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("days", {"days": 0}),
        ("days", {"days": 31}),
        ("travellers", {"travellers": -1}),
        ("cities", {"cities": ()}),
        ("cities", {"cities": (dataclasses.replace(TOWN, days=3),)}),
        ("must_see", {"must_see": ("town/nowhere",)}),
        ("must_see", {"must_see": ("town/zoo",), "avoid": ("town/zoo",)}),
        ("pinned", {"pinned": (Pin("town/zoo", day=9),)}),
        ("day_windows", {"day_windows": (DayWindow(1, start=900, end=800),)}),
        ("fixed", {"fixed": (FixedVisit(text("x"), 48, 11, 1430, 60),)}),
    ],
)
def test_a_senseless_request_is_refused_by_the_name_of_its_field(field, changes):
    with pytest.raises(InvalidRequest) as refusal:
        plan(request(**changes), SIGHTS)
    assert refusal.value.field == field


def test_thirty_days_are_planned():
    found = plan(request(days=30), SIGHTS)
    assert len(found.days) == 30
    assert len(found.visits) == len(SIGHTS)


def test_a_sight_that_is_worth_nothing_fills_a_day_and_is_not_called_dear() -> None:
    plain = [sight(f"plain-{n}", 48.0, 11.0, minutes=10, score=0.0, hours=None) for n in range(3)]
    found = plan(request(days=1), plain)

    assert {visit.sight for visit in found.visits} == {each.id for each in plain}


def test_a_sight_that_fits_with_another_is_no_clash() -> None:
    """The show alone leaves no time for lunch in town; beside the long visit, where one has lunch, it fits."""
    offered = [
        sight("show", 48.125, 11.0, category="museum", minutes=106, hours="18:00-02:00"),
        sight("hall", 48.125, 11.0, category="museum", minutes=137, hours=None),
        sight("rooms", 48.0, 11.0, category="museum", minutes=139, hours=None),
    ]
    plan_request = request(
        days=1, pace="relaxed", must_see=tuple(each.id for each in offered), day_windows=(DayWindow(1, 597, 1301),)
    )
    with pytest.raises(Infeasible) as refused:
        plan(plan_request, offered)

    assert refused.value.clash == ("town/hall", "town/rooms")
