"""The journey there and back is made by the requested mode where that is possible, and described either way."""

from __future__ import annotations

import dataclasses
from datetime import date
from decimal import Decimal

import pytest

from tests.planning.cast import COSTS, SIGHTS, TOWN, request, sight, text
from travelagent.costs.budget import budget, drives, train_rides
from travelagent.costs.values import BudgetRequest, RateTable
from travelagent.planning.editing import edit_plan
from travelagent.planning.edits.sights import Move
from travelagent.planning.engine import plan
from travelagent.planning.frame import frame
from travelagent.planning.problem import build
from travelagent.plans.values import LocalizedText, Point
from travelagent.travel.intercity import intercity_leg
from travelagent.travel.legs import EstimatedLegs
from travelagent.travel.network.choice import LONGEST_OVERLAND
from travelagent.verifier import verify

RATES = RateTable("EUR", {"USD": Decimal("1.1")}, LocalizedText("central bank", "央行"), date(2026, 1, 2))
HERE = Point(text("Here"), 48.0, 11.0, "mainland")
FAR = Point(text("Far"), 53.0, 17.0, "mainland")
ISLAND = Point(text("Island"), 64.14, -21.92, "island")
NUREMBERG, BEIJING = Point(text("Nuremberg"), 49.45, 11.08), Point(text("Beijing"), 39.9, 116.4)
BARCELONA, PALMA = Point(text("Barcelona"), 41.38, 2.17), Point(text("Palma"), 39.57, 2.65)
HONG_KONG, MACAU = Point(text("Hong Kong"), 22.28, 114.16), Point(text("Macau"), 22.19, 113.54)
SPLIT, HVAR = Point(text("Split"), 43.51, 16.44), Point(text("Hvar"), 43.17, 16.44)


def fared(**changes):
    return BudgetRequest(**{"cities": ((COSTS, 3),), "travellers": 5, **changes})


def journeys(**changes):
    found = budget(BudgetRequest(**{"cities": ((COSTS, 3),), "travellers": 5, "origin": FAR, **changes}), RATES)
    return [item for item in found.items if item.kind == "intercity"], [note.en for note in found.notes]


def test_a_long_excursion_to_a_sight_with_a_station_is_by_train_and_every_fare_is_counted():
    castle = sight("castle-by-rail", 48.5, 11.0, station=True, hours="24/7")
    found = plan(request(days=1, must_see=(castle.id,)), (*SIGHTS, castle))
    rides = [leg for leg in found.days[0].legs if castle.id in (leg.origin, leg.destination)]
    assert {leg.mode for leg in rides} == {"train"}
    assert found.certificate.feasible
    line = next(item for item in budget(fared(train_rides=train_rides(found))).items if "train ride" in item.label.en)
    assert line.quantity == 5
    by_car = dataclasses.replace(castle, station=False)
    assert "taxi" in {leg.mode for leg in plan(request(days=1, must_see=(castle.id,)), (*SIGHTS, by_car)).days[0].legs}


def test_an_excursion_by_train_costs_less_a_kilometre_than_a_journey_between_cities():
    near = Point(text("Near"), 48.6, 11.0, "mainland")
    km = Decimal(str(intercity_leg(near, HERE, "train").km))
    (out, _), _ = journeys(origin=near, mode="train")
    rides = budget(fared(train_rides=((TOWN.id, km),))).items
    (excursion,) = [item for item in rides if "train ride" in item.label.en]
    assert excursion.amount * 2 < out.amount


def test_a_station_far_out_is_no_help_where_the_other_end_has_none():
    castle = sight("castle-by-rail", 48.5, 11.0, station=True, hours="24/7")
    farm = sight("farm", 48.3, 11.3, hours="24/7")
    plan_request = request(days=1, must_see=(castle.id, farm.id), pace="packed")
    legs = plan(plan_request, (castle, farm)).days[0].legs
    assert {leg.mode for leg in legs if {leg.origin, leg.destination} == {castle.id, farm.id}} == {"taxi"}


def test_unsaid_it_is_the_way_that_people_take():
    assert intercity_leg(HERE, FAR).mode == "flight"
    assert intercity_leg(HERE, NUREMBERG).mode == "train"


@pytest.mark.parametrize("mode", ["train", "bus", "car", "flight"])
def test_a_wanted_way_is_taken(mode):
    assert intercity_leg(HERE, FAR, mode).mode == mode


@pytest.mark.parametrize("mode", [None, "train", "bus", "car"])
def test_no_train_and_no_road_crosses_a_sea(mode):
    found = {intercity_leg(BARCELONA, PALMA, mode).mode, intercity_leg(PALMA, BARCELONA, mode).mode}
    assert found <= {"flight", "ferry"} | ({"car"} if mode == "car" else set())


def test_a_small_island_is_reached_by_its_ferry():
    assert intercity_leg(HONG_KONG, MACAU).mode == "ferry"
    assert intercity_leg(SPLIT, HVAR).mode == "ferry"


def test_no_way_over_land_takes_longer_than_two_days_and_no_flight_is_a_short_hop():
    assert intercity_leg(HERE, BEIJING, "bus").mode == "flight"
    assert intercity_leg(HERE, BEIJING, "train").minutes <= LONGEST_OVERLAND
    assert intercity_leg(HERE, Point(text("Next door"), 48.3, 11.2), "flight").mode != "flight"


def test_the_minutes_aboard_are_a_part_of_those_from_door_to_door():
    for mode in ("train", "bus", "car", "flight"):
        hop = intercity_leg(HERE, FAR, mode)
        assert 0 < hop.aboard <= hop.minutes


def test_the_budget_has_the_way_there_and_the_way_back():
    rows, notes = journeys(mode="flight", mode_back="train")
    assert ["flight" in row.label.en for row in rows] == [True, False]
    assert "train" in rows[1].label.en
    assert "火车" in rows[1].label.zh
    assert "The journey from Far and back is included." in notes


def test_a_car_is_paid_for_every_four_and_the_rest_a_head():
    assert [row.quantity for row in journeys(mode="car")[0]] == [2, 2]
    assert [row.quantity for row in journeys(mode="bus")[0]] == [5, 5]


def test_a_way_that_cannot_be_is_answered():
    costs = dataclasses.replace(COSTS, land="mainland")
    _, notes = journeys(cities=((costs, 3),), origin=ISLAND, mode="train")
    assert "Island to Town: not possible by train, there is sea between them. Counted by plane." in notes
    assert not any("not possible" in note for note in journeys(mode="train")[1])


def test_without_a_home_the_journey_is_said_to_be_missing():
    rows, notes = journeys(origin=None, mode="train")
    assert rows == []
    assert any("not included" in note for note in notes)


def test_a_plan_moves_between_its_cities_in_the_wanted_way():
    there = dataclasses.replace(TOWN, id="there", name=text("There"), lat=50.0, lon=14.0)
    sights = (*SIGHTS, sight("view", 50.0, 14.0), sight("hall", 50.001, 14.0))
    sights = tuple(dataclasses.replace(s, city="there") if s.lat >= 50 else s for s in sights)
    plan_request = request(cities=(TOWN, there), days=3, way="car")
    found = plan(plan_request, sights)
    assert [leg.mode for day in found.days for leg in day.legs if leg.origin.startswith("city:")] == ["car"]
    assert verify(found, plan_request, sights).feasible


VALLEY = tuple(
    sight(slug, 48.3 + north, 11.4, minutes=90, score=9.0, area=area)
    for slug, north, area in (("lake", 0.0, "valley"), ("falls", 0.12, "valley"), ("village", 0.24, ""))
)


@pytest.mark.parametrize(("mode", "there"), [(None, "taxi"), ("car", "car")])
def test_within_an_area_that_is_closed_to_cars_one_rides_its_own_bus(mode, there):
    plan_request = request(days=1, must_see=tuple(here.id for here in VALLEY), way=mode)
    [day] = plan(plan_request, VALLEY).days
    modes = {(leg.origin, leg.destination): leg.mode for leg in day.legs}
    inside = [used for ends, used in modes.items() if set(ends) == {"town/lake", "town/falls"}]
    assert inside == ["shuttle"]
    assert [used for ends, used in modes.items() if "town/village" in ends] == [there, there]


def test_a_day_changed_by_hand_keeps_to_the_bus_of_the_area():
    plan_request = request(days=1, must_see=tuple(here.id for here in VALLEY[:2]))
    before = plan(plan_request, VALLEY[:2])
    first, second = before.days[0].visits
    after = edit_plan(before, plan_request, [Move(second.id, 1, 0)], VALLEY, mend=False).itinerary
    leg = next(leg for leg in after.days[0].legs if (leg.origin, leg.destination) == (second.id, first.id))
    assert leg.mode == "shuttle"


def test_the_sights_of_one_area_adjoin():
    far = [sight(slug, 48.0 + 0.3 * north, 11.0, area="valley") for north, slug in enumerate("ab")]
    problem = build(request(), frame(request(), far, EstimatedLegs()), far, EstimatedLegs())
    assert problem.instance.beside.tolist() == [[1], [0]]
    apart = [dataclasses.replace(here, area="") for here in far]
    problem = build(request(), frame(request(), apart, EstimatedLegs()), apart, EstimatedLegs())
    assert problem.instance.beside.size == 0


def test_who_travels_by_car_drives_to_what_others_take_a_taxi_or_a_train_to():
    castle = sight("castle-by-rail", 48.5, 11.0, station=True, hours="24/7")
    plan_request = request(days=1, must_see=(castle.id,), way="car")
    found = plan(plan_request, (*SIGHTS, castle))
    rides = [leg for leg in found.days[0].legs if castle.id in (leg.origin, leg.destination)]
    assert {leg.mode for leg in rides} == {"car"}
    assert not {"taxi", "train"} & {leg.mode for day in found.days for leg in day.legs}
    assert found.certificate.feasible
    assert verify(found, plan_request, (*SIGHTS, castle)).feasible
    (visit,) = [visit for visit in found.visits if visit.sight == castle.id]
    assert "by car" in visit.why.en
    assert "开车" in visit.why.zh

    five = budget(fared(drives=drives(found)), RATES).items
    (line,) = [item for item in five if "fuel and tolls" in item.label.en]
    assert line.quantity == 2  # cars of four
    km = sum(Decimal(str(leg.km)) for leg in found.days[0].legs if leg.mode == "car")
    assert line.unit_price == pytest.approx(Decimal("0.15") * km / Decimal("1.1"), abs=Decimal("0.01"))
