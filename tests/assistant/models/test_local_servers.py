"""Servers of language models on this machine: what each reports, and what everything else on a port is taken for."""

import gzip
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from agent_core.model import ModelError
from tests.support.local_server import LocalServer, listing, ollama, start_anew
from tests.support.server import free_port
from travelagent.assistant.local_servers import MOST_BYTES, Listing, Traits, describe_model, list_models

QWEN = "qwen3:8b"


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    start_anew(monkeypatch)


@pytest.mark.usefixtures("patient")
async def test_ollama_and_openai_servers_are_found_side_by_side() -> None:
    with (
        ollama(QWEN, "hf.co/acme/Some-GGUF:Q4_K_M").serving() as first,
        LocalServer(listing("meta-llama/Llama-3.3-70B-Instruct")).serving() as second,
    ):
        found = await list_models([free_port(), second.port, first.port])

    assert found == {
        second.port: Listing("openai", ("meta-llama/Llama-3.3-70B-Instruct",)),
        first.port: Listing("ollama", (QWEN, "hf.co/acme/Some-GGUF:Q4_K_M")),
    }
    assert list(found) == [second.port, first.port]


@pytest.mark.usefixtures("patient")
async def test_llama_cpp_which_imitates_ollamas_list_is_no_ollama() -> None:
    both = {**listing("qwen.gguf")["GET /v1/models"], "models": [{"name": "qwen.gguf", "capabilities": ["completion"]}]}
    with LocalServer({"GET /api/tags": both, "GET /v1/models": both}).serving() as server:
        assert await list_models([server.port]) == {server.port: Listing("openai", ("qwen.gguf",))}


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    "tag",
    [
        {"name": "nomic-embed-text:latest"},
        {"name": "bge-m3:latest", "details": {"family": "bert"}},
        {"name": "snowflake:335m", "details": {"family": "bert"}},
        {"name": "own:latest", "capabilities": ["embedding"]},
        {"name": "gpt-oss:120b-cloud", "remote_host": "https://ollama.com:443", "remote_model": "gpt-oss:120b"},
    ],
    ids=lambda tag: tag["name"],
)
async def test_ollamas_embedding_and_cloud_models_are_left_out(tag: dict[str, Any]) -> None:
    with LocalServer({"GET /api/tags": {"models": [tag, {"name": QWEN, "details": None}]}}).serving() as server:
        assert await list_models([server.port]) == {server.port: Listing("ollama", (QWEN,))}


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    "name",
    [
        *("text-embedding-nomic-embed-text-v1.5", "BAAI/bge-small-en", "intfloat/e5-large", "all-MiniLM-L6-v2"),
        *(
            "Qwen3-Reranker-0.6B",
            "whisper-1",
            "x" * 89,
            "",
            "a b",
            "a\nb",
            "*bold*",
            "<script>",
            "模型",
            "[a](http://b)",
        ),
    ],
    ids=lambda name: name[:20],
)
async def test_other_models_and_names_that_cannot_be_kept_are_left_out(name: str) -> None:
    with LocalServer(listing(name, "mistral-7b-instruct")).serving() as server:
        assert await list_models([server.port]) == {server.port: Listing("openai", ("mistral-7b-instruct",))}


def entry(**fields: Any) -> dict[str, Any]:
    return {"*": {"data": [fields]}}


@pytest.mark.parametrize(
    "server",
    [
        LocalServer({"*": b""}),
        LocalServer({"*": b"\x00\xff\x80" * 999}),
        LocalServer({"*": b"<html><title>Jenkins</title></html>"}),
        LocalServer({"*": b"[" * 100_000}),
        LocalServer({"*": b"null"}),
        LocalServer({"*": {"error": "Unexpected endpoint or method. (GET /api/tags)"}}),
        LocalServer({"*": {"data": "yes", "models": 7}}),
        LocalServer(entry(id=7)),
        LocalServer(entry(id=QWEN, max_model_len=-1)),
        LocalServer({"*": {"data": []}}),
        LocalServer({"*": json.dumps({"data": [{"id": QWEN}], "more": "x" * MOST_BYTES}).encode()}),
        LocalServer({"*": gzip.compress(b'{"data": [{"id": "a"}]}')}, headers={"content-encoding": "gzip"}),
        LocalServer(listing(QWEN), status=401),
        LocalServer(listing(QWEN), status=500),
        LocalServer(listing(QWEN), status=302, headers={"location": "http://127.0.0.1:9/v1/models"}),
        LocalServer(listing(QWEN), delay_s=1.2),
    ],
    ids=range(16),
)
async def test_another_service_yields_nothing_in_a_second(server: LocalServer) -> None:
    with server.serving():
        began = time.monotonic()
        found = await list_models([server.port])

    assert found == {}
    assert time.monotonic() - began < 2.5


@contextmanager
def speaking(answer: bytes, *, endless: bool = False) -> Iterator[int]:
    """A service on the returned port that sends this to whoever connects; `endless`, again and again, slowly."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        over = threading.Event()

        def serve() -> None:
            while not over.is_set():
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                with connection:
                    try:
                        connection.sendall(answer)
                        while endless and not over.wait(0.05):
                            connection.sendall(b"x")
                        connection.recv(1000)
                    except OSError:
                        continue

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        over.set()
        listener.shutdown(socket.SHUT_RDWR)
    thread.join(5)


@pytest.mark.parametrize(
    ("answer", "endless"),
    [
        (b"SSH-2.0-OpenSSH_9.6\r\n", False),
        (b"\x16\x03\x01\x00\x05", False),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{", False),
        (b"HTTP/1.1 200 OK\r\nx: \xff\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", False),
        (b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 50_000, False),
        (b"HTTP/1.1 200 OK\r\n\r\n", True),
        (b"", True),
    ],
    ids=range(7),
)
async def test_a_service_that_is_no_http_or_never_ends_yields_nothing(answer: bytes, endless: bool) -> None:
    with speaking(answer, endless=endless) as port:
        began = time.monotonic()
        assert await list_models([port]) == {}
        assert time.monotonic() - began < 2.5


@pytest.mark.usefixtures("patient")
async def test_proxies_of_the_environment_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with ollama(QWEN).serving() as server:
        assert server.port in await list_models([server.port])


@pytest.mark.usefixtures("patient")
async def test_a_look_never_asks_for_words_and_loads_nothing() -> None:
    with ollama(QWEN).serving() as server:
        await list_models([server.port])

    assert server.requests == [("GET /api/tags", None)]


@pytest.mark.usefixtures("patient")
async def test_ollama_loads_a_model_and_tells_the_window_that_it_got() -> None:
    with ollama("a:1b", QWEN, window=4_096).serving() as server:
        assert await describe_model(server.port, QWEN) == Traits(4_096, tools=True)
        assert ("POST /api/generate", {"model": QWEN, "stream": False}) in server.requests
        server.requests.clear()
        assert await describe_model(server.port, QWEN) == Traits(4_096, tools=True)
        assert "POST /api/generate" not in [path for path, _ in server.requests]


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("shown", "traits"),
    [
        ({"capabilities": ["completion"], "parameters": "num_ctx                        16384"}, Traits(16_384, False)),
        ({"parameters": 'stop "a"\nnum_ctx 8192\ntop_p 1'}, Traits(8_192, True)),
        ({"capabilities": ["completion", "tools"]}, Traits(32_768, True)),
        (b"not JSON", Traits(32_768, True)),
    ],
    ids=str,
)
async def test_ollama_tells_a_models_own_window_and_whether_it_calls_tools(shown: Any, traits: Traits) -> None:
    with ollama(QWEN).serving() as server:
        server.answers["POST /api/show"] = shown
        assert await describe_model(server.port, QWEN) == traits


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("answers", "window"),
    [
        (listing(QWEN, max_model_len=131_072, owned_by="vllm"), 131_072),
        (listing(QWEN, meta={"n_ctx": 16_384, "n_ctx_train": 40_960}, owned_by="llamacpp"), 16_384),
        (listing(QWEN, meta=None), None),
        (listing(QWEN) | {"GET /api/v0/models": {"data": [{"id": QWEN, "loaded_context_length": 8_192}]}}, 8_192),
        (listing(QWEN) | {"GET /api/v0/models": {"data": [{"id": QWEN, "state": "not-loaded"}]}}, None),
    ],
    ids=["vllm", "llama.cpp", "unknown", "studio", "studio-not-loaded"],
)
async def test_the_window_that_other_servers_tell(answers: dict[str, Any], window: int | None) -> None:
    with LocalServer(answers).serving() as server:
        assert await describe_model(server.port, QWEN) == Traits(window)


@pytest.mark.usefixtures("patient")
async def test_missing_model_differs_from_unreachable_server() -> None:
    with ollama("a:1b").serving() as server, pytest.raises(ModelError) as missing:
        await describe_model(server.port, QWEN)
    with pytest.raises(ModelError) as gone:
        await describe_model(server.port, "a:1b")

    assert (missing.value.retryable, gone.value.retryable) == (False, True)
