"""The usual routes of regions: known areas and cities, ways that can be driven in a day, and what short trips keep."""

from itertools import pairwise
from typing import get_args

import pytest

from travelagent.catalog import gazetteer, source
from travelagent.catalog.adapter import city_stay, home_point
from travelagent.catalog.names import find_places
from travelagent.catalog.routes import AREAS, Route, route_named, routes
from travelagent.catalog.text import key
from travelagent.plans.values import IntercityMode
from travelagent.travel.intercity import intercity_leg

ROUTES = list(routes().values())
LONGEST_RIDE = 8 * 60
"""Minutes from door to door between two bases."""
HIGH, GAIN = 3000, 500
"""Above so many metres a night lies at most so many metres higher than the one before it, counted from there."""


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.area)
def test_a_route_is_of_an_area_that_is_read_in_both_languages(route: Route) -> None:
    named = [name for name, entry in gazetteer.known().entries.items() if entry.readings[0].ids == (route.area,)]
    assert any(name.isascii() for name in named)
    assert any(not name.isascii() for name in named)
    assert all(route_named(name) == route for name in named)
    assert route_named(route.area) == route
    assert gazetteer.known().entries[key(route.area)].readings[0].kind in AREAS


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.area)
def test_a_route_leads_through_covered_cities_once_each(route: Route) -> None:
    cities = [stay.city for stay in route.stays]
    assert set(cities) <= set(source.cities())
    assert len(cities) == len(set(cities)) >= 2
    assert sorted(stay.rank for stay in route.stays) == list(range(1, len(cities) + 1))
    assert route.mode in get_args(IntercityMode)
    assert sum(stay.days for stay in route.stays) <= route.days <= 21


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.area)
def test_the_days_fit_whatever_their_number(route: Route) -> None:
    for days in range(1, 31):
        fitted = route.fitted(days)
        assert sum(count for _, count in fitted) == days
        order = [stay.city for stay in route.stays]
        assert [city for city, _ in fitted] == sorted((city for city, _ in fitted), key=order.index)
    assert len(route.fitted(route.days)) == len(route.stays)
    first = min(route.stays, key=lambda stay: stay.rank)
    assert route.fitted(1) == ((first.city, 1),)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.area)
def test_every_ride_of_a_route_takes_less_than_a_day(route: Route) -> None:
    cities = [source.cities()[stay.city] for stay in route.stays]
    for city, following in pairwise(cities):
        hop = intercity_leg(home_point(city), home_point(following), route.mode)
        assert hop.minutes <= LONGEST_RIDE, (city.id, following.id)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.area)
def test_nobody_sleeps_much_higher_from_one_night_to_the_next(route: Route) -> None:
    heights = [city_stay(source.cities()[stay.city]).altitude for stay in route.stays]
    for before, after in pairwise(heights):
        assert after <= max(before, HIGH) + GAIN


def test_a_base_for_which_there_is_no_time_is_not_replaced_by_a_lesser_one() -> None:
    kansai = routes()["Kansai"]
    assert kansai.fitted(3) == (("osaka", 1), ("kyoto", 2))
    assert kansai.fitted(4) == (("osaka", 1), ("kyoto", 2), ("nara", 1))


@pytest.mark.parametrize("name", ["北京", "Rome", "Narnia", "", "France", "云贵"])
def test_a_city_a_country_two_areas_and_what_is_unknown_have_none(name: str) -> None:
    assert route_named(name) is None


@pytest.mark.parametrize("text", ["driving around Iceland's ring road", "Iceland ring road", "冰岛环岛自驾"])
def test_the_country_in_the_name_of_a_route_is_no_place_of_its_own(text: str) -> None:
    assert [mention.reading.ids for mention in find_places(text)] == [("Iceland Ring Road",)]
