"""Tagged hours and prices: taken where they can be read, else unknown."""

from decimal import Decimal

import pytest

from travelagent.osm.fees import tagged_price
from travelagent.osm.hours import tagged_hours


@pytest.mark.parametrize(
    ("tag", "hours"),
    [
        ("Mo-Fr 10:00-18:00; PH off", "Mo-Fr 10:00-18:00; PH off"),
        ("Jun-Aug: 09:00-24:00; Sep-May: 09:00-18:00", "Jun-Aug: 09:00-24:00; Sep-May: 09:00-18:00"),
        ('Mo-Fr 10:00-18:00 unknown "ring first"', None),
        ('Tu-Su 10:00-17:00 "last entry 16:30"', "Tu-Su 10:00-17:00"),
        ("Tu, Fr 10:00-18:00; Sa, Su, PH 11:00-17:00", "Tu,Fr 10:00-18:00; Sa,Su,PH 11:00-17:00"),
        ("Mo-Th 11:00-21:00, Fr 11:00-22:00", "Mo-Th 11:00-21:00, Fr 11:00-22:00"),
        ("24/7", "24/7"),
        ("sunrise-sunset", "sunrise-sunset"),
        ('"by appointment"', None),
        ("Mo-Fr off", None),
        ("2019 Jan 01-2019 Feb 01 10:00-12:00", None),
        ("ask the caretaker", None),
        ("Mo-Fr 10:00-" + "18:00," * 60, None),
        ("", None),
    ],
)  # fmt: skip
def test_hours(tag: str, hours: str | None) -> None:
    assert tagged_hours({"opening_hours": tag}) == hours


@pytest.mark.parametrize(
    ("tags", "price"),
    [
        ({"fee": "no"}, Decimal(0)),
        ({"charge": "12 EUR"}, Decimal(12)),
        ({"fee": "yes", "charge": "7,50€/person"}, Decimal("7.50")),
        ({"charge": "€9"}, Decimal(9)),
        ({"charge": "12 USD"}, None),
        ({"charge": "12"}, None),
        ({"fee": "yes"}, None),
        ({}, None),
    ],
)
def test_prices(tags: dict[str, str], price: Decimal | None) -> None:
    assert tagged_price(tags, "EUR") == price
