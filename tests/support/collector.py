"""A collector of OpenTelemetry's spans over OTLP (HTTP, protobuf), on a free port of the loopback."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import AnyValue

KINDS = {1: "internal", 3: "client"}


@dataclass(frozen=True)
class Received:
    """A span as it came; times in nanoseconds."""

    name: str
    trace: str
    id: str
    parent: str
    kind: str
    began: int
    ended: int
    failed: bool
    attributes: dict[str, Any]
    service: str


@dataclass
class Collector:
    """What has come so far: the bodies of requests, their paths, and the spans in them."""

    url: str = ""
    paths: list[str] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    spans: list[Received] = field(default_factory=list)

    def take(self, path: str, body: bytes) -> None:
        self.paths.append(path)
        self.bodies.append(body)
        self.spans.extend(_spans(body))

    def named(self, start: str) -> list[Received]:
        """Return the spans whose names begin so, by their start."""
        return sorted((s for s in self.spans if s.name.startswith(start)), key=lambda span: span.began)

    def one(self, name: str) -> Received:
        """Return the only span of a name."""
        (found,) = (span for span in self.spans if span.name == name)
        return found


@contextmanager
def collecting() -> Iterator[Collector]:
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            collector.take(self.path, self.rfile.read(int(self.headers["content-length"])))
            self.send_response(200)
            self.send_header("content-type", "application/x-protobuf")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Write nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    collector.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield collector
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _spans(body: bytes) -> Iterator[Received]:
    for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
        service = {item.key: _value(item.value) for item in resource.resource.attributes}["service.name"]
        for span in (span for scope in resource.scope_spans for span in scope.spans):
            yield Received(
                name=span.name,
                trace=span.trace_id.hex(),
                id=span.span_id.hex(),
                parent=span.parent_span_id.hex(),
                kind=KINDS[span.kind],
                began=span.start_time_unix_nano,
                ended=span.end_time_unix_nano,
                failed=span.status.code == span.status.STATUS_CODE_ERROR,
                attributes={item.key: _value(item.value) for item in span.attributes},
                service=service,
            )


def _value(value: AnyValue) -> Any:
    if value.HasField("array_value"):
        return [_value(item) for item in value.array_value.values]
    return getattr(value, value.WhichOneof("value") or "string_value")
