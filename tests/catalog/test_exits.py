"""Where one leaves a sight that ends elsewhere: far enough from where one came in, and beside what one goes on to."""

import pytest

from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sights

LEAST_KM, MOST_KM = 0.5, 80.0
"""A gate of a long palace lies half a kilometre from its middle; no day trip leads farther."""


@pytest.mark.parametrize("id", list(source.exits()))
def test_an_exit_is_of_a_known_sight_and_lies_elsewhere(id: str) -> None:
    sight, exit = source.sights()[id], source.exits()[id]
    assert LEAST_KM <= source.distance_km(sight.lat, sight.lon, exit.lat, exit.lon) <= MOST_KM
    assert exit.name.en
    assert exit.name.zh


@pytest.mark.parametrize("id", [id for id in source.exits() if id in source.onward()])
def test_what_one_goes_on_to_is_nearer_from_the_exit(id: str) -> None:
    sight, exit, onward = source.sights()[id], source.exits()[id], source.sights()[source.onward()[id]]
    from_exit = source.distance_km(exit.lat, exit.lon, onward.lat, onward.lon)
    assert from_exit < source.distance_km(sight.lat, sight.lon, onward.lat, onward.lon)


def test_planning_knows_the_exits() -> None:
    sights = {sight.id: sight for sight in planning_sights(source.cities())}
    assert {id: sight.exit for id, sight in sights.items() if sight.exit} == source.exits()
