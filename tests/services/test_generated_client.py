"""A client that is generated from the schema makes a partner's journey: the schema is true enough for a machine."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.docs.renew import DOCS
from tests.support.server import Server

pytestmark = [pytest.mark.services, pytest.mark.full]

PACKAGE = "travel_agent_client"
SECONDS = 60
CONFIG = """
post_hooks: []
content_type_overrides:
  application/pdf: application/octet-stream
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], ModuleType]]:
    """Imports a module of the generated client."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "config.yaml").write_text(CONFIG)
    generator = Path(sys.executable).parent / "openapi-python-client"
    command = [
        str(generator),
        "generate",
        "--path",
        str(DOCS / "openapi.yaml"),
        "--output-path",
        str(folder / "client"),
    ]
    done = subprocess.run(
        [*command, "--config", str(folder / "config.yaml")], capture_output=True, text=True, timeout=SECONDS
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stdout.upper() + done.stderr.upper(), done.stdout + done.stderr
    sys.path.insert(0, str(folder / "client"))
    yield lambda name: import_module(f"{PACKAGE}.{name}")
    sys.path.remove(str(folder / "client"))
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A server, and a partner's key."""
    server = Server(tmp_path_factory.mktemp("server"))
    server.prepare()
    key = server.manage("create_api_key", "generated").strip().splitlines()[-1]
    yield server.start(), key
    server.kill()


@pytest.fixture
def speaker(client: Callable[[str], ModuleType], server: tuple[Server, str]) -> Iterator[Any]:
    """The generated client, with the partner's key."""
    with client("client").AuthenticatedClient(base_url=server[0].url, token=server[1]) as speaker:
        yield speaker


def until(status: str, read: Callable[[], Any]) -> Any:
    """The run once it has this status."""
    deadline = time.monotonic() + SECONDS
    while (run := read()).status.value != status:
        assert time.monotonic() < deadline, run
        time.sleep(0.1)
    return run


def test_it_makes_the_journey(client: Callable[[str], ModuleType], speaker: Any) -> None:
    models = client("models")

    def call(name: str, *arguments: str, **more: Any) -> Any:
        return client(f"api.{name}").sync(*arguments, client=speaker, **more)

    session = call("sessions.sessions_create", body=models.NewSession(end_user="ann"), idempotency_key="k")
    assert call("sessions.sessions_create", body=models.NewSession(end_user="ann"), idempotency_key="k") == session
    assert session.end_user == "ann"

    asked = models.NewRun(message="Plan one day in Kyoto")
    run = call("sessions.sessions_runs_create", session.id, body=asked)
    run = until("succeeded", lambda: call("runs.runs_retrieve", run.id))
    assert "Kyoto" in run.answer
    events = call("runs.runs_events_list", run.id).results
    assert [event.seq for event in events] == list(range(1, len(events) + 1))

    saving = call("sessions.sessions_runs_create", session.id, body=models.NewRun(message="Save this plan"))
    saving = until("awaiting_confirmation", lambda: call("runs.runs_retrieve", saving.id))
    (proposal,) = saving.proposals
    approved = models.DecisionBody(decision=models.DecisionEnum.APPROVE)
    assert call("runs.runs_proposals_create", saving.id, proposal.id, body=approved).status.value == "approve"
    until("succeeded", lambda: call("runs.runs_retrieve", saving.id))

    (trip,) = call("trips.trips_list", end_user="ann").results
    exported = call("trips.trips_export_retrieve", trip.id, format_=models.TripsExportRetrieveFormat.ICS)
    assert exported.payload.read().startswith(b"BEGIN:VCALENDAR")


def test_a_problem_is_typed(client: Callable[[str], ModuleType], speaker: Any) -> None:
    found = client("api.runs.runs_retrieve").sync("run_0000000000000000000000", client=speaker)
    assert isinstance(found, client("models").Problem)
    assert (found.status, found.code) == (404, "not_found")
