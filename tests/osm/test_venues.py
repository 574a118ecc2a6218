"""Venues say what is tagged, and nothing else."""

from datetime import date, datetime

import pytest

from tests.osm.elements import node
from travelagent.catalog.venues import Venue
from travelagent.osm.venues import venues_of

DAY = date(2026, 11, 1)


def only(**tags: str) -> Venue:
    (venue,) = venues_of([node(60.17, 24.94, **tags)], DAY)
    return venue


def test_nothing_is_assumed() -> None:
    venue = only(amenity="restaurant", name="Bare")
    assert (venue.hours, venue.stars, venue.wheelchair, venue.website) == (None, None, "unknown", "")
    assert not venue.serves("vegetarian")
    assert venue.is_open(datetime(2026, 11, 3, 19)) is None


def test_what_is_tagged_is_there() -> None:
    venue = only(
        amenity="restaurant",
        name="Loving Hut",
        cuisine="vegan;asian",
        diet__vegan="only",
        diet__halal="no",
        opening_hours="Mo-Fr 11:00-21:00",
        wheelchair="limited",
        website="javascript:alert(1)",
        contact__phone="+358 9 1; +358 9 2",
    )
    assert venue.cuisine == ("vegan", "asian")
    assert venue.serves("vegan")
    assert venue.serves("vegetarian")
    assert not venue.serves("halal")
    assert (venue.wheelchair, venue.website, venue.phone) == ("limited", "", "+358 9 1")
    assert venue.is_open(datetime(2026, 11, 3, 19), datetime(2026, 11, 3, 20, 30)) is True
    assert venue.is_open(datetime(2026, 11, 3, 20), datetime(2026, 11, 3, 21, 30)) is False
    assert venue.is_open(datetime(2026, 11, 7, 19)) is False


@pytest.mark.parametrize(
    ("tag", "stars"), [("4", 4.0), ("4S", 4.5), ("3.5", 3.5), ("9", None), ("good", None), ("", None)]
)
def test_stars(tag: str, stars: float | None) -> None:
    assert only(tourism="hotel", name="H", stars=tag).stars == stars


def test_toilets_need_no_name_and_restaurants_do() -> None:
    assert only(amenity="toilets").name.zh == "公共厕所"
    assert venues_of([node(amenity="restaurant")], DAY) == ()
