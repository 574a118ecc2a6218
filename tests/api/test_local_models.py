"""Models on this machine over the API and in the page's picker: offered last, never preselected, chosen by name."""

import time
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest

from tests.api.caller import Caller, as_partner, problem
from tests.conftest import PartnerKey, Visitor
from tests.support.local_server import PATIENCE_S, LocalServer, listing, ollama, start_anew
from travelagent.assistant import local_models, model_registry

pytestmark = pytest.mark.django_db

QWEN = "qwen3:8b"
Offer = Callable[..., None]


@pytest.fixture
def offer(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Offer:
    """Let the ports of these servers be asked; nothing is known of them yet."""

    def offered(*servers: LocalServer) -> None:
        settings.LOCAL_MODELS, settings.LOCAL_MODEL_PORTS = True, [server.port for server in servers]
        start_anew(monkeypatch)

    return offered


@pytest.fixture
def served(offer: Offer) -> Iterator[LocalServer]:
    with ollama(QWEN).serving() as server:
        offer(server)
        yield server


def test_it_is_listed_after_the_embedded_assistant_and_is_not_the_default(api: Caller, served: LocalServer) -> None:
    rows = api.get("models/").json()["results"]

    assert rows == [
        {
            "name": "offline",
            "label": "Embedded assistant",
            "provider": "embedded",
            "capabilities": ["tools", "streaming"],
            "default": True,
        },
        {
            "name": f"local-{served.port}:{QWEN}",
            "label": "qwen3:8b · on this machine",
            "provider": "Ollama",
            "capabilities": ["tools", "streaming"],
            "default": False,
        },
    ]
    chinese = api.get("models/", Accept_Language="zh-CN").json()["results"][1]["label"]
    assert chinese == "qwen3:8b · 本机"
    assert {line for line, _ in served.requests} == {"GET /api/tags"}


def test_a_session_keeps_it_by_its_name(api: Caller, served: LocalServer) -> None:
    name = f"local-{served.port}:{QWEN}"
    made = api.post("sessions/", {"model": name})

    assert (made.status_code, made.json()["model"]) == (201, name)
    assert api.get(f"sessions/{made.json()['id']}/").json()["model"] == name
    assert not served.requests


def test_no_other_port_can_be_named(api: Caller, served: LocalServer, subtests: pytest.Subtests) -> None:
    for name in ("local-5432:postgres", "local-80:a", "local-:a", "local-11434", "local-99999:a"):
        with subtests.test(name=name):
            assert problem(api.post("sessions/", {"model": name})) == (400, "invalid")


def options(visitor: Visitor) -> list[tuple[str, bool]]:
    """The labels of the page's picker, and which one is preselected."""
    page = unescape(visitor.client.get("/").content.decode())
    picker = page.partition('<select id="model"')[2].partition("</select>")[0]
    return [(o.partition(">")[2].partition("<")[0], " selected" in o) for o in picker.split("<option")[1:]]


def test_the_page_offers_it(owner: Visitor, served: LocalServer) -> None:
    assert model_registry.local_models(PATIENCE_S)
    assert options(owner) == [("Embedded assistant", True), ("qwen3:8b · on this machine", False)]


def test_no_page_waits_for_a_server_that_does_not_answer(owner: Visitor, offer: Offer) -> None:
    options(owner)  # a first page is slow by itself
    with LocalServer({}, delay_s=3).serving() as silent:
        offer(silent)
        began = time.monotonic()
        found = options(owner)
        took = time.monotonic() - began

    assert found == [("Embedded assistant", True)]
    assert took < 2.5  # the wait of a quarter of a second, and the page itself on a busy machine


def test_an_endpoint_of_the_settings_comes_first(api: Caller, served: LocalServer) -> None:
    before = dict(model_registry._MODELS)
    try:
        model_registry.register(
            model_registry.NamedModel("far", "Far", "test", before["offline"].make, fallback="offline"), default=True
        )
        rows = api.get("models/").json()["results"]
    finally:
        model_registry._MODELS.clear()
        model_registry._MODELS.update(before)

    assert [row["name"] for row in rows] == ["far", "offline", f"local-{served.port}:{QWEN}"]
    assert [row["default"] for row in rows] == [True, False, False]


@pytest.mark.django_db(transaction=True)
def test_this_server_is_no_server_of_models_itself(live_server: Any, partner: PartnerKey, offer: Offer) -> None:
    port = int(live_server.url.rpartition(":")[2])
    offer(LocalServer({}, port=port))

    assert model_registry.discovery.found(PATIENCE_S) == ()
    assert [row["name"] for row in as_partner(partner).get("models/").json()["results"]] == ["offline"]


def test_the_own_port_is_left_out(api: Caller, offer: Offer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_models, "_own_ports", set())
    with LocalServer(listing(QWEN)).serving() as server:
        offer(server)
        local_models.exclude_port(server.port)
        assert [row["name"] for row in api.get("models/").json()["results"]] == ["offline"]
        assert problem(api.post("sessions/", {"model": f"local-{server.port}:{QWEN}"})) == (400, "invalid")

    assert not server.requests
