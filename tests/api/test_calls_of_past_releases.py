"""Calls that partners of 0.1.0 make: what was taken then is taken now, and answered with the same fields."""

from typing import Any

import pytest

from tests.api.caller import Caller

pytestmark = pytest.mark.django_db

GION = {"name": "Gion", "lat": 35.0037, "lon": 135.7788}
ROUTE = {
    "city": "Kyoto",
    "days": 3,
    "cities": ["大阪"],
    "start_date": "2027-04-13",
    "interests": ["history", "food"],
    "pace": "relaxed",
    "must_see": ["金阁寺"],
    "avoid": ["zoo"],
    "day_windows": [{"day": 2, "start": "10:00", "end": "19:00", "from": GION, "to": GION}],
    "hotel": GION,
    "travellers": 2,
    "fixed": [{"name": "Dinner", "lat": 35.0, "lon": 135.77, "start": "18:30", "minutes": 90, "day": 1}],
    "rainy_days": [2],
    "origin": "Tokyo",
    "way": "train",
    "sparing": True,
    "days_each": [2, 1],
    "rest": {"start": "13:30", "minutes": 60, "days": [2]},
    "short_ways": True,
    "pins": [{"sight": "kyoto/nijo-castle", "day": 1, "when": "morning"}],
    "arrival": {"at": "09:00", "minutes": 30, "way": "train"},
    "departure": {"at": "21:00", "minutes": 60, "way": "train"},
}


def called(api: Caller, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    answer = api.post(f"tools/{tool}/", {"arguments": arguments})
    assert answer.status_code == 200, answer.content
    result: dict[str, Any] = answer.json()["result"]
    return result


def test_a_route_with_every_argument(api: Caller) -> None:
    plan = called(api, "generate_route", ROUTE)
    request = plan["request"]
    assert [stay["id"] for stay in request["cities"]] == ["kyoto", "osaka"]
    assert [stay["days"] for stay in request["cities"]] == [2, 1]
    assert request["cities"][0]["hotel"]["name"]["en"] == "Gion"
    assert (request["pace"], request["travellers"], request["rainy_days"]) == ("relaxed", 2, [2])
    assert request["must_see"] == ["kyoto/kinkaku-ji"]
    assert (request["arrival"], request["departure"]) == (ROUTE["arrival"], ROUTE["departure"])
    hours = {window["day"]: (window["start"], window["end"]) for window in request["day_windows"]}
    assert hours == {1: ("09:30", None), 2: ("10:00", "19:00"), 3: (None, "20:00")}
    assert plan["certificate"]["feasible"]
    assert {"cities", "days", "left_out", "assumptions", "score", "bound", "alternatives"} <= plan.keys()


def test_a_route_with_the_required_arguments_alone(api: Caller) -> None:
    plan = called(api, "generate_route", {"city": "京都", "days": 2})
    assert len(plan["days"]) == 2
    assert plan["request"]["travellers"] == 1


def test_a_budget_of_an_itinerary_that_is_sent_back(api: Caller) -> None:
    plan = called(api, "generate_route", {"city": "Kyoto", "days": 2})
    costs = called(
        api,
        "calculate_budget",
        {
            "city": "Kyoto",
            "days": 2,
            "travellers": 3,
            "tier": "luxury",
            "origin": "Tokyo",
            "way": "train",
            "way_back": "flight",
            "reduced": 1,
            "children": 1,
            "night_before": True,
            "night_after": False,
            "fares_paid": False,
            "currency": "CNY",
            "itinerary": {"days": plan["days"]},
        },
    )
    assert (costs["currency"], costs["travellers"], costs["days"], costs["tier"]) == ("CNY", 3, 2, "luxury")
    assert {item["kind"] for item in costs["items"]} >= {"lodging", "meals", "tickets", "intercity", "reserve"}


def test_a_budget_with_the_required_arguments_alone(api: Caller) -> None:
    costs = called(api, "calculate_budget", {"city": "Kyoto", "days": 2})
    assert (costs["travellers"], costs["tier"], costs["currency"]) == (1, "mid", "JPY")


def test_a_stateless_plan_of_a_request(api: Caller) -> None:
    answer = api.post("itineraries/", {"request": {"cities": ["kyoto"], "days": 1}})
    assert answer.status_code == 200, answer.content
    assert answer.json()["certificate"]["feasible"]
