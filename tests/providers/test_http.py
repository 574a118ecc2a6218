"""Requests go to public addresses unless the operator named the host, and stay on the host that was named."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.support.public_services.server import PublicServices
from travelagent.plans.values import LocalizedText
from travelagent.providers import connecting
from travelagent.providers.failures import Malformed, ProviderError, RateLimited, Refused, TooSlow, Unreachable
from travelagent.providers.http import Limits, Request, fetch

NAME = LocalizedText("Service", "服务")


@contextmanager
def answering(*answers: tuple[int, dict[str, str], bytes]) -> Iterator[tuple[str, list[str]]]:
    """A server that gives these answers in turn; its origin, and the paths that were asked for."""
    paths: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = answers[min(len(paths), len(answers) - 1)]
            paths.append(self.path)
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Tests print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", paths
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


JSON = {"Content-Type": "application/json"}
FINE = (200, JSON, b"{}")


def failure_of(url: str, is_own: bool = True, seconds: float = 8.0, **fields: Any) -> object:
    with pytest.raises(ProviderError) as error:
        fetch(NAME, Request(url, is_own=is_own, **fields), Limits(seconds))
    return error.value.failure


def test_a_redirect_on_the_same_host_is_followed() -> None:
    with answering((302, {"Location": "/there?x=1"}, b""), FINE) as (origin, paths):
        assert fetch(NAME, Request(f"{origin}/here", is_own=True), Limits()) == b"{}"
        assert paths == ["/here", "/there?x=1"]


def test_redirects_have_an_end() -> None:
    with answering((302, {"Location": "/again"}, b"")) as (origin, paths):
        assert failure_of(origin) == Malformed(NAME, "too many redirects")
        assert len(paths) == 3


@pytest.mark.parametrize("target", ["http://localhost:{port}/", "https://127.0.0.1:{port}/", "http://169.254.169.254/"])
def test_a_redirect_to_another_place_is_refused(target: str) -> None:
    with answering((302, {"Location": target}, b"")) as (origin, paths):
        target_url = target.replace("{port}", origin.rpartition(":")[2])
        assert target_url != origin
        assert failure_of(origin) == Refused(NAME, 302)
        assert len(paths) == 1


def test_a_private_address_is_for_services_of_ones_own() -> None:
    with answering(FINE) as (origin, paths):
        assert failure_of(origin, is_own=False) == Unreachable(NAME)
        assert not paths
        assert fetch(NAME, Request(origin, is_own=True), Limits()) == b"{}"


def test_a_public_name_with_a_private_address_is_not_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "addresses_of", lambda *_: ["93.184.215.14", "10.0.0.1"])
    assert failure_of("https://api.example/", is_own=False) == Unreachable(NAME)


def test_a_slow_resolver_is_too_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    monkeypatch.setattr(connecting.socket, "getaddrinfo", lambda *_, **__: released.wait(30) and [])
    begun = time.monotonic()
    try:
        assert failure_of("https://api.example/", seconds=0.3) == TooSlow(NAME)
    finally:
        released.set()
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize(
    ("header", "seconds"), [("12", 12), ("Fri, 31 Dec 1999 23:59:59 GMT", 1), ("soon", 60), ("999999999", 86_400)]
)
def test_retry_after_is_seconds_or_a_date(header: str, seconds: float) -> None:
    with answering((503, {"Retry-After": header}, b"")) as (origin, _):
        assert failure_of(origin) == RateLimited(NAME, seconds)


@pytest.mark.parametrize(
    "headers",
    [{}, {"Content-Type": "text/plain"}, {**JSON, "Content-Encoding": "br"}, {**JSON, "Content-Encoding": "gzip"}],
)
def test_what_was_not_asked_for_is_not_read(headers: dict[str, str]) -> None:
    with answering((200, headers, b"{}")) as (origin, _):
        assert isinstance(failure_of(origin), Malformed)


def test_nothing_but_http_on_the_port() -> None:
    with PublicServices().serving() as services:
        assert isinstance(failure_of(f"https://127.0.0.1:{services.port}/rates"), Unreachable)
