import pytest

from tests.api.caller import Caller, as_partner, as_visitor
from tests.conftest import PartnerKey, Visitor


@pytest.fixture
def api(partner: PartnerKey) -> Caller:
    """The partner, with a key for everything."""
    return as_partner(partner)


@pytest.fixture
def page(owner: Visitor) -> Caller:
    """The owner's browser."""
    return as_visitor(owner)


@pytest.fixture
def session(api: Caller) -> str:
    """A session of the partner."""
    created: str = api.post("sessions/", {}).json()["id"]
    return created
