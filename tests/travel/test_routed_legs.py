"""Travel times come from a routing service, and fall back to the estimate, by name, wherever it has none."""

from __future__ import annotations

import math
import socket
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.planning.cast import SIGHTS, TOWN, request, text
from tests.travel.routing_server import DETOUR, KMH, RoutingServer, routing_server, straight_km
from travelagent.planning.engine import plan
from travelagent.planning.frame import hotel_of
from travelagent.plans.values import Point
from travelagent.travel import routing
from travelagent.travel.legs import EstimatedLegs
from travelagent.travel.routing import (
    SERVICES,
    SOME_ESTIMATED,
    UNANSWERED,
    DiskCache,
    MemoryCache,
    Osrm,
    RoutedLegs,
    Valhalla,
)

HERE = Point(text("here"), 48.0, 11.0)
NEAR = Point(text("near"), 48.006, 11.0)
ASIDE = Point(text("aside"), 48.03, 11.0)
FAR = Point(text("far"), 48.5, 11.0)
POINTS = (HERE, NEAR, ASIDE, FAR)


@pytest.fixture
def server() -> Iterator[RoutingServer]:
    with routing_server() as running:
        yield running


@pytest.fixture(params=sorted(SERVICES))
def legs(request: pytest.FixtureRequest, server: RoutingServer) -> RoutedLegs:
    return RoutedLegs(SERVICES[request.param](server.url), seconds=5.0)


def minutes(a: Point, b: Point, kmh: float) -> float:
    return straight_km((a.lat, a.lon), (b.lat, b.lon)) * DETOUR / kmh * 60


def is_estimate(legs: RoutedLegs, points: tuple[Point, ...] = POINTS) -> bool:
    found, estimate = legs.matrix(points, "medium"), EstimatedLegs().matrix(points, "medium")
    same = np.array_equal(found.minutes, estimate.minutes) and np.array_equal(found.km, estimate.km)
    return bool(same and found.modes == estimate.modes and found.estimated.all() and found.notes == (UNANSWERED,))


def test_it_works(legs: RoutedLegs):
    found = legs.matrix(POINTS, "medium")
    assert found.modes[0][:2] == ("walk", "walk")
    assert found.minutes[0, 1] == math.ceil(minutes(HERE, NEAR, KMH["foot"]))
    assert found.km[0, 1] == round(straight_km((48.0, 11.0), (48.006, 11.0)) * DETOUR, 1)
    assert found.modes[0][3] == "taxi"
    assert found.minutes[0, 3] == math.ceil(minutes(HERE, FAR, KMH["car"]) + 6)
    assert not found.estimated[0, 1]
    assert not found.estimated[0, 3]


def test_public_transport_stays_an_estimate_and_says_so(legs: RoutedLegs):
    found, estimate = legs.matrix(POINTS, "medium"), EstimatedLegs().matrix(POINTS, "medium")
    assert found.modes[0][2] == "transit"
    assert found.estimated[0, 2]
    assert found.minutes[0, 2] == estimate.minutes[0, 2]
    assert len(found.notes) == 1
    assert "public transport is estimated" in found.notes[0].en


def test_a_service_that_is_down_leaves_the_estimate():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        assert is_estimate(RoutedLegs(Osrm(f"http://127.0.0.1:{taken.getsockname()[1]}")))


@pytest.mark.parametrize("failing", ["500", "text", "short", "refused"])
def test_a_wrong_answer_leaves_the_estimate(legs: RoutedLegs, server: RoutingServer, failing: str):
    server.failing = failing
    assert is_estimate(legs)
    assert len(server.requests) == (routing.ATTEMPTS if failing == "500" else 1)


@pytest.mark.parametrize("provider", sorted(SERVICES))
def test_an_answer_that_does_not_end_leaves_the_estimate(server: RoutingServer, provider: str):
    server.failing = "drip"
    assert is_estimate(RoutedLegs(SERVICES[provider](server.url), seconds=1.5))
    assert len(server.requests) == 1


def test_an_error_that_passes_is_asked_again(legs: RoutedLegs, server: RoutingServer):
    server.failing = "once"
    assert not legs.matrix(POINTS, "medium").estimated[0, 1]


def test_a_service_that_failed_is_left_alone_for_a_while(
    legs: RoutedLegs, server: RoutingServer, monkeypatch: pytest.MonkeyPatch
):
    server.failing = "text"
    assert is_estimate(legs)
    server.failing = ""
    assert is_estimate(legs)
    assert len(server.requests) == 1
    monkeypatch.setattr(legs, "_alone_until", 0.0)
    assert not is_estimate(legs)


def test_a_pair_without_a_way_is_estimated_and_named(legs: RoutedLegs, server: RoutingServer):
    server.unreachable = NEAR.lat
    found = legs.matrix(POINTS, "medium")
    assert found.estimated[0, 1]
    assert not found.estimated[0, 3]
    assert SOME_ESTIMATED in found.notes
    assert found.minutes[0, 1] == EstimatedLegs().matrix(POINTS, "medium").minutes[0, 1]


def test_nobody_walks_as_fast_as_a_car(server: RoutingServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(KMH, "foot", 40.0)
    found = RoutedLegs(Osrm(server.url), seconds=5.0).matrix(POINTS, "medium")
    assert found.modes[0][2] == "transit"
    assert found.estimated[0, 1]
    assert not found.estimated[0, 3]


def test_the_address_may_name_the_profile():
    url = Osrm("http://host/routed-{profile}/").request("foot", [HERE], [NEAR]).url
    assert url.path == "/routed-foot/table/v1/foot/11.000000,48.000000;11.000000,48.006000"


@pytest.mark.parametrize("address", ["", "router", "ftp://host", "http://"])
@pytest.mark.parametrize("service", [Osrm, Valhalla])
def test_an_address_that_is_none_is_refused(service: type[Osrm | Valhalla], address: str):
    with pytest.raises(ValueError, match="address"):
        service(address)


def test_a_large_matrix_is_asked_for_in_blocks(legs: RoutedLegs, server: RoutingServer):
    points = [Point(text(str(i)), 48.0 + 0.001 * i, 11.0) for i in range(120)]
    found = legs.matrix(points, "medium")
    assert all(sources <= 50 and targets <= 50 for _, sources, targets in server.requests)
    assert sum(sources * targets for _, sources, targets in server.requests) == 2 * 120 * 120
    assert found.minutes[0, 7] == math.ceil(minutes(points[0], points[7], KMH["foot"]))
    assert found.minutes[119, 112] == math.ceil(minutes(points[119], points[112], KMH["foot"]))


def test_nothing_is_asked_twice(legs: RoutedLegs, server: RoutingServer):
    first = legs.matrix(POINTS, "medium")
    assert len(server.requests) == 2
    again = legs.matrix(POINTS, "medium")
    assert len(server.requests) == 2
    assert np.array_equal(first.minutes, again.minutes)


def test_of_a_new_place_only_its_own_ways_are_asked(legs: RoutedLegs, server: RoutingServer):
    legs.matrix(POINTS, "medium")
    server.requests.clear()
    hotel = Point(text("hotel"), 48.004, 11.002)
    found = legs.matrix((*POINTS, hotel), "medium")
    assert sorted((sources, targets) for _, sources, targets in server.requests) == [(1, 5), (1, 5), (4, 1), (4, 1)]
    assert not found.estimated[4, 1]
    assert not found.estimated[1, 4]


def test_what_is_kept_on_disk_outlives_the_process(server: RoutingServer, tmp_path: Path):
    first = RoutedLegs(Osrm(server.url), cache=DiskCache(tmp_path / "legs"), seconds=5.0).matrix(POINTS, "medium")
    server.requests.clear()
    again = RoutedLegs(Osrm(server.url), cache=DiskCache(tmp_path / "legs"), seconds=5.0).matrix(POINTS, "medium")
    assert server.requests == []
    assert np.array_equal(first.minutes, again.minutes)


def test_a_broken_file_on_disk_is_asked_for_again(server: RoutingServer, tmp_path: Path):
    legs = RoutedLegs(Osrm(server.url), cache=DiskCache(tmp_path), seconds=5.0)
    legs.matrix(POINTS, "medium")
    for path in tmp_path.iterdir():
        path.write_text("{", encoding="utf-8")
    server.requests.clear()
    assert not legs.matrix(POINTS, "medium").estimated[0, 1]
    assert len(server.requests) == 2


@pytest.mark.parametrize("kind", ["memory", "disk"])
def test_a_cache_forgets_in_time(kind: str, tmp_path: Path):
    cache = MemoryCache() if kind == "memory" else DiskCache(tmp_path)
    cache.set("a", {"b": [1.0, 2.0]}, 60.0)
    cache.set("old", {"b": None}, -1.0)
    assert cache.get("a") == {"b": [1.0, 2.0]}
    assert cache.get("old") is None
    assert cache.get("never") is None


def test_the_memory_keeps_what_was_used_last():
    cache = MemoryCache(size=2)
    for key in "ab":
        cache.set(key, {}, None)
    cache.get("a")
    cache.set("c", {}, None)
    assert [cache.get(key) for key in "abc"] == [{}, None, {}]


def test_a_plan_with_routed_legs_is_verified_and_says_where_they_come_from(legs: RoutedLegs):
    found = plan(request(), SIGHTS, legs)
    assert found.certificate.feasible
    walks = [leg for day in found.days for leg in day.legs if leg.mode == "walk"]
    assert walks
    assert not any(leg.estimated for leg in walks)
    assert any("Walking and driving times come from" in note.en for note in found.assumptions)
    assert all(note.zh for note in found.assumptions)


def test_a_plan_says_that_the_service_did_not_answer(legs: RoutedLegs, server: RoutingServer):
    server.failing = "500"
    found = plan(request(), SIGHTS, legs)
    assert UNANSWERED in found.assumptions
    assert all(leg.estimated for day in found.days for leg in day.legs)
    assert found.certificate.feasible


def test_one_place_alone_needs_no_service(legs: RoutedLegs):
    assert legs.matrix((hotel_of(TOWN),), "medium").minutes.tolist() == [[0]]
