"""Travel times from a routing service over HTTP: OSRM's table or Valhalla's matrix, as a `LegProvider`.

Walking and driving come from the service, public transport stays the estimate of legs.py, since neither service has it
in a matrix; the mode of a leg follows the same rule. A matrix is asked for in blocks that the service accepts, each
pair of places once: what is known is kept in a cache, one row an origin. All requests of a matrix share one time limit.

Nothing that the service does fails a plan. Where it is down, slow, malformed, knows no route or returns what cannot be
true, the estimate stands, marked as such on the leg and in the notes of the matrix. A service that failed is left alone
for a while.
"""

from __future__ import annotations

import hashlib
import json
import logging
import math
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import httpx
import numpy as np
import numpy.typing as npt

from travelagent.bounded_body import ENCODINGS, BoundedBody
from travelagent.plans.values import CitySize, IntercityMode, LocalizedText, Point
from travelagent.travel.intercity import intercity_leg
from travelagent.travel.legs import (
    BY_TAXI,
    ESTIMATES,
    ON_FOOT,
    TAXI,
    LegMatrix,
    estimated_times,
    km_between,
    legs_by_rule,
)
from travelagent.travel.values import Hop

log = logging.getLogger(__name__)

Floats = npt.NDArray[np.float64]
Row = dict[str, list[float] | None]
"""What is known from one origin: a place's key to [seconds, metres], None where the service knows no way."""

MATRIX_SECONDS = 1.5
"""All requests of one matrix together."""
ATTEMPTS = 2
LEFT_ALONE_SECONDS = 30.0
CACHED_SECONDS = 7 * 24 * 3600.0
CACHED_ROWS = 4096
LARGEST_ANSWER = 16_000_000
"""Bytes."""
FASTEST_KMH = {"foot": 6.0, "car": 100.0}
"""An answer that is faster than this over the great circle, by more than a minute, is that of another profile."""

SOME_ESTIMATED = LocalizedText(
    "For some legs the routing service gave no time: those are estimates.",
    "部分路段未取得导航服务的时间，按估算值安排。",
)
UNANSWERED = LocalizedText(
    "The routing service gave no travel times: all are estimates.", "导航服务未给出路程时间，全部按估算值安排。"
)


class RoutingError(Exception):
    """The service gave no usable answer."""


class Cache(Protocol):
    """Where rows are kept; Django's caches are such."""

    def get(self, key: str) -> Any:
        """Return the value of a key, None when there is none."""
        ...

    def set(self, key: str, value: Any, timeout: float | None) -> Any:
        """Keep a value that JSON can hold for so many seconds."""
        ...


class MemoryCache:
    """Keeps the rows last used, in this process."""

    def __init__(self, size: int = CACHED_ROWS) -> None:
        self._size = size
        self._rows: OrderedDict[str, tuple[float, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> Any:
        """Return the value of a key, None when there is none or it has expired."""
        with self._lock:
            expires, value = self._rows.get(key, (-math.inf, None))
            if expires < time.monotonic():
                self._rows.pop(key, None)
                return None
            self._rows.move_to_end(key)
            return value

    def set(self, key: str, value: Any, timeout: float | None) -> None:
        """Keep a value for `timeout` seconds, None for ever; the least recently used ones make room."""
        with self._lock:
            self._rows[key] = (math.inf if timeout is None else time.monotonic() + timeout, value)
            self._rows.move_to_end(key)
            while len(self._rows) > self._size:
                self._rows.popitem(last=False)


class DiskCache:
    """Keeps rows in a folder, one JSON file each. What cannot be read or written is as if it were not there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str) -> Any:
        """Return the value of a key, None when there is none, it has expired or cannot be read."""
        try:
            kept = json.loads(self._path(key).read_text(encoding="utf-8"))
            return kept["value"] if kept["expires"] is None or kept["expires"] > time.time() else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def set(self, key: str, value: Any, timeout: float | None) -> None:
        """Keep a value for `timeout` seconds, None for ever."""
        path = self._path(key)
        aside = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            kept = {"expires": None if timeout is None else time.time() + timeout, "value": value}
            aside.write_text(json.dumps(kept), encoding="utf-8")
            aside.replace(path)
        except OSError as error:
            log.warning("travel times are not kept: %s", error)

    def _path(self, key: str) -> Path:
        return self._folder / f"{hashlib.sha256(key.encode()).hexdigest()}.json"


@dataclass(frozen=True, slots=True)
class Table:
    """The routes from s places to t places: `seconds` and `metres` float64 (s, t), NaN where the service knows none."""

    seconds: Floats
    metres: Floats


class RoutingService(Protocol):
    """One kind of service: its requests and how its answers are read. `block`: how many places a side it accepts."""

    name: str
    url: str
    block: int

    def request(self, profile: str, sources: Sequence[Point], targets: Sequence[Point]) -> httpx.Request:
        """Return the request for the routes from every source to every target on "foot" or by "car"."""
        ...

    def table(self, body: Any, shape: tuple[int, int]) -> Table:
        """Return the table in an answer of that many sources and targets. Raises RoutingError when it is none."""
        ...


def _address(url: str) -> str:
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise ValueError(f"{url!r}: {error}") from error
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise ValueError(f"{url!r} is no http address")
    return url.rstrip("/")


class Osrm:
    """OSRM's table service. A server knows one profile: `{profile}` in the address stands for "foot" or "car"."""

    name = "OSRM"
    block = 50

    def __init__(self, url: str) -> None:
        """Raises ValueError when that is no address of the web."""
        self.url = _address(url)

    def request(self, profile: str, sources: Sequence[Point], targets: Sequence[Point]) -> httpx.Request:
        """Return the request to OSRM's table service."""
        places = ";".join(f"{point.lon:.6f},{point.lat:.6f}" for point in (*sources, *targets))
        numbers = [str(number) for number in range(len(sources) + len(targets))]
        parameters = {
            "annotations": "duration,distance",
            "sources": ";".join(numbers[: len(sources)]),
            "destinations": ";".join(numbers[len(sources) :]),
        }
        base = self.url.replace("{profile}", profile)
        return httpx.Request("GET", f"{base}/table/v1/{profile}/{places}", params=parameters)

    def table(self, body: Any, shape: tuple[int, int]) -> Table:
        """Return the table in OSRM's answer. Raises RoutingError when it is none."""
        if not isinstance(body, dict) or body.get("code") != "Ok":
            raise RoutingError("the answer is not Ok")
        return Table(_numbers(body.get("durations"), shape), _numbers(body.get("distances"), shape))


class Valhalla:
    """Valhalla's time-distance matrix."""

    name = "Valhalla"
    block = 50
    COSTING = {"foot": "pedestrian", "car": "auto"}

    def __init__(self, url: str) -> None:
        """Raises ValueError when that is no address of the web."""
        self.url = _address(url)

    def request(self, profile: str, sources: Sequence[Point], targets: Sequence[Point]) -> httpx.Request:
        """Return the request to Valhalla's matrix service."""

        def places(points: Sequence[Point]) -> list[dict[str, float]]:
            return [{"lat": round(point.lat, 6), "lon": round(point.lon, 6)} for point in points]

        body = {
            "sources": places(sources),
            "targets": places(targets),
            "costing": self.COSTING[profile],
            "units": "kilometers",
        }
        return httpx.Request("POST", f"{self.url}/sources_to_targets", json=body)

    def table(self, body: Any, shape: tuple[int, int]) -> Table:
        """Return the table in Valhalla's answer. Raises RoutingError when it is none."""
        try:
            cells = [[(cell["time"], cell["distance"]) for cell in row] for row in body["sources_to_targets"]]
        except (KeyError, TypeError) as error:
            raise RoutingError("the answer holds no matrix") from error
        seconds = _numbers([[time for time, _ in row] for row in cells], shape)
        return Table(seconds, _numbers([[km for _, km in row] for row in cells], shape) * 1000)


def _numbers(rows: Any, shape: tuple[int, int]) -> Floats:
    """Rows of numbers as an array, null as NaN. Raises RoutingError when they are none, or not that many."""
    try:
        values = np.array([[math.nan if cell is None else float(cell) for cell in row] for row in rows])
    except (TypeError, ValueError) as error:
        raise RoutingError("the matrix holds something else than numbers") from error
    if values.shape != shape or np.isinf(values).any() or (values < 0).any():
        raise RoutingError(f"the matrix is not one of {shape} times or lengths")
    return np.asarray(values, dtype=np.float64)


SERVICES: dict[str, type[Osrm] | type[Valhalla]] = {"osrm": Osrm, "valhalla": Valhalla}


class RoutedLegs:
    """Legs by a service's times, with the estimate where it has none. May be shared between threads."""

    def __init__(self, service: RoutingService, *, cache: Cache | None = None, seconds: float = MATRIX_SECONDS) -> None:
        self._service = service
        self._cache: Cache = MemoryCache() if cache is None else cache
        self._seconds = seconds
        self._alone_until = -math.inf
        self._prefix = f"legs:{hashlib.sha256(f'{service.name} {service.url}'.encode()).hexdigest()[:16]}"

    def matrix(self, points: Sequence[Point], size: CitySize) -> LegMatrix:
        """Return the legs among the points, routed where the service answers, else estimated: n × n."""
        times = estimated_times(points, size)
        air = km_between(points)
        ends = time.monotonic() + self._seconds
        for mode, profile, boarding in ((ON_FOOT, "foot", 0), (BY_TAXI, "car", TAXI[size][0])):
            table = self._table(profile, points, ends)
            minutes = table.seconds / 60
            known = ~np.isnan(minutes + table.metres) & (minutes + 1 >= air / FASTEST_KMH[profile] * 60)
            times.minutes[mode][known] = minutes[known] + boarding
            times.km[mode][known] = table.metres[known] / 1000
            times.estimated[mode][known] = False
        return legs_by_rule(times, size, self._notes(times.estimated[[ON_FOOT, BY_TAXI]]))

    def intercity(self, origin: Point, destination: Point, mode: IntercityMode | None = None) -> Hop:
        """Return the estimated move between two cities, by the requested mode where that is possible."""
        return intercity_leg(origin, destination, mode)

    def _notes(self, estimated: npt.NDArray[np.bool_]) -> tuple[LocalizedText, ...]:
        """Return the notes on walking and driving times, given which of them are estimates."""
        pairs = estimated[:, ~np.eye(estimated.shape[1], dtype=np.bool_)]
        if not pairs.size:
            return (ESTIMATES,)
        if pairs.all():
            return (UNANSWERED,)
        name = self._service.name
        routed = LocalizedText(
            f"Walking and driving times come from {name}; public transport is estimated.",
            f"步行与驾车时间来自 {name}，公共交通为估算值。",
        )
        return (routed, SOME_ESTIMATED) if pairs.any() else (routed,)

    def _table(self, profile: str, points: Sequence[Point], ends: float) -> Table:
        """All ways among the points, from the cache and, where that does not know them, the service."""
        keys = [f"{point.lat:.5f},{point.lon:.5f}" for point in points]
        names = [f"{self._prefix}:{profile}:{key}" for key in keys]
        rows: list[Row] = [dict(self._cache.get(name) or {}) for name in names]
        if time.monotonic() >= self._alone_until:
            changed: set[int] = set()
            try:
                self._complete(profile, points, keys, rows, changed, ends)
            except RoutingError as error:
                log.warning("%s: %s", self._service.name, error)
                self._alone_until = time.monotonic() + LEFT_ALONE_SECONDS
            for index in changed:
                self._cache.set(names[index], rows[index], CACHED_SECONDS)
        cells = [[row.get(key) or (math.nan, math.nan) for key in keys] for row in rows]
        known = np.array(cells, dtype=np.float64).reshape(len(keys), len(keys), 2)
        return Table(known[:, :, 0], known[:, :, 1])

    def _complete(
        self,
        profile: str,
        points: Sequence[Point],
        keys: Sequence[str],
        rows: Sequence[Row],
        changed: set[int],
        ends: float,
    ) -> None:
        """Ask for what is missing, origins that miss the same together. Raises RoutingError at the first failure; what
        came before it stays in the rows, and their numbers in `changed`."""
        missing: dict[tuple[int, ...], list[int]] = {}
        for source, row in enumerate(rows):
            targets = tuple(number for number, key in enumerate(keys) if key not in row)
            if targets:
                missing.setdefault(targets, []).append(source)
        if not missing:
            return
        with httpx.Client() as client:
            for targets, sources in missing.items():
                for some in _blocks(sources, self._service.block):
                    for others in _blocks(targets, self._service.block):
                        request = self._service.request(profile, [points[i] for i in some], [points[i] for i in others])
                        table = self._service.table(_get_json(client, request, ends), (len(some), len(others)))
                        _enter(table, rows, some, [keys[number] for number in others])
                        changed.update(some)


def _blocks(numbers: Sequence[int], size: int) -> list[Sequence[int]]:
    """Even shares of at most that size."""
    count = -(-len(numbers) // size)
    share = -(-len(numbers) // count)
    return [numbers[begin : begin + share] for begin in range(0, len(numbers), share)]


def _enter(table: Table, rows: Sequence[Row], sources: Sequence[int], keys: Sequence[str]) -> None:
    for i, source in enumerate(sources):
        for j, key in enumerate(keys):
            leg = [float(table.seconds[i, j]), float(table.metres[i, j])]
            rows[source][key] = None if math.isnan(sum(leg)) else leg


def _get_json(client: httpx.Client, request: httpx.Request, ends: float) -> Any:
    """The JSON of the answer. Raises RoutingError when there is none in time; after a broken connection or a server's
    error it is tried once more."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return json.loads(_body(client, request, ends))
        except ValueError as error:
            raise RoutingError("the answer is too long or not JSON") from error
        except httpx.TimeoutException as error:
            raise RoutingError(str(error) or "no answer in time") from error
        except httpx.HTTPStatusError as error:
            if attempt == ATTEMPTS or not error.response.is_server_error:
                raise RoutingError(f"status {error.response.status_code}") from error
        except httpx.HTTPError as error:
            if attempt == ATTEMPTS:
                raise RoutingError(str(error) or type(error).__name__) from error
    raise AssertionError("every attempt returns or raises")


def _body(client: httpx.Client, request: httpx.Request, ends: float) -> bytes:
    """The bytes of the answer, read no longer than until `ends` (monotonic), however slowly they come."""
    left = ends - time.monotonic()
    if left <= 0:
        raise httpx.ReadTimeout("the time for this matrix is over", request=request)
    request.extensions["timeout"] = httpx.Timeout(left).as_dict()
    request.headers["Accept-Encoding"] = ", ".join(sorted(ENCODINGS))
    response = client.send(request, stream=True)
    try:
        response.raise_for_status()
        body = BoundedBody(response.headers.get("content-encoding", ""), LARGEST_ANSWER)
        for part in response.iter_raw():
            body.feed(part)
            if time.monotonic() > ends:
                raise httpx.ReadTimeout("the answer is too slow", request=request)
        return body.whole()
    finally:
        response.close()
