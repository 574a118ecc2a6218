"""A partner's endpoint for webhooks: a real HTTP server that keeps what it is sent and answers as configured."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECONDS = 30.0


@dataclass
class Receiver:
    """`answers` are the statuses of the next answers, the last of them for ever; `slow_s` puts them off."""

    answers: list[int] = field(default_factory=lambda: [204])
    headers: dict[str, str] = field(default_factory=dict)
    slow_s: float = 0.0
    received: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    url: str = ""
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def take(self, headers: dict[str, str], body: bytes) -> int:
        with self._changed:
            self.received.append((headers, body))
            self._changed.notify_all()
            status = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if self.slow_s:
            time.sleep(self.slow_s)
        return status

    def wait_for(self, count: int) -> None:
        """Return when so many requests have come. Raises TimeoutError."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.received) >= count, SECONDS):
                raise TimeoutError(f"{len(self.received)} of {count} webhooks have come")


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver that listens on a free port of this machine."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(receiver.take({name.lower(): value for name, value in self.headers.items()}, body))
            for name, value in {"Content-Length": "0", **receiver.headers}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_address[1]}/hooks"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
