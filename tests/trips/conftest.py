"""A saved trip and its owner."""

from typing import Any

import pytest

from tests.conftest import PartnerKey
from travelagent.trips import actions
from travelagent.trips.models import Trip


@pytest.fixture
def person(partner: PartnerKey) -> int:
    return partner.actor.person_for("ann").pk


@pytest.fixture
def trip(person: int, plan: dict[str, Any], costs: dict[str, Any]) -> Trip:
    return actions.create_trip(person, "Kyoto {in} winter", plan, costs, notes="Passport!")
