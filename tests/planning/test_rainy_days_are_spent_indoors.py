"""On a rainy day one is under a roof; what is in the open is not brought onto it, and little of it stays."""

from __future__ import annotations

import dataclasses

import pytest

from tests.planning.cast import TOWN, edits_of, request, sight, text
from travelagent.planning.constraints.base import ANY_TIME
from travelagent.planning.constraints.rainy_days import RainyDays
from travelagent.planning.edits.under_way import GoOn, SituationKind
from travelagent.planning.engine import plan
from travelagent.planning.frame import frame
from travelagent.planning.onward import onward
from travelagent.planning.rain import COME_FOR, SHOWER_MINUTES, in_the_open
from travelagent.planning.replan import replan
from travelagent.plans.values import CityStay, Itinerary, Pin, Sight
from travelagent.travel.legs import EstimatedLegs

ROOFS = (
    sight("hall", 48.002, 11.003, category="museum", minutes=120, score=8.0, indoor=True),
    sight("keep", 48.004, 11.004, category="castle", minutes=120, score=8.0),
)
LAWNS = tuple(sight(f"lawn-{n}", 48.0 + n / 300, 11.0 - n / 300, minutes=45, score=6.0 + n / 10) for n in range(12))
TOWN_SIGHTS = (*ROOFS, *LAWNS)
OPEN_AIR = {lawn.id for lawn in LAWNS}


def on(itinerary: Itinerary, day: int) -> set[str]:
    return {visit.id for visit in itinerary.days[day - 1].visits}


def rained_on(before: Itinerary, day: int, sights: tuple[Sight, ...], **plan_request: object) -> Itinerary:
    return replan(before, request(**plan_request), edits_of(rainy_days=(day,)), sights).itinerary


def test_rooms_are_as_good_as_a_roof() -> None:
    assert [in_the_open(each) for each in (*ROOFS, LAWNS[0])] == [False, False, True]
    dry = plan(request(), TOWN_SIGHTS)
    wet = next(visit.day for visit in dry.days if "town/keep" in {v.id for v in visit.visits})
    assert "town/keep" in on(rained_on(dry, wet, TOWN_SIGHTS), wet)


@pytest.mark.parametrize("wet", [1, 2])
def test_nothing_in_the_open_is_planned_for_a_day_known_to_be_rainy(wet: int) -> None:
    found = plan(request(rainy_days=(wet,)), TOWN_SIGHTS)
    assert on(found, wet) == {"town/hall", "town/keep"}
    assert on(found, 3 - wet) <= OPEN_AIR


@pytest.mark.parametrize("wet", [1, 2, 3])
def test_a_day_that_turns_out_rainy_takes_in_nothing_in_the_open(wet: int) -> None:
    before = plan(request(days=3), TOWN_SIGHTS)
    after = rained_on(before, wet, TOWN_SIGHTS, days=3)
    assert not on(after, wet) - on(before, wet) & OPEN_AIR


@pytest.mark.parametrize(
    ("minutes", "score", "stays"),
    [(SHOWER_MINUTES, 6.0, True), (SHOWER_MINUTES + 15, 6.0, False), (300, COME_FOR, True), (300, 8.5, False)],
)
def test_what_was_in_the_open_stays_if_it_is_short_or_what_one_comes_for(
    minutes: int, score: float, stays: bool
) -> None:
    hill = sight("hill", 48.003, 11.002, minutes=minutes, score=score)
    before = plan(request(pinned=(Pin("town/hill", 1), Pin("town/hall", 2))), (ROOFS[0], hill))
    after = rained_on(before, 1, (*ROOFS, hill))
    assert ("town/hill" in on(after, 1)) == stays
    assert on(rained_on(before, 1, (ROOFS[0], hill)), 1) == {"town/hill"}, "there is no other roof for that day"


def test_a_demand_that_can_be_met_in_the_rain_alone_is_met() -> None:
    tuesdays = dataclasses.replace(LAWNS[0], hours="Tu 09:00-18:00")
    plan_request = request(must_see=("town/lawn-0",), rainy_days=(1,))
    assert on(plan(plan_request, (*ROOFS, tuesdays, *LAWNS[1:])), 1) & OPEN_AIR == {"town/lawn-0"}


def test_what_is_wanted_on_a_rainy_day_is_searched_there() -> None:
    plan_request = request(pinned=(Pin("town/lawn-0", 1),), must_see=("town/lawn-1",), rainy_days=(1,))
    frames = frame(plan_request, TOWN_SIGHTS, EstimatedLegs())
    rain = RainyDays.of(plan_request, frames, TOWN_SIGHTS, {})
    assert [rain.begins(lawn, frames[0], lawn.minutes) for lawn in LAWNS[:2]] == [ANY_TIME, None]


def test_demands_that_leave_no_room_for_the_best_hours_bring_no_others_into_the_rain() -> None:
    zoos = tuple(sight(f"zoo-{n}", 48.001, 11.0 + n / 300, category="zoo", minutes=120) for n in range(3))
    plan_request = request(must_see=tuple(zoo.id for zoo in zoos), rainy_days=(1,))
    found = plan(plan_request, (*zoos, *TOWN_SIGHTS))
    assert {zoo.id for zoo in zoos} <= {visit.id for visit in found.visits}
    assert not on(found, 1) & OPEN_AIR


def test_where_no_day_is_dry_one_goes_out_all_the_same() -> None:
    found = plan(request(rainy_days=(1, 2)), TOWN_SIGHTS)
    assert {visit.id for visit in found.visits} & OPEN_AIR
    assert {"town/hall", "town/keep"} <= {visit.id for visit in found.visits}


def test_where_no_day_is_dry_a_plan_keeps_to_what_it_had_in_the_open() -> None:
    dry = plan(request(), TOWN_SIGHTS)
    had = {visit.id for visit in dry.visits}
    given_up = min(had & OPEN_AIR)
    after = replan(dry, request(), edits_of(rainy_days=(1, 2), drop=(given_up,)), TOWN_SIGHTS).itinerary
    assert {visit.id for visit in after.visits} == had - {given_up}


def test_where_nothing_has_a_roof_a_rainy_day_is_not_left_empty() -> None:
    assert on(plan(request(rainy_days=(2,)), LAWNS), 2)
    assert on(rained_on(plan(request(), LAWNS), 2, LAWNS), 2)


def test_a_dry_day_in_another_city_is_none_here() -> None:
    far = CityStay("far", text("Far"), 49.0, 11.5, days=1)
    lake = dataclasses.replace(LAWNS[0], id="far/lake", city="far", lat=49.0, lon=11.5, minutes=180)
    hut = dataclasses.replace(ROOFS[0], id="far/hut", city="far", lat=49.002, lon=11.5)
    world = (*TOWN_SIGHTS, lake, hut)
    cities = (dataclasses.replace(TOWN, days=1), far)
    assert "far/lake" in on(plan(request(cities=cities, rainy_days=(2,)), world), 2)
    before = plan(request(cities=cities), world)
    assert "far/lake" in on(before, 2)
    assert "far/lake" in on(rained_on(before, 2, world, cities=cities), 2)


@pytest.mark.parametrize("kind", ["rain", "late"])
def test_nothing_far_away_comes_into_a_day_under_way(kind: SituationKind) -> None:
    far = sight("grotto", 48.12, 11.0, category="cave", minutes=60, score=9.9, indoor=True)
    before = plan(request(), TOWN_SIGHTS)
    first = before.days[0].visits[0]
    situation = GoOn(kind, 1, first.depart, minutes=30 if kind == "late" else 0)
    after = onward(before, request(), situation, (*TOWN_SIGHTS, far)).itinerary
    assert after.certificate.feasible
    assert "town/grotto" not in {visit.sight for visit in after.visits}


def test_a_long_sight_of_the_morning_keeps_its_lunch_in_the_rain_and_is_told() -> None:
    ruins = sight("ruins", 48.2, 11.0, category="ruins", minutes=270, score=10.0)
    plan_request = request(pinned=(Pin(ruins.id, 1, when="morning"),), rainy_days=(1, 2))
    found = plan(plan_request, (*TOWN_SIGHTS, ruins))
    day = found.days[0]
    assert ruins.id in {visit.sight for visit in day.visits}
    assert {meal.kind for meal in day.meals} == {"lunch", "dinner"}
    (note,) = [text for text in found.assumptions if "In the open" in text.en and "Ruins" in text.en]
    assert "露天" in note.zh


@pytest.mark.parametrize(
    ("changes", "plan_request", "en", "zh"),
    [
        ({"minutes": SHOWER_MINUTES, "score": 6.0}, {}, "an hour at most", "停留不超过一小时"),
        ({"minutes": 300, "score": COME_FOR}, {}, "what one comes for", "最值得看"),
        ({"minutes": 150}, {"must_see": ("town/lake",)}, "you want to see it", "你一定要去"),
        ({"minutes": 150}, {"pinned": (Pin("town/lake", 1),)}, "you want it then", "你指定了这一天"),
        ({"minutes": 150}, {"days": 1}, "for want of a dry day", "没有不下雨的日子可换"),
    ],
)
def test_why_something_in_the_open_stays_is_told(
    changes: dict[str, object], plan_request: dict[str, object], en: str, zh: str
) -> None:
    lake = sight("lake", 48.003, 11.003, category="lake", **changes)
    world = (*ROOFS, lake)
    before = plan(request(**plan_request), world)
    wet = next(day.day for day in before.days if lake.id in {visit.sight for visit in day.visits})
    after = rained_on(before, wet, world, **plan_request)

    assert lake.id in on(after, wet)
    (note,) = [text for text in after.assumptions if "In the open" in text.en]
    assert (en in note.en, zh in note.zh, "Lake" in note.en) == (True, True, True)
