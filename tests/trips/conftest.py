"""A saved trip and its owner."""

from typing import Any

import pytest

from tests.conftest import PartnerKey
from tests.support.trips import made
from travelagent.assistant.tools.calculate_budget import calculate_budget
from travelagent.assistant.tools.generate_route import generate_route
from travelagent.trips import actions
from travelagent.trips.models import Trip


@pytest.fixture(scope="session")
def plan() -> dict[str, Any]:
    """Three days in Kyoto, in a December of Mondays and all."""
    return made(generate_route, city="Kyoto", days=3, start_date="2026-12-06", travellers=2)


@pytest.fixture(scope="session")
def costs(plan: dict[str, Any]) -> dict[str, Any]:
    return made(
        calculate_budget, city="Kyoto", days=3, travellers=2, origin="Beijing", itinerary={"days": plan["days"]}
    )


@pytest.fixture
def person(partner: PartnerKey) -> int:
    return partner.actor.person_for("ann").pk


@pytest.fixture
def trip(person: int, plan: dict[str, Any], costs: dict[str, Any]) -> Trip:
    return actions.create_trip(person, "Kyoto {in} winter", plan, costs, notes="Passport!")
