import pytest

from agent_core.tools import ToolContext
from tests.api.caller import Caller, as_partner, as_visitor
from tests.api.world import PLAN
from tests.conftest import PartnerKey, Visitor
from tests.support import short_locks
from travelagent import targets
from travelagent.assistant.tools.generate_route import generate_route


@pytest.fixture(autouse=True)
def _verified_before_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    short_locks.watch_verifier(monkeypatch)


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


@pytest.fixture
def public_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name of a host leads to a public address; no test asks the network."""
    monkeypatch.setattr(targets, "addresses_of", lambda host, port: ["93.184.215.14"])


@pytest.fixture(scope="session")
def planned() -> None:
    """An itinerary in `PLAN`, made once."""

    def ignore_progress(fraction: float, note: str = "") -> None:
        """Nobody listens."""

    context = ToolContext("run", "call", "en", ignore_progress)
    plan = generate_route.bind(generate_route.validated({"city": "Kyoto", "days": 1}, {}), context)().shown[0].payload
    PLAN.update({name: value for name, value in plan.items() if name != "alternatives"})
