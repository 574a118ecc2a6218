"""Two cities that have one place among their sights: a trip to both visits it once."""

from __future__ import annotations

import dataclasses

import pytest

from tests.planning.cast import TOWN, request, sight
from travelagent.planning.engine import plan
from travelagent.planning.one_place import each_place_once
from travelagent.plans.values import CityStay, LocalizedText, Sight

VILLAGE = CityStay("village", LocalizedText("Village", "村"), 48.3, 11.0)
GREEN = LocalizedText("Green Lake", "绿湖")
LAKE = dataclasses.replace(sight("lake", 48.28, 11.0, category="lake", hours="24/7", score=9.0), name=GREEN)
OTHER_END = dataclasses.replace(LAKE, id="village/lake", city="village", lat=48.29)
OTHERS = tuple(sight(f"garden-{n}", 48.0 + n / 100, 11.0) for n in range(3))
SIGHTS = (LAKE, OTHER_END, *OTHERS)
CITIES = (TOWN, VILLAGE)


def ids(sights: tuple[Sight, ...]) -> set[str]:
    return {each.id for each in sights}


def test_keep_the_sight_of_the_nearer_city() -> None:
    found = plan(request(days=4, cities=CITIES), SIGHTS)
    assert [visit.sight for visit in found.visits if visit.sight.endswith("/lake")] == ["village/lake"]
    assert LAKE.id not in {left.sight for left in found.left_out}
    assert found.certificate.feasible


def test_the_one_that_was_asked_for_stays() -> None:
    found = plan(request(days=4, cities=CITIES, must_see=(LAKE.id,)), SIGHTS)
    assert [visit.sight for visit in found.visits if visit.sight.endswith("/lake")] == [LAKE.id]


def test_both_stay_where_both_were_asked_for() -> None:
    assert ids(each_place_once(SIGHTS, CITIES, {LAKE.id, OTHER_END.id})) == ids(SIGHTS)


@pytest.mark.parametrize(
    ("changes", "is_one"),
    [
        ({"lat": 48.281, "name": LocalizedText("Lake Resort", "湖区")}, True),
        ({"lat": 48.281, "name": LocalizedText("Lake Resort", "湖区"), "category": "museum"}, False),
        ({"lat": 48.29, "name": LocalizedText("green lake", "湖")}, True),
        ({"lat": 48.29, "name": LocalizedText("Blue Lake", "绿湖")}, True),
        ({"lat": 48.29, "name": LocalizedText("Blue Lake", "蓝湖")}, False),
        ({"lat": 48.34}, False),
    ],
)
def test_one_place_is_what_lies_at_one_spot_or_has_one_name_near_by(changes: dict[str, object], is_one: bool) -> None:
    other = dataclasses.replace(OTHER_END, **changes)
    assert (len(each_place_once((LAKE, other), CITIES, ())) == 1) is is_one


def test_a_trip_to_one_city_keeps_all_of_its_sights() -> None:
    twin = dataclasses.replace(LAKE, id="town/pond")
    assert each_place_once((LAKE, twin), (TOWN,), ()) == (LAKE, twin)
