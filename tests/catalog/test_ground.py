"""Which land a place lies on, what a taxi costs there, and which sights are on one ticket."""

import pytest

from travelagent.catalog import source
from travelagent.catalog.adapter import city_costs, planning_sights
from travelagent.catalog.ground import land_of, taxi_of
from travelagent.planning.budget import budget
from travelagent.planning.values import BudgetRequest

OFF_SHORE = {"honolulu", "naha", "jeju", "bali", "zanzibar", "santorini"}


def land(city: str) -> str:
    place = source.cities()[city]
    return land_of(place.country, place.lat, place.lon)


@pytest.mark.parametrize(
    ("one", "other"), [("beijing", "paris"), ("london", "rome"), ("tokyo", "sapporo"), ("cancun", "montreal")]
)
def test_rails_roads_and_tunnels_join_a_land(one: str, other: str) -> None:
    assert land(one) == land(other)


@pytest.mark.parametrize(
    ("one", "other"), [("shanghai", "tokyo"), ("new-york", "paris"), ("london", "dublin"), ("xiamen", "taipei")]
)
def test_a_sea_parts_two(one: str, other: str) -> None:
    assert land(one) != land(other)


@pytest.mark.parametrize("city", sorted(OFF_SHORE))
def test_an_island_is_not_its_countrys_land(city: str) -> None:
    country = source.cities()[city].country
    others = {land(id) for id, place in source.cities().items() if place.country == country and id not in OFF_SHORE}
    assert land(city) not in {*others, "mainland"}


def test_taxi_prices_are_in_the_currency_of_their_country() -> None:
    currencies = {city.country: city.currency for city in source.cities().values()}
    for country, currency in currencies.items():
        taxi = taxi_of(country)
        assert taxi is None or (taxi.currency == currency and taxi.base + taxi.per_km > 0)
    assert taxi_of("JP") is not None


def test_a_shared_ticket_is_another_sights_of_the_same_city_and_no_chain() -> None:
    sights, shared = source.sights(), source.shared_tickets()
    for id, ticket in shared.items():
        assert sights[id].city == sights[ticket].city
        assert ticket not in shared
        assert sights[id].price > 0


def test_the_colosseum_and_the_forum_cost_one_ticket() -> None:
    rome = {sight.id: sight for sight in planning_sights(["rome"])}
    visited = (rome["rome/colosseum"], rome["rome/roman-forum-and-palatine-hill"])
    found = budget(BudgetRequest(((city_costs(source.cities()["rome"]), 2),), visited=visited))
    [paid] = [item for item in found.items if item.kind == "tickets"]
    assert paid.unit_price == rome["rome/colosseum"].price
