"""Saved trips over REST: one's own, newest first, never a stranger's."""

import json
from typing import Any

import pytest
from django.test import Client

from agent_core.tools import ToolContext
from tests.api.caller import Caller
from tests.conftest import PartnerKey, make_partner
from travelagent.assistant.tools.generate_route import generate_route
from travelagent.trips import actions

pytestmark = pytest.mark.django_db


def silent(fraction: float, note: str = "") -> None:
    """Nobody listens."""


@pytest.fixture(scope="module")
def plan() -> dict[str, object]:
    context = ToolContext("run", "call", "en", silent)
    values = generate_route.validated({"city": "Kyoto", "days": 1}, {})
    return dict(generate_route.bind(values, context)().shown[0].payload)


def test_it_works(partner: PartnerKey, plan: dict[str, object]) -> None:
    person = partner.actor.person_for("ann").pk
    trip = actions.create_trip(person, "Kyoto", plan)

    listed = Client().get("/api/v1/trips/", headers=partner.headers).json()["results"]
    one = Client().get(f"/api/v1/trips/{trip.pk}/", headers=partner.headers).json()

    assert [row["id"] for row in listed] == [trip.pk]
    assert one["title"] == "Kyoto"
    assert one["version"] == 1
    kept = {name: value for name, value in plan.items() if name != "alternatives"}
    assert one["itinerary"] == json.loads(json.dumps(kept))
    assert one["certificate"]["feasible"] is True


def test_a_travellers_trips_are_kept_apart(partner: PartnerKey, plan: dict[str, object]) -> None:
    for name in ("ann", "bob"):
        actions.create_trip(partner.actor.person_for(name).pk, name, plan)

    found = Client().get("/api/v1/trips/?end_user=bob", headers=partner.headers).json()["results"]

    assert [row["title"] for row in found] == ["bob"]


def test_a_strangers_trip_is_not_found(partner: PartnerKey, plan: dict[str, object]) -> None:
    trip = actions.create_trip(partner.actor.person_for().pk, "Kyoto", plan)
    mallory = make_partner("mallory")

    assert Client().get(f"/api/v1/trips/{trip.pk}/", headers=mallory.headers).status_code == 404
    assert Client().get("/api/v1/trips/", headers=mallory.headers).json()["results"] == []


def test_a_key_without_the_scope_is_refused(partner: PartnerKey) -> None:
    narrow = make_partner("narrow", "runs")

    answer = Client().get("/api/v1/trips/", headers=narrow.headers)

    assert (answer.status_code, answer.json()["code"]) == (403, "missing_scope")


@pytest.mark.django_db(transaction=True)
def test_the_trip_tools_know_their_caller(partner: PartnerKey, plan: dict[str, object]) -> None:
    actions.create_trip(partner.actor.person_for().pk, "Mine", plan)
    actions.create_trip(make_partner("mallory").actor.person_for().pk, "Not mine", plan)

    answer = Client().post(
        "/api/v1/tools/list_trips/", data="{}", content_type="application/json", headers=partner.headers
    )

    assert [row["title"] for row in answer.json()["result"]["trips"]] == ["Mine"]


def test_a_trip_outlives_its_conversation_without_a_link_to_it(partner: PartnerKey, plan: dict[str, object]) -> None:
    made = Client().post("/api/v1/sessions/", {}, content_type="application/json", headers=partner.headers)
    session = made.json()["id"]
    trip = actions.create_trip(partner.actor.person_for().pk, "Kyoto", plan, session=session)
    assert Client().delete(f"/api/v1/sessions/{session}/", headers=partner.headers).status_code == 204
    trip.refresh_from_db()
    assert trip.session == ""


def test_a_file_that_has_not_changed_is_not_written_again(api: Caller, plan: dict[str, object], settings: Any) -> None:
    trip = api.post("trips/", {"title": "Kyoto", "itinerary": plan}).json()["id"]
    path = f"trips/{trip}/export/?format=pdf"
    settings.THROTTLE_RUNS = 2
    first = api.get(path)
    again = api.get(path, If_None_Match=first["ETag"])
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert api.get(path).status_code == 429
    assert api.get(f"trips/{trip}/export/?format=md").status_code == 200
