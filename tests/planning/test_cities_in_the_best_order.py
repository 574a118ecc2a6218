"""Cities that may come in any order come in the one of the shortest moves; nights and moves follow."""

from __future__ import annotations

import dataclasses
import math
import random
from itertools import pairwise, permutations

from tests.planning.cast import request, sight, text
from travelagent.planning import city_order
from travelagent.planning.city_order import length, shortest_order
from travelagent.planning.engine import plan
from travelagent.planning.frame import in_shortest_order
from travelagent.plans.values import CityStay, Pin, Point
from travelagent.travel.intercity import intercity_leg
from travelagent.travel.legs import EstimatedLegs

PLACES = {"east": (48.0, 14.0), "west": (48.0, 8.0), "middle": (48.0, 11.0), "north": (51.0, 11.0)}
CITIES = tuple(CityStay(id, text(id), *place) for id, place in PLACES.items())
HOME = Point(text("Home"), 52.0, 11.0)
LEGS = EstimatedLegs()


def minutes(order, home=None) -> int:
    points = [Point(stay.name, stay.lat, stay.lon) for stay in order]
    if home:
        points = [home, *points, home]
    return sum(intercity_leg(a, b).minutes for a, b in pairwise(points))


def test_no_other_order_is_shorter():
    for home in (None, HOME):
        plan_request = request(cities=CITIES, days=4, any_order=True, home=home)
        chosen = in_shortest_order(plan_request, (), LEGS).cities
        assert sorted(stay.id for stay in chosen) == sorted(PLACES)
        assert minutes(chosen, home) == min(minutes(order, home) for order in permutations(CITIES))


def test_many_cities_come_in_a_good_order_at_once():
    rng = random.Random(25)
    for count in (13, 25, 30):
        places = [(rng.uniform(0, 900), rng.uniform(0, 900)) for _ in range(count)]
        between = [[round(math.dist(a, b)) for b in places] for a in places]
        home = [round(math.dist(place, (0, 0))) for place in places]
        found = shortest_order(between, home)
        assert sorted(found) == list(range(count))
        drawn = min(length(tuple(rng.sample(found, count)), between, home) for _ in range(2_000))
        assert length(found, between, home) < 0.75 * drawn


def test_what_is_too_much_for_exactness_comes_close_to_it(monkeypatch):
    rng, long, short = random.Random(12), 0, 0
    for _ in range(20):
        places = [(rng.uniform(0, 900), rng.uniform(0, 900)) for _ in range(8)]
        between = [[round(math.dist(a, b)) for b in places] for a in places]
        short += length(shortest_order(between, [0] * 8), between, [0] * 8)
        with monkeypatch.context() as patch:
            patch.setattr(city_order, "MOST_EXACT", 0)
            long += length(shortest_order(between, [0] * 8), between, [0] * 8)
    assert short <= long <= 1.05 * short


def test_a_given_order_is_kept():
    assert in_shortest_order(request(cities=CITIES, days=4), (), LEGS).cities == CITIES


def test_what_is_bound_to_a_day_holds_the_order():
    sights = (sight("castle", 48.0, 11.0),)
    pinned = (Pin("town/castle", day=1),)
    cities = (CityStay("town", text("Town"), 48.0, 11.0), *CITIES)
    plan_request = request(cities=cities, days=5, any_order=True, pinned=pinned)
    assert in_shortest_order(plan_request, sights, LEGS).cities == cities


def test_the_plan_follows_the_order_with_a_move_a_city():
    sights = tuple(
        dataclasses.replace(sight(f"{city}-{n}", lat + n / 100, lon), city=city)
        for city, (lat, lon) in PLACES.items()
        for n in range(3)
    )
    found = plan(request(cities=CITIES, days=4, any_order=True), sights)
    moves = [leg for day in found.days for leg in day.legs if leg.mode in ("train", "flight")]
    assert len(moves) == 3
    assert found.cities == tuple(day.city for day in found.days)
