"""Reduced prices: every row is read, belongs to a sight, and is less than an adult pays."""

import dataclasses
from itertools import pairwise

import pytest

from travelagent.catalog import source
from travelagent.catalog.adapter import planning_sight
from travelagent.catalog.concessions import NONE, concessions_of, tariffs
from travelagent.catalog.files import DATA, csv_rows
from travelagent.catalog.values import CATEGORIES
from travelagent.plans.concessions import ticket_at

PLACES = list(csv_rows(DATA / "curated/concession_places.csv"))
SIGHTS = source.sights()


def paid(sight: str, age: int | None) -> float:
    found = SIGHTS[sight]
    return float(ticket_at(age, found.price, concessions_of(found)))


def test_every_tariff_holds_somewhere_and_every_place_is_known() -> None:
    assert {row["tariff"] for row in PLACES} | {NONE} == set(tariffs())
    countries = {city.country for city in source.cities().values()}
    assert {row["place"] for row in PLACES} <= {*SIGHTS, *source.cities(), *countries}
    assert {each for row in PLACES for each in row["categories"].split("|") if each} <= set(CATEGORIES)
    assert len({row["place"] for row in PLACES}) == len(PLACES)


def test_concessions_are_by_rising_age_and_less_than_an_adult_pays() -> None:
    for sight in SIGHTS.values():
        known = concessions_of(sight)
        assert all(a.until_age <= b.from_age for a, b in pairwise(known)), sight.id
        assert all(each.from_age < each.until_age for each in known), sight.id
        if sight.price and not sight.ticket:
            assert all(each.ticket(sight.price) < sight.price for each in known), sight.id


@pytest.mark.parametrize(
    ("sight", "age", "price"),
    [
        ("beijing/forbidden-city", 17, 0),
        ("beijing/forbidden-city", 60, 30),
        ("xian/terracotta-army", 6, 60),
        ("xian/terracotta-army", 65, 0),
        ("suzhou/humble-administrators-garden", 65, 40),
        ("huangshan/bright-summit", 6, 388),
        ("shanghai/shanghai-disneyland", 18, 719),
        ("paris/louvre-museum", 17, 0),
        ("paris/louvre-museum", 18, 32),
        ("rome/roman-forum-and-palatine-hill", 15, 0),
        ("new-york/museum-of-modern-art", 16, 0),
        ("new-york/metropolitan-museum-of-art", 12, 30),
        ("tokyo/tokyo-national-museum", 70, 0),
        ("petra/the-monastery", 11, 0),
    ],
)
def test_it_knows_what_is_paid_where(sight: str, age: int, price: float) -> None:
    assert paid(sight, age) == price
    assert paid(sight, None) == float(SIGHTS[sight].price)


def test_the_planning_sight_carries_them() -> None:
    louvre = SIGHTS["paris/louvre-museum"]
    assert planning_sight(louvre, "EUR").concessions == concessions_of(louvre) != ()
    assert concessions_of(dataclasses.replace(louvre, id="paris/none", city="nowhere")) == ()
