"""A service of map tiles on this machine, which asks who shows them and cannot give all of them."""

import base64
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
ATTRIBUTION = 'Tiles by <a href="https://tiles.example/licence">someone</a>'


@dataclass
class Tiles:
    """A tile service; `missing`: how many of its answers, from the first on, are none."""

    url: str = ""
    referrers: list[str] = field(default_factory=list)
    missing: int = 0

    @property
    def settings(self) -> dict[str, str]:
        """For a server process that is to show these tiles."""
        return {"MAP_TILE_URL": f"{self.url}/{{z}}/{{x}}/{{y}}.png", "MAP_TILE_ATTRIBUTION": ATTRIBUTION}

    def begin(self, *, missing: int = 0) -> None:
        """Forget who asked, and leave so many of the next requests without an answer."""
        self.referrers.clear()
        self.missing = missing

    def answers(self, referrer: str) -> bool:
        self.referrers.append(referrer)
        return bool(referrer) and len(self.referrers) > self.missing


@contextmanager
def tile_service() -> Iterator[Tiles]:
    service = Tiles()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = service.answers(self.headers.get("Referer", ""))
            self.send_response(200 if found else 403)
            self.send_header("Content-Type", "image/png")
            self.end_headers()
            if found:
                self.wfile.write(PICTURE)

        def log_message(self, *args: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
