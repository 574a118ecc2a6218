"""Models on this machine: their names and labels, when they are looked for, and how one is asked."""

import threading
import time
from typing import Any

import pytest
from django.utils.translation import override

from agent_core.messages import HumanMessage, SystemMessage, TextDelta
from agent_core.model import ModelRequest, ToolSpec
from agent_core.models.prompted import OPEN
from tests.support.local_server import PATIENCE_S, LocalServer, listing, ollama, start_anew
from tests.support.server import free_port
from tests.support.wire import text_reply
from travelagent.assistant import local_models, model_registry
from travelagent.assistant.barred import Barred
from travelagent.assistant.local_models import (
    ContextTooSmall,
    Discovery,
    LocalModelId,
    exclude_port,
    is_allowed,
    local_label,
    parse_id,
)
from travelagent.assistant.model_registry import MOST_LOCAL, default_model, label_of, model_named, models, stand_ins

QWEN = "qwen3:8b"
HELLO = ModelRequest((SystemMessage("You plan trips."), HumanMessage("Hello")))


@pytest.fixture(autouse=True)
def _forget(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LOCAL_MODELS, settings.LOCAL_MODEL_PORTS = True, [11_434]
    monkeypatch.setattr(local_models, "_own_ports", set())
    start_anew(monkeypatch)


async def answer_of(name: str, request: ModelRequest = HELLO) -> str:
    model = model_named(name).make()
    try:
        return "".join([chunk.text async for chunk in model.stream(request) if isinstance(chunk, TextDelta)])
    finally:
        await model_registry.close_models()


@pytest.mark.parametrize(
    ("name", "parsed"),
    [
        ("local-11434:qwen3:8b", LocalModelId(11_434, QWEN)),
        ("local-8000:meta-llama/Llama-3", LocalModelId(8_000, "meta-llama/Llama-3")),
        ("local-08:a", None),
        ("local-11434:", None),
        ("local-11434:a\n", None),
        ("local-11434:<b>", None),
        ("local-11434:" + "a" * 89, None),
        ("offline", None),
        ("", None),
    ],
)
def test_a_name_alone_tells_where_the_model_is(name: str, parsed: LocalModelId | None) -> None:
    assert parse_id(name) == parsed
    if parsed is not None:
        assert parsed.name == name
        assert len(name) <= 100


@pytest.mark.parametrize(
    ("model", "english", "chinese"),
    [
        (QWEN, "qwen3:8b · on this machine", "qwen3:8b · 本机"),
        ("meta-llama/Llama-3.3", "meta-llama/Llama-3.3 · on this machine", "meta-llama/Llama-3.3 · 本机"),
        ("/srv/models/qwen3.gguf", "qwen3 · on this machine", "qwen3 · 本机"),
        ("C:\\models\\qwen3.gguf", "qwen3 · on this machine", "qwen3 · 本机"),
    ],
)
def test_it_is_called_by_its_own_name_and_where_it_is(model: str, english: str, chinese: str) -> None:
    label = local_label(LocalModelId(11_434, model))
    assert str(label) == english
    with override("zh-hans"):
        assert str(label) == chinese
    assert (label_of(f"local-11434:{model}", "en"), label_of(f"local-11434:{model}", "zh")) == (english, chinese)


def test_the_same_model_of_two_servers_has_its_port(settings: Any) -> None:
    with LocalServer(listing("a", "b")).serving() as first, LocalServer(listing("b")).serving() as second:
        settings.LOCAL_MODEL_PORTS = [first.port, second.port]
        labels = [str(model.label) for model in model_registry.local_models(PATIENCE_S)]

    with_ports = [f"b · on this machine, port {server.port}" for server in (first, second)]
    assert labels == ["a · on this machine", *with_ports]


def test_what_is_found_is_offered_for_half_a_minute_without_looking_again(settings: Any) -> None:
    now = [0.0]
    discovery = Discovery(lambda: now[0])
    with ollama(QWEN).serving() as server:
        settings.LOCAL_MODEL_PORTS = [server.port]
        found = discovery.found(PATIENCE_S)
        assert found == (LocalModelId(server.port, QWEN, "Ollama"),)
        now[0] = 29
        assert discovery.found(PATIENCE_S) == found
        assert len(server.requests) == 1
    now[0] = 31
    assert discovery.found(PATIENCE_S) == ()


def test_nobody_waits_for_a_slow_server_and_one_look_is_enough_for_all(settings: Any) -> None:
    discovery = Discovery()
    with ollama(QWEN, delay_s=2).serving() as server:
        settings.LOCAL_MODEL_PORTS = [server.port]
        began = time.monotonic()
        assert [discovery.found(0.02) for _ in range(5)] == [()] * 5
        assert time.monotonic() - began < 1.5
        assert [found.model for found in discovery.found(PATIENCE_S)] == [QWEN]

    assert len(server.requests) == 1


def test_a_look_that_breaks_down_finds_nothing_and_the_next_one_is_made(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(ports: object) -> None:
        raise RuntimeError

    now = [0.0]
    discovery = Discovery(lambda: now[0])
    with ollama(QWEN).serving() as server:
        settings.LOCAL_MODEL_PORTS = [server.port]
        with monkeypatch.context() as patch:
            patch.setattr(local_models, "list_models", broken)
            assert discovery.found(PATIENCE_S) == ()
        now[0] = 31
        assert [found.model for found in discovery.found(PATIENCE_S)] == [QWEN]


def test_nothing_is_asked_where_it_is_off_and_never_the_own_port(settings: Any) -> None:
    with ollama(QWEN).serving() as server:
        settings.LOCAL_MODEL_PORTS = [server.port]
        exclude_port(server.port)
        assert Discovery().found(PATIENCE_S) == ()
        assert not is_allowed(f"local-{server.port}:{QWEN}")
        local_models._own_ports.clear()
        settings.LOCAL_MODELS = False
        assert Discovery().found(PATIENCE_S) == ()

    assert server.requests == []
    assert "local-models" not in [thread.name for thread in threading.enumerate()]


def test_it_is_never_the_default_nor_stands_in_for_another(settings: Any) -> None:
    with ollama(QWEN).serving() as server:
        settings.LOCAL_MODEL_PORTS = [server.port]
        found = model_registry.local_models(PATIENCE_S)

    assert [(model.name, model.provider) for model in found] == [(f"local-{server.port}:{QWEN}", "Ollama")]
    assert default_model().name == "offline"
    assert not {model.name for model in models()} & {model.name for model in found}
    assert [model.name for model in stand_ins(found[0])] == ["offline"]
    assert all(model.fallback in ("", "offline") for model in models())


async def test_it_answers_by_its_name_alone_and_no_proxy_hears_of_it(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with ollama(QWEN, replies=[text_reply("Good ", "morning.").events]).serving() as server:
        settings.LOCAL_MODEL_PORTS = [server.port]
        assert await answer_of(f"local-{server.port}:{QWEN}") == "Good morning."

    assert (server.chats[0]["model"], server.chats[0]["max_tokens"]) == (QWEN, 4_096)


async def test_a_model_that_calls_no_tools_is_spoken_to_in_text(settings: Any) -> None:
    tool = ToolSpec("search_cities", "Find cities.", {"type": "object"})
    with ollama(QWEN, replies=[text_reply("Good morning.").events]).serving() as server:
        settings.LOCAL_MODEL_PORTS = [server.port]
        server.answers["POST /api/show"] = {"capabilities": ["completion"]}
        await answer_of(f"local-{server.port}:{QWEN}", ModelRequest(HELLO.messages, (tool,)))

    assert "tools" not in server.chats[0]
    assert OPEN in server.chats[0]["messages"][0]["content"]


async def test_context_window_too_small_for_the_instructions_falls_back(settings: Any) -> None:
    long = ModelRequest((SystemMessage("You plan trips. " * 2_000), HumanMessage("Hello")))
    with ollama(QWEN, window=4_096, replies=[text_reply("?").events]).serving() as server:
        settings.LOCAL_MODEL_PORTS = [server.port]
        with pytest.raises(ContextTooSmall, match="4096"):
            await answer_of(f"local-{server.port}:{QWEN}", long)

    assert not server.chats


async def test_a_port_that_the_settings_do_not_name_is_never_asked() -> None:
    with ollama(QWEN).serving() as server, pytest.raises(Barred):
        await answer_of(f"local-{server.port}:{QWEN}")

    assert not server.requests


def test_no_more_models_are_kept_ready_than_a_person_may_try(settings: Any) -> None:
    settings.LOCAL_MODEL_PORTS = [free_port()]
    for number in range(MOST_LOCAL + 5):
        model_named(f"local-{settings.LOCAL_MODEL_PORTS[0]}:m{number}").make()
    assert len(model_registry._LOCAL) == MOST_LOCAL
