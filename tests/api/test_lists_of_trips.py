"""The lists of a trip over REST: proposed from its plan, ticked off, changed, renewed when the trip changes."""

from datetime import date, timedelta
from typing import Any

import pytest

from tests.api.caller import Caller, problem
from tests.support.places import MUSEUM

pytestmark = pytest.mark.django_db
FIRST = date(2026, 12, 6)


@pytest.fixture
def path(page: Caller, plan: dict[str, Any], costs: dict[str, Any]) -> str:
    """Three days in Kyoto in December."""
    made = page.post("trips/", {"title": "Kyoto", "itinerary": plan, "budget": costs})
    assert made.status_code == 201, made.content
    return f"trips/{made.json()['id']}/"


def proposed(page: Caller, path: str) -> dict[str, dict[str, Any]]:
    answer = page.post(f"{path}lists/propose/")
    assert answer.status_code == 200, answer.content
    return {item["key"]: item for item in answer.json()["items"]}


def shown(page: Caller, path: str, which: str = "") -> dict[str, dict[str, Any]]:
    query = f"?list={which}" if which else ""
    return {item["key"]: item for item in page.get(f"{path}lists/{query}").json()["results"]}


def test_it_works(page: Caller, path: str) -> None:
    assert shown(page, path) == {}
    items = proposed(page, path)
    assert {"documents", "changes", "jacket", "cover", "hotel:0:kyoto"} <= set(items)
    assert "in December" in items["jacket"]["reason"]["en"]
    assert "12月" in items["jacket"]["reason"]["zh"]
    hotel = items["hotel:0:kyoto"]
    assert (hotel["list"], hotel["due"]) == ("booking", str(FIRST - timedelta(30)))
    assert hotel["text"]["en"] == "Stay in Kyoto: 2 nights, from 6 December 2026"
    assert {item["list"] for item in shown(page, path, "packing").values()} == {"packing"}

    ticked = page.patch(f"{path}lists/{hotel['id']}/", {"done": True}).json()
    assert (ticked["done"], ticked["edited"]) == (True, False)
    own = page.post(f"{path}lists/", {"list": "packing", "text": " Grandma's  camera ", "quantity": 2})
    assert own.status_code == 201
    assert own.json()["text"] == {"en": "Grandma's camera", "zh": "Grandma's camera"}
    assert proposed(page, path)["hotel:0:kyoto"]["done"] is True


def test_a_changed_trip_renews_what_is_proposed(page: Caller, path: str) -> None:
    items = proposed(page, path)
    page.patch(f"{path}lists/{items['changes']['id']}/", {"quantity": 9})
    page.patch(f"{path}lists/{items['cover']['id']}/", {"text": "Grandma's scarf"})
    assert page("DELETE", f"{path}lists/{items['charger']['id']}/").status_code == 204
    page.post(f"{path}lists/", {"list": "packing", "text": "Camera"})

    trip = page.get(path).json()
    days = [{**day, "date": day["date"].replace("2026-12", "2027-07")} for day in trip["itinerary"]["days"]]
    assert page.patch(path, {"itinerary": {**trip["itinerary"], "days": days}}).status_code == 200
    renewed = proposed(page, path)
    assert "jacket" not in renewed
    assert {"heat", "sun", "rain"} <= set(renewed)
    assert renewed["hotel:0:kyoto"]["due"] == "2027-06-06"
    assert renewed["changes"]["quantity"] == 9
    assert renewed["cover"]["text"]["en"] == "Grandma's scarf"
    assert "charger" not in renewed
    assert renewed[""]["text"]["en"] == "Camera"
    assert {item["proposed_for"] for key, item in renewed.items() if key} == {2}


def test_what_is_to_be_booked_ahead_stands_with_its_day(page: Caller, path: str) -> None:
    trip = page.get(path).json()
    dates = {visit["sight"]: day["date"] for day in trip["itinerary"]["days"] for visit in day["visits"]}
    assert MUSEUM in dates
    booked = [key for key in proposed(page, path) if key.startswith("sight:")]
    assert all(key.removeprefix("sight:") in dates for key in booked)


def test_what_cannot_be_is_refused(page: Caller, path: str, subtests: pytest.Subtests) -> None:
    for field, body in (
        ("list", {"list": "wishes", "text": "A boat"}),
        ("text", {"list": "packing", "text": "  "}),
        ("text", {"list": "packing"}),
        ("quantity", {"list": "packing", "text": "Socks", "quantity": 0}),
        ("due", {"list": "booking", "text": "Boat", "due": "soon"}),
        ("key", {"list": "packing", "text": "Socks", "key": "coat"}),
    ):
        with subtests.test(body=body):
            refused = page.post(f"{path}lists/", body)
            assert problem(refused) == (400, "invalid")
            assert field in refused.json()["errors"]
