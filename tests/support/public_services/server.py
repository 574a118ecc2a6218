"""The server: one port, a path for each service, and the ways in which services fail."""

import gzip
import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.support.public_services import protocols
from travelagent.providers.services import SERVICES

Fault = Literal[
    "slow", "dripping", "limited", "error", "html", "huge", "inflating", "truncated", "cut_off", "lying", "elsewhere"
]
"""slow: no answer; dripping: a byte now and then; limited: 429; error: 500; html: a page with status 200; huge,
inflating: too large as sent, or when decompressed; truncated: half of the JSON or XML; cut_off: the connection ends
early; lying: well-formed, with other units or another schema; elsewhere: a redirect to another host."""

RETRY_AFTER_S = 7
HUGE = 9_000_000
PATHS = {
    "nominatim": "/nominatim",
    "photon": "/photon",
    "overpass": "/overpass/api/interpreter",
    "wikipedia": "/wikipedia-{language}",
    "wikidata": "/wikidata/w/api.php",
    "commons": "/commons/w/api.php",
    "open_meteo": "/open-meteo",
    "rates": "/rates",
}


@dataclass
class PublicServices:
    """Serves all services on one port. `faults`: how a service fails; `requests`: how often each was asked; `lies`: its
    answer while it is `lying`; `rates_as`: the form of the exchange rates."""

    faults: dict[str, Fault] = field(default_factory=dict)
    lies: dict[str, Any] = field(default_factory=dict)
    rates_as: Literal["xml", "json"] = "xml"
    requests: Counter[str] = field(default_factory=Counter)
    headers: list[dict[str, str]] = field(default_factory=list)
    queries: list[dict[str, str]] = field(default_factory=list)
    port: int = 0
    released: threading.Event = field(default_factory=threading.Event)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def addresses(self) -> dict[str, str]:
        """For PROVIDER_ADDRESSES."""
        return {service: self.origin + path for service, path in PATHS.items()}

    @property
    def environment(self) -> dict[str, str]:
        """For a server process that is to ask these services."""
        return {"PROVIDERS": "on", **{service.setting: self.addresses[service.key] for service in SERVICES}}

    @contextmanager
    def serving(self) -> Iterator["PublicServices"]:
        server = ThreadingHTTPServer(("127.0.0.1", self.port), _handler(self))
        server.daemon_threads = True
        self.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.released.set()
            server.shutdown()
            server.server_close()
            thread.join()


@cache
def _inflating() -> bytes:
    """Some kB that become three times the largest answer."""
    return gzip.compress(b" " * 3 * HUGE, 1)


def _service_of(path: str) -> str:
    return next(name for name, prefix in PATHS.items() if path.startswith(prefix.partition("{")[0]))


def _handler(services: PublicServices) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._serve(dict(parse_qsl(urlsplit(self.path).query)))

        def do_POST(self) -> None:
            self._serve(dict(parse_qsl(self.rfile.read(int(self.headers["content-length"])).decode())))

        def _serve(self, params: dict[str, str]) -> None:
            path = unquote(urlsplit(self.path).path)
            service = _service_of(path)
            services.requests[service] += 1
            services.headers.append({name.lower(): value for name, value in self.headers.items()})
            services.queries.append(params)
            try:
                self._answer(service, services.faults.get(service), *_answer(services, service, path, params))
            except ConnectionError:
                """The client has left, as one does that waited long enough or read enough."""

        def _answer(self, service: str, fault: Fault | None, status: int, kind: str, body: bytes) -> None:
            if fault == "slow":
                services.released.wait(30)
            elif fault == "limited":
                self._send(429, "text/plain", b"slow down", {"Retry-After": str(RETRY_AFTER_S)})
            elif fault == "error":
                self._send(500, "text/plain", b"error")
            elif fault == "html":
                self._send(200, "text/html; charset=utf-8", b"<!doctype html><title>Sign in to this network</title>")
            elif fault == "huge":
                self._send(200, kind, b"[" + b" " * HUGE + b"]", is_announced=False)
            elif fault == "inflating":
                self._send(200, kind, _inflating(), {"Content-Encoding": "gzip"})
            elif fault == "truncated":
                self._send(200, kind, body[: len(body) // 2])
            elif fault == "cut_off":
                self._send(200, kind, body[: len(body) // 2], {"Content-Length": str(len(body))}, is_announced=False)
            elif fault == "dripping":
                self._drip(kind, body)
            elif fault == "elsewhere":
                self._send(302, "text/plain", b"", {"Location": f"http://localhost:{services.port}{self.path}"})
            elif fault == "lying":
                lie = services.lies[service]
                self._send(200, kind, lie if isinstance(lie, bytes) else json.dumps(lie).encode())
            else:
                self._send(status, kind, body)

        def _drip(self, kind: str, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            for byte in body:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                if services.released.wait(0.05):
                    return

        def _send(
            self, status: int, kind: str, body: bytes, headers: dict[str, str] | None = None, is_announced: bool = True
        ) -> None:
            self.send_response(status)
            length = {"Content-Length": str(len(body))} if is_announced else {}
            for name, value in {"Content-Type": kind, **length, **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Tests print nothing."""

    return Handler


def _answer(services: PublicServices, service: str, path: str, params: dict[str, str]) -> tuple[int, str, bytes]:
    """Status, content type and body of a service that works."""
    if service == "rates" and services.rates_as == "xml":
        return 200, "text/xml", protocols.ecb_file()
    if service == "wikipedia":
        language, _, rest = path.removeprefix("/wikipedia-").partition("/")
        found = protocols.summary(language, rest.rpartition("/page/summary/")[2].replace("_", " "))
    elif service == "rates":
        found = protocols.frankfurter()
    else:
        protocol = protocols.forecast if service == "open_meteo" else getattr(protocols, service)
        found = protocol(params)
    if found is None:
        return 404, "application/json", b'{"status":404,"type":"Not found"}'
    kind = "application/json; charset=utf-8"
    return 200, kind, json.dumps(found, ensure_ascii=False).encode()
