"""Amounts on paper are written as the reader of the language writes them, whatever the place's currency."""

import re
from typing import Any

import pypdfium2
import pytest

from tests.support.trips import made
from travelagent.assistant.tools.calculate_budget import calculate_budget
from travelagent.assistant.tools.generate_route import generate_route
from travelagent.trips import actions
from travelagent.trips.exports import EXPORTS
from travelagent.trips.models import Trip

pytestmark = pytest.mark.django_db

CITIES = {"Tokyo": "日元", "Bangkok": "泰铢", "London": "英镑", "Beijing": ""}
FOREIGN_SIGN = re.compile(r"[A-Z]{2,3}\s?[$¥€£]|[$€£฿₩]|\b(?:JPY|THB|GBP|USD|CNY)\b")
PRICE = re.compile(r"门票 ([^；）]+?(?:（约 [^）]+）)?)(?=[；）])")


@pytest.fixture(scope="module", params=CITIES)
def planned(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    return request.param, made(
        generate_route, city=request.param, days=3, start_date="2026-12-06", interests=["museum"]
    )


def saved(person: int, city: str, plan: dict[str, Any], currency: str) -> Trip:
    days = {"days": plan["days"]}
    costs = made(calculate_budget, city=city, days=3, travellers=2, currency=currency, itinerary=days)
    return actions.create_trip(person, city, plan, costs)


def written(trip: Trip, lang: str) -> list[str]:
    """The Markdown and the text of the booklet."""
    pages = pypdfium2.PdfDocument(EXPORTS["pdf"].write(trip, lang))
    booklet = "\n".join(page.get_textpage().get_text_range() for page in pages)
    return [EXPORTS["md"].write(trip, lang).decode(), booklet]


@pytest.mark.parametrize("counted", ["CNY", "USD"])
@pytest.mark.sampled("counted")
def test_chinese_names_currencies_and_shows_no_foreign_sign(
    person: int, planned: tuple[str, dict[str, Any]], counted: str
) -> None:
    city, plan = planned
    for text in written(saved(person, city, plan, counted), "zh"):
        assert not FOREIGN_SIGN.findall(text)
        assert ("¥" if counted == "CNY" else "美元") in text
        assert CITIES[city] in text


def test_a_ticket_price_is_followed_by_one_conversion_to_the_budget_currency(
    person: int, planned: tuple[str, dict[str, Any]]
) -> None:
    city, plan = planned
    prices = PRICE.findall(written(saved(person, city, plan, "CNY"), "zh")[0])

    assert prices
    here = r"¥[\d,.]+" if city == "Beijing" else rf"[\d,.]+ {CITIES[city]}（约 ¥[\d,.]+）"
    assert [price for price in prices if not re.fullmatch(here, price)] == []


def test_english_tells_both_without_codes_where_a_sign_is_known(
    person: int, planned: tuple[str, dict[str, Any]]
) -> None:
    city, plan = planned
    sign = {"Tokyo": "¥", "Bangkok": "THB ", "London": "£", "Beijing": "CN¥"}[city]
    text = written(saved(person, city, plan, "USD"), "en")[0]

    prices = re.findall(r"ticket (.+?)(?:;|\)\n|\)$)", text, re.MULTILINE)
    assert prices
    assert [
        price for price in prices if not re.fullmatch(rf"{re.escape(sign)}[\d,.]+ \(about \$[\d,.]+\)?", price)
    ] == []
