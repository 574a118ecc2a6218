"""The packaged coaches are possible, and plans take them."""

from __future__ import annotations

from datetime import date
from itertools import combinations, groupby

import pytest

from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.catalog.coaches import coaches
from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.ground import area_of, crossing_of
from travelagent.catalog.source import distance_km
from travelagent.planning.engine import plan
from travelagent.plans.values import PlanRequest

ROWS = tuple(csv_rows(DATA / "curated/coaches.csv"))
SIDE_BY_SIDE_KM = 0.6


def test_coaches_lead_to_known_sights_in_the_currency_of_their_tickets() -> None:
    sights, cities = source.sights(), source.cities()
    assert len(ROWS) >= 40
    assert len({cities[sights[row["sight"]].city].country for row in ROWS}) >= 20
    assert all(cities[sights[row["sight"]].city].currency == row["currency"] for row in ROWS)
    assert all(not crossing_of(row["sight"]) for row in ROWS)
    assert not {row["sight"] for row in ROWS} & set(source.stations())


@pytest.mark.parametrize("id", sorted(coaches()))
def test_a_coach_is_no_faster_than_roads_and_as_dear_as_coaches_are(id: str) -> None:
    coach, sight = coaches()[id], source.sights()[id]
    city = source.cities()[sight.city]
    km = distance_km(city.lat, city.lon, sight.lat, sight.lon)
    assert 15 <= km * 1.3 / coach.minutes * 60 <= 80
    assert 5 <= coach.every <= 180
    assert coach.last - (coach.first + coach.minutes) >= 240  # a few hours are left between the first and the last one
    assert 0 <= coach.fare < city.meals.mid * 3 / 2


def test_of_a_line_what_is_farther_takes_longer_and_costs_no_less() -> None:
    def line(id: str) -> tuple[str, str]:
        return source.sights()[id].city, coaches()[id].line

    for _, ids in groupby(sorted(coaches(), key=line), key=line):
        for one, other in combinations((coaches()[id] for id in ids), 2):
            near, far = sorted((one, other), key=lambda coach: coach.minutes)
            assert near.fare <= far.fare
            assert (near.stop, near.first) == (far.stop, far.first)


def test_neighbours_of_a_sight_with_a_coach_have_a_coach() -> None:
    for id in coaches():
        here = source.sights()[id]
        beside = [
            sight.id
            for sight in source.packaged_catalogue().sights_of(here.city)
            if distance_km(here.lat, here.lon, sight.lat, sight.lon) <= SIDE_BY_SIDE_KM and not area_of(sight.id)
        ]
        assert {each for each in beside if each not in coaches()} == set(), id


@pytest.mark.parametrize(
    ("city", "sight", "day"),
    [
        ("ljubljana", "ljubljana/lake-bohinj-and-savica-falls", date(2027, 6, 15)),
        ("cusco", "cusco/ollantaytambo", date(2027, 6, 15)),
        ("qiandongnan", "qiandongnan/xijiang", date(2027, 4, 13)),
    ],
)
def test_a_lone_traveller_is_sent_by_coach(city: str, sight: str, day: date) -> None:
    stay, sights = city_stay(source.cities()[city]), planning_sights([city])
    found = plan(PlanRequest((stay,), 1, start_date=day, must_see=(sight,), iterations=200), sights)
    legs = [leg for leg in found.days[0].legs if sight in (leg.origin, leg.destination)]
    assert found.certificate.feasible
    assert "bus" in {leg.mode for leg in legs}
