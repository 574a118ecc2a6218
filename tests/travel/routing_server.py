"""A routing service on a free port that speaks OSRM's and Valhalla's matrix protocol, and misbehaves when asked to."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

KMH = {"foot": 4.0, "pedestrian": 4.0, "car": 60.0, "auto": 60.0}
DETOUR = 1.5
"""Ways are this much longer than the straight line."""

Place = tuple[float, float]


def straight_km(a: Place, b: Place) -> float:
    """Between two places as (latitude, longitude)."""
    north = (a[0] - b[0]) * 111.195
    return math.hypot(north, (a[1] - b[1]) * 111.195 * math.cos(math.radians((a[0] + b[0]) / 2)))


class RoutingServer(ThreadingHTTPServer):
    """`requests` holds (profile, sources, targets) of every request. `failing`: "", "500", "once", "text", "short",
    "refused", "drip" (never gets ready); `unreachable`: a latitude that no road leads to."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[tuple[str, int, int]] = []
        self.failing = ""
        self.unreachable: float | None = None
        self.released = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def road(self, profile: str, a: Place, b: Place) -> tuple[float, float] | None:
        """Seconds and kilometres."""
        if self.unreachable in (a[0], b[0]) and a != b:
            return None
        km = straight_km(a, b) * DETOUR
        return km / KMH[profile] * 3600, km


class _Handler(BaseHTTPRequestHandler):
    server: RoutingServer

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        _, _, _, profile, coordinates = parts.path.split("/")
        places = [(float(lat), float(lon)) for lon, lat in (pair.split(",") for pair in coordinates.split(";"))]
        numbers = {key: [int(n) for n in values[0].split(";")] for key, values in parse_qs(parts.query).items()
                   if key != "annotations"}  # fmt: skip
        sources, targets = ([places[n] for n in numbers[key]] for key in ("sources", "destinations"))
        roads = self._roads(profile, sources, targets)
        self._answer(
            {
                "code": "Ok",
                "durations": [[road and road[0] for road in row] for row in roads],
                "distances": [[road and road[1] * 1000 for road in row] for row in roads],
            }
        )

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        sources, targets = ([(place["lat"], place["lon"]) for place in body[key]] for key in ("sources", "targets"))
        roads = self._roads(body["costing"], sources, targets)
        nothing = (None, None)
        rows = [[dict(zip(("time", "distance"), road or nothing, strict=True)) for road in row] for row in roads]
        self._answer({"sources_to_targets": rows})

    def _roads(self, profile: str, sources: list[Place], targets: list[Place]) -> list[list[Any]]:
        self.server.requests.append((profile, len(sources), len(targets)))
        return [[self.server.road(profile, source, target) for target in targets] for source in sources]

    def _answer(self, body: dict[str, Any]) -> None:
        failing, status, text = self.server.failing, 200, json.dumps(body)
        if failing == "once":
            self.server.failing, status = "", 503
        elif failing == "500":
            status = 500
        elif failing == "refused":
            status, text = 400, '{"code": "TooBig"}'
        elif failing == "text":
            text = "<html>no</html>"
        elif failing == "short":
            text = json.dumps({"code": "Ok", "durations": [[0]], "distances": [[0]], "sources_to_targets": [[{}]]})
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        if failing == "drip":
            self.wfile.write(text[:1].encode())
            self.wfile.flush()
            self.server.released.wait()
        else:
            self.wfile.write(text.encode())

    def log_message(self, *arguments: Any) -> None:
        """Say nothing."""


@contextmanager
def routing_server() -> Iterator[RoutingServer]:
    with RoutingServer() as server:
        serving = threading.Thread(target=server.serve_forever, args=(0.01,))
        serving.start()
        try:
            yield server
        finally:
            server.released.set()
            server.shutdown()
            serving.join()
