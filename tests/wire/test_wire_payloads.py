"""Plans and budgets survive the wire, with the frozen names and formats."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from tests.planning.cast import COSTS, SIGHTS, request
from travelagent.costs.budget import budget
from travelagent.costs.values import BudgetRequest
from travelagent.planning.engine import plan
from travelagent.plans.errors import InvalidRequest
from travelagent.verifier import verify
from travelagent.wire.budget import budget_from_wire, budget_to_wire
from travelagent.wire.itinerary import itinerary_from_wire, itinerary_to_wire

VISIT = {"id", "sight", "city", "name", "lat", "lon", "arrive", "depart", "minutes", "ticket", "opens", "closes"}


def test_an_itinerary_comes_back_as_it_went():
    found = plan(request(), SIGHTS)
    payload = json.loads(json.dumps(itinerary_to_wire(found)))
    assert itinerary_from_wire(payload) == found


def test_the_payload_has_the_names_of_the_contract():
    payload = itinerary_to_wire(plan(request(), SIGHTS))
    day = payload["days"][0]
    assert {"cities", "days", "left_out", "assumptions", "score", "bound", "certificate"} <= payload.keys()
    assert {"day", "city", "date", "weekday", "start", "visits", "meals", "legs", "end"} <= day.keys()
    assert {*VISIT, "slack_minutes", "why", "pinned", "estimated"} <= day["visits"][0].keys()
    assert {"from", "to", "mode", "minutes", "km", "estimated"} <= day["legs"][0].keys()
    assert {"constraint", "status", "evidence", "visit"} <= payload["certificate"]["checks"][0].keys()
    assert payload["certificate"]["feasible"] is True
    assert day["date"] == "2026-04-14"
    assert day["weekday"] == "Tu"
    assert set(day["visits"][0]["why"]) == {"en", "zh"}
    assert payload["city_names"] == {"town": {"en": "Town", "zh": "Town（中）"}}
    prices = [visit["ticket"]["amount"] for day in payload["days"] for visit in day["visits"] if visit["ticket"]]
    assert "12.50" in prices


def test_a_bare_hand_written_day_can_be_verified():
    visit = {"sight": "town/garden", "city": "town", "lat": 48.006, "lon": 11.010, "arrive": "10:00", "depart": "11:15"}
    day = {"day": 1, "city": "town", "date": "2026-04-14", "start": "10:00", "end": "11:15", "visits": [visit]}
    certificate = verify(itinerary_from_wire({"cities": ["town"], "days": [day]}), request(days=1), SIGHTS)
    assert {check.constraint for check in certificate.failures} == {"lunch", "dinner"}


@pytest.mark.parametrize("wrong", ["25h", "9", "10:60", "99:00", ""])
def test_a_malformed_time_is_refused_with_its_place(wrong):
    day = {"day": 1, "city": "town", "date": "2026-04-14", "start": wrong, "end": "11:00"}
    with pytest.raises(InvalidRequest) as refusal:
        itinerary_from_wire({"cities": ["town"], "days": [day]})
    assert refusal.value.field == "itinerary.days.0.start"


def test_a_budget_comes_back_as_it_went_with_money_as_text():
    found = budget(BudgetRequest(((COSTS, 3),), travellers=2))
    payload = json.loads(json.dumps(budget_to_wire(found)))
    assert budget_from_wire(payload) == found
    assert isinstance(payload["total"], str)
    assert sum(Decimal(item["amount"]) for item in payload["items"]) == Decimal(payload["total"])
