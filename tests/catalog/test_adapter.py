"""What planning takes of the catalogue."""

import csv
from datetime import date
from typing import get_args

import pytest

from travelagent.catalog import source
from travelagent.catalog.adapter import city_size, city_stay, costs_of, planning_sights
from travelagent.catalog.files import DATA
from travelagent.catalog.money import packaged_rates
from travelagent.costs.budget import budget
from travelagent.costs.values import BudgetRequest
from travelagent.planning.engine import plan
from travelagent.plans.values import PlanRequest, Strain


def test_sights_become_candidates() -> None:
    candidates = {sight.id: sight for sight in planning_sights(["beijing", "rome"])}
    assert len(candidates) == len(source.sights_of("beijing")) + len(source.sights_of("rome"))
    palace = candidates["beijing/forbidden-city"]
    assert (palace.currency, palace.last_entry_minutes, palace.indoor) == ("CNY", 60, False)
    assert palace.name.zh == "故宫博物院"
    assert candidates["rome/borghese-gallery"].currency == "EUR"


def test_an_unknown_city_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        planning_sights(["atlantis"])


@pytest.mark.parametrize(("city", "size"), [("shanghai", "large"), ("florence", "medium"), ("hallstatt", "small")])
def test_cities_have_a_size(city: str, size: str) -> None:
    assert city_size(source.cities()[city]) == size


def test_a_stay_knows_its_zone() -> None:
    stay = city_stay(source.cities()["kyoto"], days=3)
    assert (stay.days, stay.timezone, stay.country) == (3, "Asia/Tokyo", "JP")


def test_costs_and_rates_make_a_budget_in_another_currency() -> None:
    costs = costs_of(["taipei"])["taipei"]
    made = budget(BudgetRequest(cities=((costs, 3),), travellers=2, currency="CNY"), packaged_rates().table())
    assert made.currency == "CNY"
    assert made.total == sum(item.amount for item in made.items) > 0


@pytest.mark.parametrize(
    ("city", "sight", "hour"), [("chengdu", "panda-base", 8), ("lijiang", "black-dragon-pool", 10)]
)
def test_what_is_best_early_is_visited_early(city: str, sight: str, hour: int) -> None:
    sights = planning_sights([city])
    [known] = [each for each in sights if each.id == f"{city}/{sight}"]
    assert known.begin_by == hour * 60
    plan_request = PlanRequest((city_stay(source.cities()[city]),), 3, start_date=date(2026, 5, 12))
    [arrive] = [visit.arrive for visit in plan(plan_request, sights).visits if visit.sight == known.id]
    assert arrive <= 10 * 60 + 15


def test_a_market_hall_is_under_a_roof_and_a_street_market_is_not() -> None:
    assert source.roofs() <= source.sights().keys()
    indoor = {each.id: each.indoor for each in planning_sights(["kyoto", "porto", "madrid"])}
    assert indoor["kyoto/nishiki-market"]
    assert indoor["porto/sao-bento-station"]
    assert indoor["madrid/mercado-de-san-miguel"]
    assert not indoor["madrid/el-rastro-flea-market"]


def test_best_hours_are_those_of_known_sights() -> None:
    for id, (begin_from, begin_by) in source.best_hours().items():
        assert id in source.sights()
        assert begin_from or begin_by
        assert begin_from is None or begin_by is None or begin_from <= begin_by


@pytest.mark.parametrize(
    ("sight", "strains"),
    [("xian/city-wall", ("stairs",)), ("xian/huashan", ("heights", "climb")), ("xian/great-mosque", ())],
)
def test_a_sight_tells_what_it_asks_of_a_body(sight: str, strains: tuple[str, ...]) -> None:
    assert {each.id: each.strains for each in planning_sights(["xian"])}[sight] == strains


def test_stations_are_those_of_known_sights() -> None:
    assert source.stations().keys() <= source.sights().keys()
    assert {each.id: each.station for each in planning_sights(["osaka"])}["osaka/himeji-castle"]


def test_strains_are_those_of_known_sights() -> None:
    with (DATA / "curated/strains.csv").open(encoding="utf-8", newline="") as file:
        rows = [(row["sight"], row["strain"]) for row in csv.DictReader(file)]
    assert {sight for sight, _ in rows} <= source.sights().keys()
    assert {strain for _, strain in rows} == set(get_args(Strain))
    assert len(set(rows)) == len(rows)


@pytest.mark.parametrize(
    ("sight", "month", "price"),
    [
        ("beijing/forbidden-city", 4, 60),
        ("beijing/forbidden-city", 11, 40),
        ("jiujiang/hanpokou", 7, 160),
        ("jiujiang/hanpokou", 1, 135),
        ("split/krka-national-park", 5, 20),
        ("beijing/lama-temple", 1, 25),
    ],
)
def test_a_ticket_has_the_price_of_its_month(sight: str, month: int, price: int) -> None:
    (found,) = [each for each in planning_sights([sight.partition("/")[0]]) if each.id == sight]
    assert found.price_on(date(2026, month, 15)) == price


def test_the_prices_of_a_season_are_those_of_known_sights_and_differ_from_the_usual_one() -> None:
    dated = [sight for sight in source.sights().values() if sight.season_prices]
    named = {row["sight"] for row in source.csv_rows(source.DATA / "curated/season_prices.csv")}
    assert named <= {sight.id for sight in dated}
    for sight in dated:
        months = [month for some, _ in sight.season_prices for month in some]
        assert len(months) == len(set(months))
        assert set(months) <= set(range(1, 13))
        assert all(price != sight.price for _, price in sight.season_prices)
