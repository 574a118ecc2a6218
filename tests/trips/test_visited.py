"""Where a person has been: the cities of past days of their own trips."""

from datetime import date
from typing import Any

import pytest

from tests.conftest import Visitor
from travelagent.trips import actions
from travelagent.trips.models import Trip
from travelagent.trips.visited import visited_cities

pytestmark = pytest.mark.django_db


def test_past_days_count_and_the_last_one_is_told(person: int, trip: Trip) -> None:
    assert trip.itinerary["days"][0]["date"] == "2026-12-06"
    assert visited_cities(person, date(2026, 12, 6)) == []
    assert [(v.city.id, v.last) for v in visited_cities(person, date(2026, 12, 8))] == [("kyoto", date(2026, 12, 7))]
    assert [(v.city.id, v.last) for v in visited_cities(person, date(2027, 1, 1))] == [("kyoto", date(2026, 12, 8))]


def test_neither_trips_without_dates_nor_those_of_others_count(
    person: int, plan: dict[str, Any], owner: Visitor
) -> None:
    actions.create_trip(person, "Some day", {**plan, "date_assumed": True})
    actions.create_trip(owner.actor.person or 0, "Theirs", plan)
    assert visited_cities(person, date(2027, 1, 1)) == []


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "1 city of your past trips"), ("zh-hans", "过往行程去过 1 座城市")]
)
def test_the_account_page_shows_them(owner: Visitor, plan: dict[str, Any], language: str, expected: str) -> None:
    assert "visited-city" not in owner.client.get("/account/").content.decode()
    days = [{**day, "date": day["date"].replace("2026", "2025")} for day in plan["days"]]
    actions.create_trip(owner.actor.person or 0, "Kyoto", {**plan, "days": days})
    page = owner.client.get("/account/", headers={"Accept-Language": language}).content.decode()
    assert expected in page
    assert 'href="/cities/kyoto"' in page
