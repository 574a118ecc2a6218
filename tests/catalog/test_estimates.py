"""What is not known of a place is estimated from the packaged cities around it."""

import pytest

from travelagent.catalog import source
from travelagent.catalog.climate import climate_of
from travelagent.catalog.estimates import best_months, estimate_city, ticket_estimates


def test_costs_are_those_of_the_country() -> None:
    graz = estimate_city("Graz", 47.07, 15.44)
    at_home = [city for city in source.cities().values() if city.country == "AT"]
    assert (graz.country, graz.currency, graz.timezone, graz.name_zh) == ("AT", "EUR", "Europe/Vienna", "格拉茨")
    assert min(c.lodging.mid for c in at_home) <= graz.lodging.mid <= max(c.lodging.mid for c in at_home)
    assert graz.lodging.budget < graz.lodging.mid < graz.lodging.luxury


def test_a_country_without_cities_follows_its_per_diem() -> None:
    assert not [city for city in source.cities().values() if city.country == "AL"]
    tirana, graz = estimate_city("Tirana", 41.33, 19.82), estimate_city("Graz", 47.07, 15.44)
    assert (tirana.country, tirana.region_en, tirana.region_zh) == ("AL", "Albania", "阿尔巴尼亚")
    assert tirana.meals.mid < graz.meals.mid
    assert tirana.elevation_m < 1000


def test_a_known_height_and_country_are_kept() -> None:
    town = estimate_city("Bled", 46.369, 14.114, "SI", 501)
    assert (town.country, town.elevation_m, town.name_zh) == ("SI", 501, "")


def test_tickets_are_the_medians_of_their_kind() -> None:
    ticket = ticket_estimates(47.07, 15.44, "AT", "EUR")
    assert ticket("museum") > ticket("park")
    assert ticket("park") == 0
    assert ticket("zoo") > 0


@pytest.mark.parametrize(("city", "month"), [("vienna", 1), ("dubai", 7)])
def test_the_best_months_are_the_mild_ones(city: str, month: int) -> None:
    best = best_months(climate_of(city).months)
    assert month not in best
    assert 3 <= len(best) <= 6
