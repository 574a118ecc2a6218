"""The planning engine over REST: nothing is kept; the catalogue's sights or one's own."""

from typing import Any

import pytest

from tests.api.caller import Caller, problem

pytestmark = pytest.mark.django_db

TOWN = {"id": "town", "name": {"en": "Town", "zh": "镇"}, "lat": 48.1, "lon": 11.5}


def sight(name: str, **more: Any) -> dict[str, Any]:
    """One of the caller's own sights."""
    named = {"en": name, "zh": name}
    usual = {"lat": 48.1, "lon": 11.51, "category": "museum", "minutes": 60, "score": 8.0, "hours": "Mo-Su 09:00-17:00"}
    return {"id": f"town/{name}", "city": "town", "name": named, "price": "5", "currency": "EUR", **usual, **more}


def test_it_works(api: Caller) -> None:
    planned = api.post("itineraries/", {"request": {"cities": ["kyoto"], "days": 1, "pace": "relaxed"}})
    body = planned.json()
    assert planned.status_code == 200, body
    assert body["cities"] == ["kyoto"]
    assert body["days"][0]["visits"]
    assert body["certificate"]["feasible"] is True
    assert body["request"]["pace"] == "relaxed"

    checked = api.post("itineraries/verify/", {"itinerary": body})
    assert (checked.status_code, checked.json()["feasible"]) == (200, True)


def test_rides_shorten_the_first_and_the_last_day(api: Caller) -> None:
    rides = {"arrival": {"at": "13:00"}, "departure": {"at": "15:00"}}
    planned = api.post("itineraries/", {"request": {"cities": [TOWN], "days": 2, **rides}, "sights": [sight("Castle")]})
    assert planned.status_code == 200, planned.json()
    assert planned.json()["days"][0]["start"] >= "13:00"
    assert planned.json()["days"][1]["end"] <= "15:00"


def test_what_no_day_has_room_for_is_named(api: Caller) -> None:
    far = {"name": {"en": "Elsewhere", "zh": "别处"}, "lat": 38.1, "lon": 11.5}
    refused = {
        "a day before the arrival": (
            {"arrival": {"at": "13:00"}, "day_windows": [{"day": 1, "start": "09:00"}]},
            "start",
        ),
        "a day after the departure": (
            {"departure": {"at": "13:00"}, "day_windows": [{"day": 2, "end": "20:00"}]},
            "end",
        ),
        "a night far away": ({"nights": [{"day": 1, "place": far}]}, "nights"),
        "a day from far away": ({"day_windows": [{"day": 2, "origin": far}]}, "day_windows"),
        "a day to far away": ({"day_windows": [{"day": 1, "destination": far}]}, "day_windows"),
    }
    wrong = {}
    for kind, (more, field) in refused.items():
        answer = api.post(
            "itineraries/", {"request": {"cities": [TOWN], "days": 2, **more}, "sights": [sight("Castle")]}
        )
        if answer.status_code != 400 or field not in answer.json()["errors"]:
            wrong[kind] = answer.json()
    assert wrong == {}


def test_one_may_bring_ones_own_sights(api: Caller) -> None:
    own = [sight("Castle"), sight("Mill", hours="Mo-Su 13:00-15:00")]
    body = api.post("itineraries/", {"request": {"cities": [TOWN], "days": 1}, "sights": own}).json()
    visits = {visit["sight"]: visit for visit in body["days"][0]["visits"]}
    assert visits.keys() == {"town/Castle", "town/Mill"}
    assert "13:00" <= visits["town/Mill"]["arrive"] <= "14:00"
    assert body["certificate"]["feasible"] is True


def test_a_spoilt_itinerary_is_found_out(api: Caller) -> None:
    own = [sight("Castle")]
    body = api.post("itineraries/", {"request": {"cities": [TOWN], "days": 1}, "sights": own}).json()
    visit = body["days"][0]["visits"][0]
    visit["arrive"], visit["depart"] = "06:00", "07:00"
    certificate = api.post("itineraries/verify/", {"itinerary": body, "sights": own}).json()
    assert certificate["feasible"] is False
    assert any(check["status"] == "fail" for check in certificate["checks"])


def test_a_trip_may_be_held_against_another_request(api: Caller) -> None:
    own = [sight("Castle"), sight("Mill")]
    body = api.post("itineraries/", {"request": {"cities": [TOWN], "days": 1}, "sights": own[:1]}).json()
    other = {"cities": [TOWN], "days": 1, "must_see": ["town/Mill"]}
    given = {"itinerary": body, "request": other, "sights": own}
    assert api.post("itineraries/verify/", given).json()["feasible"] is False


def test_what_cannot_be_kept_is_named(api: Caller) -> None:
    own = [sight("Castle", hours="Mo-Su 09:00-10:45"), sight("Mill", hours="Mo-Su 09:00-10:45")]
    given = {"cities": [TOWN], "days": 1, "must_see": ["town/Castle", "town/Mill"]}
    refused = api.post("itineraries/", {"request": given, "sights": own})
    assert problem(refused) == (422, "infeasible")
    assert sorted(refused.json()["clash"]) == ["town/Castle", "town/Mill"]


def test_what_makes_no_sense_is_refused(api: Caller, subtests: pytest.Subtests) -> None:
    for body in (
        {},
        {"request": {}},
        {"request": {"cities": ["atlantis"], "days": 1}},
        {"request": {"cities": ["kyoto"], "days": 0}},
        {"request": {"cities": ["kyoto"], "days": 31}},
        {"request": {"cities": ["kyoto"], "days": 1}, "sights": [{"id": "x"}]},
        {"request": {"cities": [], "days": 1}},
        {"request": {"cities": [{"id": "x", "lat": 91, "lon": 0}], "days": 1}},
    ):
        with subtests.test(body=body):
            assert problem(api.post("itineraries/", body)) == (400, "invalid")
            assert problem(api.post("itineraries/verify/", {"itinerary": {"days": 5}})) == (400, "invalid")
