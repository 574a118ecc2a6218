"""On a drive from city to city one stops at what lies on the road, where that is better; the verifier proves it."""

from __future__ import annotations

import dataclasses
from datetime import date

import pytest

from tests.planning.cast import with_day
from travelagent.briefs.compile import compile_request
from travelagent.briefs.plan import DirectEngine, Planned, plan_brief
from travelagent.briefs.search_rules import ON_THE_WAY
from travelagent.briefs.values import Dates, Stay, Travel, TripBrief
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.days import EndBy
from travelagent.planning.edits.sights import Drop, Remove
from travelagent.planning.edits.under_way import GoOn
from travelagent.planning.engine import plan
from travelagent.planning.replan import replan
from travelagent.planning.stopovers import drives_to_try, stops_on
from travelagent.plans.on_the_way import is_on_the_way
from travelagent.plans.values import Itinerary, PlanRequest, Visit
from travelagent.verifier import verify
from travelagent.wire.request import request_from_wire, request_to_wire

START = date(2027, 7, 5)
ICELAND, GEORGIA = (("reykjavik", 1), ("vik", 2)), (("tbilisi", 2), ("kazbegi", 2))


def seen_on_drives(itinerary: Itinerary, city: str) -> list[Visit]:
    return [visit for visits in stops_on(itinerary, (city,)).values() for visit in visits]


def plan_request(stays=ICELAND, *, stops: bool = True, **changes) -> PlanRequest:
    cities = tuple(city_stay(source.cities()[city], days) for city, days in stays)
    stopovers = tuple(city for city, _ in stays[1:]) if stops else ()
    values = {"start_date": START, "way": "car", "stopovers": stopovers, "deadline_seconds": 60.0, **changes}
    return PlanRequest(cities, sum(days for _, days in stays), **values)


def sights_of(request: PlanRequest):
    return planning_sights([stay.id for stay in request.cities])


@pytest.fixture(scope="module")
def driven() -> Itinerary:
    return plan(plan_request(), sights_of(plan_request()))


@pytest.mark.parametrize(
    ("stays", "passed"),
    [(ICELAND, "vik/seljalandsfoss"), (GEORGIA, "kazbegi/ananuri-fortress"), ((("vik", 1), ("hofn", 2)), "hofn/")],
)
def test_what_lies_on_the_road_is_seen_on_the_drive(stays, passed):
    request = plan_request(stays)
    found = plan(request, sights_of(request))
    stops = seen_on_drives(found, stays[1][0])
    assert any(str(visit.sight).startswith(passed) for visit in stops)
    day = next(day for day in found.days if day.city == stays[1][0])
    assert day.origin != day.destination
    assert not any(leg.is_move for leg in day.legs)
    assert {meal.kind for meal in day.meals} == {"lunch", "dinner"}
    assert found.certificate.feasible
    straight = plan(plan_request(stays, stops=False), sights_of(request))
    assert found.score > straight.score


def test_a_sight_of_the_city_left_behind_may_be_the_stop(driven):
    request = plan_request(must_see=("reykjavik/thingvellir-national-park",))
    found = plan(request, sights_of(request))
    day = next(day for day in found.days for visit in day.visits if visit.sight == request.must_see[0])
    visit = next(visit for visit in day.visits if visit.sight == request.must_see[0])
    assert visit.city == "reykjavik"
    assert [check.status for check in found.certificate.checks if check.constraint == "on_the_way"] == (
        ["pass"] if day.city == "vik" else []
    )


def test_the_verifier_knows_the_road_and_where_one_slept(driven):
    request, sights = plan_request(must_see=("reykjavik/thingvellir-national-park",)), sights_of(plan_request())
    day = driven.days[1]
    moved = with_day(driven, 2, origin=day.destination)
    assert "day_ends" in {check.constraint for check in verify(moved, plan_request(), sights).failures}
    visit = dataclasses.replace(day.visits[0], id="reykjavik/perlan", sight="reykjavik/perlan", city="reykjavik")
    failures = verify(with_day(driven, 2, visits=(visit, *day.visits[1:])), request, sights).failures
    assert "on_the_way" in {check.constraint for check in failures}
    failures = verify(with_day(driven, 2, visits=(visit, *day.visits[1:])), plan_request(stops=False), sights).failures
    assert "city" in {check.constraint for check in failures}


def test_a_stop_that_is_taken_out_leaves_a_sound_day_and_other_days_stay(driven):
    sights = sights_of(plan_request())
    stop = seen_on_drives(driven, "vik")[0]
    for edit in (Drop((stop.id,)), Remove(stop.id)):
        after = edit_plan(driven, plan_request(), [edit], sights).itinerary
        assert stop.id not in {visit.id for visit in after.visits}
        assert after.days[1].origin == driven.days[1].origin
        assert after.certificate.feasible
    later = replan(driven, plan_request(), [EndBy(3, 19 * 60)], sights).itinerary
    before, after = driven.days[1], later.days[1]
    assert [(visit.id, visit.arrive) for visit in after.visits] == [(visit.id, visit.arrive) for visit in before.visits]
    assert (after.origin, after.legs, after.meals) == (before.origin, before.legs, before.meals)


def test_drives_that_leave_no_room_for_their_meals_are_not_broken():
    request = plan_request((("qinghai-lake", 1), ("dachaidan", 1)))
    day = plan(request, sights_of(request)).days[1]
    assert any(leg.is_move for leg in day.legs)
    assert "lunch" in {meal.kind for meal in day.meals}


def test_only_drives_past_sights_are_tried():
    request = plan_request(stops=False)
    sights = sights_of(request)
    assert drives_to_try(plan(request, sights), request, sights) == ("vik",)
    by_bus = dataclasses.replace(request, way="bus")
    assert drives_to_try(plan(by_bus, sights), by_bus, sights) == ()


def planned(*, mode: str = "car", **changes) -> Planned:
    stays = tuple(Stay(city, days) for city, days in ICELAND)
    brief = TripBrief(stays=stays, dates=Dates(START, days=3), travel=Travel(between=mode), **changes)
    sights = planning_sights([stay.place for stay in stays])
    compiled = compile_request(brief, sights, date(2027, 1, 1))
    patient = dataclasses.replace(compiled, request=dataclasses.replace(compiled.request, deadline_seconds=60.0))
    return plan_brief(brief, patient, sights, DirectEngine())


def test_a_brief_by_car_has_its_stops_and_says_so():
    found = planned()
    assert found.request.stopovers == ("vik",)
    [note] = [note for note in found.itinerary.assumptions if getattr(note, "rule", "") == ON_THE_WAY]
    assert all(visit.name.en in note.en for visit in seen_on_drives(found.itinerary, "vik"))
    assert verify(found.itinerary, found.request, sights_of(found.request)).feasible
    assert request_from_wire(request_to_wire(found.request)) == found.request


def test_the_rule_can_be_switched_off_and_is_for_drivers():
    assert planned(rules_off=(ON_THE_WAY,)).request.stopovers == ()
    assert planned(mode="bus").request.stopovers == ()


@pytest.mark.parametrize(
    ("before", "after", "direct", "passed"),
    [(50, 52, 100, True), (50, 70, 100, False), (10, 92, 100, False), (92, 10, 100, False), (150, 180, 300, True)],
)
def test_the_way_is_told_by_its_detour(before, after, direct, passed):
    assert is_on_the_way(before, after, direct) is passed


@pytest.mark.parametrize(
    ("kind", "now"), [("late", 13 * 60), ("late", 9 * 60 + 30), ("rain", 12 * 60), ("here", 11 * 60)]
)
def test_who_is_under_way_on_the_drive_goes_on_from_there(driven, kind, now):
    after = edit_plan(driven, plan_request(), [GoOn(kind, 2, now, minutes=60)], sights_of(plan_request())).itinerary
    day = after.days[1]
    assert after.certificate.feasible
    assert (day.origin, day.destination) == (driven.days[1].origin, driven.days[1].destination)
    onward_legs = [leg for leg in day.legs if leg.depart >= now]
    assert 60 <= sum(leg.minutes for leg in onward_legs) <= 400
