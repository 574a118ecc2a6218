"""What a local would shake their head at does not happen: taxis round the corner, the far thing last, night at noon."""

from __future__ import annotations

import dataclasses
import re
from datetime import date
from decimal import Decimal

import pytest

from tests.planning.cast import SIGHTS, TOWN, request, sight
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.catalog.values import CATEGORIES, TAGS
from travelagent.planning.edits.sights import Drop
from travelagent.planning.engine import plan
from travelagent.plans.errors import Infeasible
from travelagent.plans.fields import clock
from travelagent.plans.values import CitySize, Pin, PlanRequest, Point
from travelagent.plans.words import CHINESE, term
from travelagent.travel.legs import EstimatedLegs

FAR = sight("wall", 48.45, 11.5, category="fortress", minutes=240, score=10.0, hours="07:00-18:00")


@pytest.mark.parametrize(("size", "road_km"), [("small", 2.5), ("medium", 9.0), ("large", 14.0)])
def test_nobody_takes_a_taxi_within_reach_of_the_bus(size: CitySize, road_km: float):
    here = Point(TOWN.name, 48.0, 11.0)
    there = Point(TOWN.name, 48.0 + road_km / 1.3 / 111.2, 11.0)
    assert EstimatedLegs().matrix([here, there], size).modes[0][1] == "transit"


def test_far_out_of_town_the_taxi_saves_the_day():
    legs = EstimatedLegs().matrix([Point(TOWN.name, 48.0, 11.0), Point(FAR.name, FAR.lat, FAR.lon)], "large")
    assert legs.modes[0][1] == "taxi"


def test_the_far_sight_comes_first_and_says_how_far():
    day = next(d for d in plan(request(), (*SIGHTS, FAR)).days if any(v.sight == FAR.id for v in d.visits))
    assert day.visits[0].sight == FAR.id
    assert len(day.visits) > 1
    reached = next(leg for leg in day.legs if leg.destination == FAR.id)
    assert f"{reached.minutes} min by taxi from where the day starts" in day.visits[0].why.en


def test_after_a_far_sight_dinner_is_taken_back_in_town():
    day = next(d for d in plan(request(), (*SIGHTS, FAR)).days if any(v.sight == FAR.id for v in d.visits))
    back = next(leg for leg in day.legs if leg.origin == FAR.id)
    dinner = next(meal for meal in day.meals if meal.kind == "dinner")
    assert dinner.start >= back.depart + back.minutes


@pytest.mark.parametrize(("minutes", "lat"), [(180, 49.35), (240, 49.2)])
def test_a_day_with_dinner_behind_a_long_way_back_holds_a_far_sight(minutes: int, lat: float):
    far = sight("dunes", lat, 11.0, category="desert", minutes=minutes, hours="24/7")
    (day,) = plan(request(days=1, must_see=(far.id,)), (far,)).days
    back = next(leg for leg in day.legs if leg.origin == far.id)
    dinner = next(meal for meal in day.meals if meal.kind == "dinner")
    assert back.minutes >= 120
    assert dinner.start >= back.depart + back.minutes


@pytest.mark.parametrize("days", [5, 7])
def test_where_dinner_far_out_would_be_too_late_for_the_way_back_it_is_taken_behind_it(days: int):
    stay = city_stay(source.cities()["cancun"])
    plan_request = PlanRequest((stay,), days=days, start_date=date(2026, 12, 8))
    assert plan(plan_request, planning_sights(["cancun"])).certificate.feasible


@pytest.mark.parametrize(("thrift", "goes"), [(0.0, True), (1.0, False)])
def test_who_watches_the_money_takes_no_long_taxi_to_a_sight_of_middling_worth(thrift: float, goes: bool):
    town = dataclasses.replace(TOWN, taxi_km=Decimal("1.5"))
    far = sight("dunes", 48.5, 11.0, category="desert", minutes=180, score=9.0, price=Decimal(0), hours="24/7")
    spare = tuple(sight(f"spare-{n}", 48.0 + n / 200, 11.0 - n / 200, minutes=90) for n in range(9))
    found = plan(request(days=3, cities=(town,), thrift=thrift), (*SIGHTS, *spare, far))
    assert (far.id in {visit.sight for visit in found.visits}) is goes


@pytest.mark.parametrize(("thrift", "paid"), [(0.0, True), (9.0, False)])
def test_room_left_in_a_thrifty_day_is_not_filled_with_what_costs_more_than_it_adds(thrift: float, paid: bool):
    dear = sight("tower", 48.004, 11.004, category="viewpoint", score=7.0, price=Decimal(20), hours="24/7")
    free = sight("square", 48.003, 11.003, category="square", score=7.0, price=Decimal(0), hours="24/7")
    found = plan(request(days=1, thrift=thrift), (dear, free))
    assert free.id in {visit.sight for visit in found.visits}
    assert (dear.id in {visit.sight for visit in found.visits}) is paid
    assert ["costs more than it adds" in left.reason.en for left in found.left_out] == ([] if paid else [True])
    wanted = plan(request(days=1, thrift=thrift, must_see=(dear.id,)), (dear, free))
    assert dear.id in {visit.sight for visit in wanted.visits}


@pytest.mark.parametrize(("short_ways", "goes"), [(False, True), (True, False)])
def test_whom_long_ways_are_hard_on_goes_to_nothing_far_of_middling_worth(short_ways: bool, goes: bool):
    far = sight("dunes", 48.5, 11.0, category="desert", minutes=180, score=9.0, price=Decimal(0), hours="24/7")
    spare = tuple(sight(f"spare-{n}", 48.0 + n / 200, 11.0 - n / 200, minutes=90) for n in range(9))
    found = plan(request(days=3, short_ways=short_ways), (*SIGHTS, *spare, far))
    assert (far.id in {visit.sight for visit in found.visits}) is goes


def test_what_fits_no_day_with_its_meals_is_not_said_to_be_left_out_for_others():
    far = sight("dunes", 50.07, 11.0, category="desert", minutes=170, hours="24/7")
    near = sight("near", 48.01, 11.0, category="museum", minutes=60, hours="24/7")
    (left,) = plan(request(days=1), (far, near)).left_out
    assert "no day has room for it with the way there and back and the meals" in left.reason.en
    assert left.reason.zh == "照现在的时间，加上往返路程和用餐，哪天都放不下。"
    assert left.relaxation.zh.endswith("就放得下。")


@pytest.mark.parametrize(("hours", "advice"), [("20:00-22:00", "Fits if you stay out"), ("21:45-23:59", "stay up")])
def test_what_begins_too_late_for_the_days_is_said_to_and_not_to_be_far(hours: str, advice: str):
    show = sight("show", 48.001, 11.0, category="show", minutes=90, hours=hours)
    (left,) = plan(request(days=1, pace="relaxed"), (show,)).left_out
    assert left.reason.en.startswith(f"It begins at {hours[:5]}")
    assert advice in left.relaxation.en


def test_what_is_refused_for_want_of_time_tells_the_longer_day_that_would_hold_it():
    far = sight("dunes", 48.4, 11.0, category="desert", minutes=640, score=4.0, hours="05:00-23:00")
    with pytest.raises(Infeasible) as refused:
        plan(request(days=1, must_see=(far.id,)), (far,))
    assert refused.value.edits == (Drop((far.id,)),)
    assert refused.value.text.en.endswith("It fits if you start at 07:30 on day 1.")
    assert refused.value.text.zh.endswith("第 1 天 07:30 出发就放得下。")


@pytest.mark.parametrize("start", [date(2026, 12, 8), date(2026, 5, 12)])
def test_a_single_day_in_beijing_is_spent_in_the_palace(start: date):
    plan_request = PlanRequest((city_stay(source.cities()["beijing"]),), days=1, start_date=start)
    assert "beijing/forbidden-city" in {
        visit.sight for visit in plan(plan_request, planning_sights(["beijing"])).visits
    }


def test_night_life_is_for_the_evening_and_animals_for_the_morning():
    bar = sight("bars", 48.005, 11.005, category="street", tags=("nightlife",), minutes=90, hours="10:00-24:00")
    visits = {visit.sight: visit for visit in plan(request(days=3), (*SIGHTS, bar)).visits}
    assert visits["town/bars"].arrive >= 16 * 60
    assert visits["town/zoo"].arrive <= 11 * 60


@pytest.mark.parametrize(
    ("city", "days", "start", "pair"),
    [
        ("beijing", 4, date(2027, 5, 18), ("forbidden-city", "jingshan-park")),
        ("chengdu", 3, date(2026, 12, 8), ("wuhou-shrine", "jinli")),
        ("istanbul", 3, date(2027, 5, 18), ("hagia-sophia", "blue-mosque")),
    ],
)
def test_sights_that_adjoin_are_seen_on_the_same_day(city: str, days: int, start: date, pair: tuple[str, str]):
    stay, sights = city_stay(source.cities()[city]), planning_sights([city])
    plan_request = PlanRequest((stay,), days, start_date=start, iterations=6_000, deadline_seconds=60)
    day_of = {visit.sight: day.day for day in plan(plan_request, sights).days for visit in day.visits}
    assert day_of[f"{city}/{pair[0]}"] == day_of[f"{city}/{pair[1]}"]


@pytest.mark.parametrize(("valid", "days"), [(1, 1), (0, 2)], ids=["runs out", "never runs out"])
def test_sights_of_one_ticket_that_runs_out_are_seen_on_the_same_day(valid: int, days: int):
    west = [sight(f"w{at}", 48.0 + 0.002 * at, 10.97, minutes=90, score=8.0) for at in range(3)]
    east = [sight(f"e{at}", 48.0 + 0.002 * at, 11.03, minutes=90, score=8.0) for at in range(3)]
    arch = sight("arch", 48.004, 10.975, score=8.0, ticket_days=valid)
    forum = sight("forum", 48.004, 11.025, score=8.0, shared_ticket="town/arch", ticket_days=valid)
    found = plan(request(days=2), (*west, *east, arch, forum))
    on = {day.day for day in found.days for visit in day.visits if visit.sight in {arch.id, forum.id}}
    assert len(on) == days


@pytest.mark.parametrize("category", ["street", "market"])
def test_a_long_evening_where_the_food_is_holds_the_dinner(category: str):
    snacks = sight("snacks", 48.02, 11.03, category=category, tags=("food", "nightlife"), minutes=120, hours="24/7")
    found = plan(request(days=2, must_see=("town/snacks",), start_date=date(2027, 1, 12)), (*SIGHTS[:5], snacks))
    day = next(day for day in found.days for visit in day.visits if visit.sight == snacks.id)
    [dinner] = [meal for meal in day.meals if meal.kind == "dinner"]
    assert (dinner.visit, dinner.end) == (snacks.id, day.visits[-1].depart)
    assert found.certificate.feasible


@pytest.mark.parametrize("category", ["street", "market"])
def test_dinner_is_had_where_the_food_is(category: str):
    snacks = sight("snacks", 48.02, 11.03, category=category, tags=("food", "nightlife"), minutes=75, hours="24/7")
    found = plan(request(days=2, must_see=("town/snacks",), start_date=date(2027, 1, 12)), (*SIGHTS[:5], snacks))
    day = next(day for day in found.days for visit in day.visits if visit.sight == snacks.id)
    last = day.visits[-1]
    dinner = next(meal for meal in day.meals if meal.kind == "dinner")
    assert last.sight == snacks.id
    assert last.arrive >= 17 * 60 + 30
    assert last.depart <= dinner.start <= next(leg.depart for leg in day.legs if leg.origin == last.id)


def test_dinner_is_had_where_the_food_is_though_the_evening_goes_on():
    snacks = sight("snacks", 48.02, 11.03, category="street", tags=("food", "nightlife"), minutes=90, hours="24/7")
    lights = sight("lights", 48.03, 11.05, category="show", minutes=30, hours="20:30-21:10")
    pins = (Pin(snacks.id, 1, 17 * 60 + 30), Pin(lights.id, 1, 20 * 60 + 30))
    [day] = plan(request(days=1, pinned=pins, start_date=date(2027, 1, 12)), (*SIGHTS[:2], snacks, lights)).days
    [dinner] = [meal for meal in day.meals if meal.kind == "dinner"]
    assert (dinner.visit, dinner.end) == (snacks.id, 19 * 60)


def test_dinner_is_not_before_six():
    dinners = [meal for day in plan(request(days=3), SIGHTS).days for meal in day.meals if meal.kind == "dinner"]
    assert dinners
    assert all(meal.start >= 18 * 60 for meal in dinners)


def test_reasons_name_interests_in_the_readers_language():
    found = plan(request(interests=("history", "nightlife", "hot_spring")), SIGHTS)
    museum = next(visit for visit in found.visits if visit.sight == "town/museum")
    assert "matches history" in museum.why.en
    assert "符合兴趣：历史" in museum.why.zh
    assert all(not re.search("[A-Za-z_]", visit.why.zh) for visit in found.visits)


def test_every_tag_and_category_of_the_catalogue_has_a_chinese_name():
    assert {*TAGS, *CATEGORIES} <= CHINESE.keys()
    assert term("hot_spring").en == "hot spring"
    assert term("own tag").zh == "own tag"


def test_what_is_an_estimate_is_said_of_the_visit():
    estimated = tuple(dataclasses.replace(s, estimated=("hours", "price")) for s in SIGHTS)
    assert {visit.estimated for visit in plan(request(), estimated).visits} == {("hours", "price")}
    by_sight = {visit.sight: visit.estimated for visit in plan(request(days=3), SIGHTS).visits}
    assert by_sight["town/garden"] == ()
    assert by_sight["town/church"] == ("hours", "price")


@pytest.mark.parametrize(
    ("hours", "pinned", "day"),
    [
        ("07:00-18:00", (), 2),
        ("Tu 07:00-18:00", (), 1),
        ("Th 07:00-18:00", (), 3),
        ("07:00-18:00", (Pin(FAR.id, 1),), 1),
    ],
)
def test_the_far_day_lies_between_others_where_it_may(hours: str, pinned: tuple[Pin, ...], day: int):
    far = dataclasses.replace(FAR, hours=hours)
    spare = tuple(sight(f"spare-{n}", 48.0 + n / 200, 11.0 - n / 200, minutes=90) for n in range(9))
    found = plan(request(days=3, pinned=pinned), (*SIGHTS, *spare, far))
    assert [d.day for d in found.days if any(visit.sight == far.id for visit in d.visits)] == [day]


@pytest.mark.parametrize(("city", "days"), [("kuala-lumpur", 6), ("lisbon", 7), ("helsinki", 7)])
def test_of_a_long_stay_no_day_is_left_with_a_single_short_stop_while_another_is_full(city: str, days: int):
    plan_request = PlanRequest((city_stay(source.cities()[city]),), days=days, start_date=date(2026, 12, 8))
    found = plan(plan_request, planning_sights([city])).days
    short = [day.day for day in found if len(day.visits) == 1 and day.visits[0].minutes < 120]
    assert len(found) == days
    assert short == []


@pytest.mark.parametrize(("hours", "begins"), [("24/7", "12:40"), ("15:00-19:00", "15:00")])
def test_one_does_not_stand_about_after_lunch_for_the_better_light(hours: str, begins: str):
    hall = sight("hall", 48.002, 11.003, category="museum", minutes=150, hours="09:00-12:00", indoor=True)
    hill = sight("hill", 48.004, 11.002, category="viewpoint", minutes=60, hours=hours)
    (day,) = plan(request(days=1), (hall, hill)).days
    assert begins == next(clock(visit.arrive) for visit in day.visits if visit.sight == hill.id)


@pytest.mark.parametrize(
    ("city", "days", "start", "pair"),
    [
        ("lisbon", 3, date(2026, 12, 8), ("sintra-pena-palace", "sintra-quinta-da-regaleira")),
        ("beijing", 6, date(2027, 4, 13), ("forbidden-city", "jingshan-park")),
    ],
)
def test_what_lies_together_far_out_or_leads_on_is_seen_together(
    city: str, days: int, start: date, pair: tuple[str, str]
):
    stay, sights = city_stay(source.cities()[city]), planning_sights([city])
    plan_request = PlanRequest((stay,), days, start_date=start, deadline_seconds=60)
    seen = {visit.sight: (day.day, visit.arrive) for day in plan(plan_request, sights).days for visit in day.visits}
    found = [seen[f"{city}/{slug}"] for slug in pair if f"{city}/{slug}" in seen]
    assert len({day for day, _ in found}) == 1
    assert city != "beijing" or (len(found) == 2 and found == sorted(found))


def test_one_goes_on_from_a_sight_to_that_at_which_one_comes_out_of_it():
    palace = sight("palace", 48.01, 11.0, minutes=120, score=9.0, onward="town/hill", hours="10:00-18:00")
    hill = sight("hill", 48.004, 11.0, score=8.0)
    [day] = plan(request(days=1), (palace, hill)).days
    assert [visit.sight for visit in day.visits] == [palace.id, hill.id]


@pytest.mark.parametrize(("minutes", "seen"), [(60, False), (240, True)], ids=["a short look", "half a day"])
def test_nobody_leaves_town_for_a_short_look(minutes: int, seen: bool):
    cape = sight("cape", 48.4, 11.0, category="viewpoint", minutes=minutes, score=8.0, hours="24/7")
    found = plan(request(days=2), (*SIGHTS, cape))
    assert (cape.id in {visit.sight for visit in found.visits}) is seen
