"""Plans take their travel times from the routing service of the settings, and from nobody where none is set."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import caches

from tests.assistant.asking import run_question
from tests.travel.routing_server import RoutingServer, routing_server
from travelagent.travel.legs import EstimatedLegs

QUESTION = "规划北京三日游"


@pytest.fixture
def server() -> Iterator[RoutingServer]:
    caches["legs"].clear()
    with routing_server() as running:
        yield running
    caches["legs"].clear()


async def assumptions() -> list[str]:
    """What the plan for the question takes for granted."""
    _, sink = await run_question(QUESTION)
    plans = [event.payload for event in sink.events if getattr(event, "kind", "") == "itinerary"]
    return [text["en"] for text in plans[0]["assumptions"]]


async def test_without_a_setting_no_connection_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Any] = []
    for name in ("connect", "connect_ex"):
        monkeypatch.setattr(socket.socket, name, lambda _, address: opened.append(address))
    assert "Travel times are estimates." in await assumptions()
    assert opened == []


async def test_the_service_of_the_settings_is_asked_once(server: RoutingServer, settings: Any) -> None:
    settings.ROUTING_PROVIDER, settings.ROUTING_URL = "valhalla", server.url
    assert any("come from Valhalla" in text for text in await assumptions())
    requests = len(server.requests)
    assert requests > 0
    assert any("come from Valhalla" in text for text in await assumptions())
    assert len(server.requests) == requests


def test_the_estimate_is_used_by_default() -> None:
    from travelagent.catalog.legs import leg_provider

    assert isinstance(leg_provider(), EstimatedLegs)


@pytest.mark.parametrize(
    "environment",
    [
        {"ROUTING_PROVIDER": "osrm"},
        {"ROUTING_URL": "http://127.0.0.1:5000"},
        {"ROUTING_PROVIDER": "google", "ROUTING_URL": "http://127.0.0.1:5000"},
        {"ROUTING_PROVIDER": "osrm", "ROUTING_URL": "127.0.0.1:5000"},
    ],
)
def test_half_a_setting_stops_the_start(environment: dict[str, str], tmp_path: Any) -> None:
    started = subprocess.run(
        [sys.executable, "-c", "import travelagent.settings"],
        env={"TRAVELAGENT_DATA_DIR": str(tmp_path), "PATH": "", **environment},
        capture_output=True,
        text=True,
    )
    assert started.returncode != 0
    assert "ROUTING_" in started.stderr
