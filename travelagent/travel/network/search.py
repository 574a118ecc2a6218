"""The fastest journeys over land and water from a place through the network, found by Dijkstra's algorithm.

A state is a stop and the family of lines that one came by: who stays on a train pays nothing, who changes waits.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import count
from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from travelagent.travel.network.data_files import lines, stops
from travelagent.travel.network.geometry import EARTH_KM
from travelagent.travel.network.islands import are_on_one_land
from travelagent.travel.network.roads import road_between
from travelagent.travel.network.values import Journey, Line, LineMode, Place, Stop

ALL: tuple[LineMode, ...] = ("rail", "ferry", "road")
BY_RAIL: tuple[LineMode, ...] = ("rail", "ferry")
BY_ROAD: tuple[LineMode, ...] = ("ferry", "road")
REACH_KM = 110.0
"""So far from a place the network is entered at most, and not much farther than where it is nearest."""
ENTRY_MARGIN_KM, ENTRY_FACTOR = 8.0, 2.0
CHANGE = 25
"""Minutes from one train to another."""
BOARDING: dict[LineMode, int] = {"rail": 18, "ferry": 45, "road": 0}
ALIGHTING: dict[LineMode, int] = {"rail": 8, "ferry": 20, "road": 0}
SHORT_CROSSING, SHORT_BOARDING = 60, 20
"""Up to so many minutes a ferry runs often, and is boarded in so many."""
PASSPORTS = 30
"""Minutes that boarding a ferry to another country takes longer."""
SECURITY = {"CN": 20}
"""Minutes that boarding a train takes longer where bags and papers are checked."""
KEPT_SEARCHES, KEPT_ENTRIES = 128, 2048


class _Step(NamedTuple):
    """How a state was reached: `minutes` since the door, by which line, from which step before; of the first, the
    kilometres to its stop."""

    minutes: float
    line: Line | None
    before: "_Step | None"
    km: float


@dataclass(frozen=True, slots=True)
class _Edge:
    line: Line
    to: str
    boarding: int


def journeys(origin: Place, destination: Place, modes: tuple[LineMode, ...] = ALL) -> Iterator[Journey]:
    """Yield the fastest journey that takes a line to each stop near the destination."""
    entries = dict(_entries(destination))
    for stop, step in _search(origin, modes).arrivals(entries).items():
        yield _journey(step, entries[stop])


def _journey(last: _Step, away: "_Entry") -> Journey:
    assert last.line is not None
    parts: dict[str, float] = {}
    km, step = away.km, last
    while step.line is not None and step.before is not None:
        parts[step.line.mode] = parts.get(step.line.mode, 0.0) + step.line.minutes
        km, step = km + step.line.km, step.before
    minutes = last.minutes + ALIGHTING[last.line.mode] + away.minutes
    return Journey(minutes, sum(parts.values()), km + step.km, tuple(parts.items()))


class _Search:
    """The fastest arrivals from a place, searched for as far as they were asked for; shared between threads."""

    def __init__(self, origin: Place, modes: tuple[LineMode, ...]) -> None:
        self._graph = _graph(modes)
        self._done: set[tuple[str, str]] = set()
        self._arrived: dict[str, _Step] = {}
        self._heap: list[tuple[float, int, str, _Step]] = []
        self._count = count()
        self._lock = Lock()
        for stop, entry in _entries(origin):
            self._reach(stop, _Step(entry.minutes, None, None, entry.km))

    def arrivals(self, stops: Iterable[str]) -> dict[str, _Step]:
        """The fastest arrival by a line at each of these stops, of those that can be reached."""
        wanted = set(stops)
        with self._lock:
            missing = wanted - self._arrived.keys()
            while missing and self._heap:
                missing.discard(self._settle_next())
            return {stop: self._arrived[stop] for stop in wanted if stop in self._arrived}

    def _reach(self, stop: str, step: _Step) -> None:
        heappush(self._heap, (step.minutes, next(self._count), stop, step))

    def _settle_next(self) -> str:
        """Settle the nearest state and return its stop where a line led there, else an empty text."""
        minutes, _, stop, here = heappop(self._heap)
        came = here.line
        family = came.family if came else ""
        if (stop, family) in self._done:
            return ""
        self._done.add((stop, family))
        is_rail = came is not None and came.mode == "rail"
        alighting = ALIGHTING[came.mode] if came else 0
        for edge in self._graph.get(stop, ()):
            line = edge.line
            if (edge.to, line.family) in self._done:
                continue
            same = line.family == family
            wait = 0 if same else CHANGE if is_rail and line.mode == "rail" else edge.boarding + alighting
            self._reach(edge.to, _Step(minutes + wait + line.minutes, line, here, 0.0))
        if came is None:
            return ""
        self._arrived.setdefault(stop, here)
        return stop


@lru_cache(maxsize=KEPT_SEARCHES)
def _search(origin: Place, modes: tuple[LineMode, ...]) -> _Search:
    return _Search(origin, modes)


class _Entry(NamedTuple):
    minutes: float
    km: float


@lru_cache(maxsize=KEPT_ENTRIES)
def _entries(place: Place) -> tuple[tuple[str, _Entry], ...]:
    """The stops near a place, with the way there."""
    ids, points = _located()
    phi, lam = np.radians(points[:, 0]), np.radians(points[:, 1] - place.lon)
    own = np.radians(place.lat)
    chord = np.sin((phi - own) / 2) ** 2 + np.cos(own) * np.cos(phi) * np.sin(lam / 2) ** 2
    km = 2 * EARTH_KM * np.arcsin(np.sqrt(np.clip(chord, 0, 1)))
    limit = min(REACH_KM, ENTRY_FACTOR * float(km.min()) + ENTRY_MARGIN_KM)
    near = [ids[index] for index in np.flatnonzero(km <= limit)]
    roads = [(id, road_between(place, stops()[id].at)) for id in near if are_on_one_land(place, stops()[id].at)]
    return tuple((id, _Entry(road.minutes, road.km)) for id, road in roads if road is not None)


@cache
def _located() -> tuple[tuple[str, ...], npt.NDArray[np.float64]]:
    """The stops' ids, and their latitudes and longitudes (n, 2)."""
    return tuple(stops()), np.array([stop.at for stop in stops().values()], dtype=np.float64)


@cache
def _graph(modes: tuple[LineMode, ...]) -> dict[str, tuple[_Edge, ...]]:
    """The lines of these modes from each stop."""
    graph = defaultdict[str, list[_Edge]](list)
    for line in lines():
        if line.mode not in modes:
            continue
        for stop, to in (line.ends, line.ends[::-1]):
            graph[stop].append(_Edge(line, to, _boarding(line, stops()[stop], stops()[to])))
    return {stop: tuple(edges) for stop, edges in graph.items()}


def _boarding(line: Line, stop: Stop, to: Stop) -> int:
    """Minutes from reaching a stop to leaving it by a line."""
    if line.mode == "ferry":
        usual = SHORT_BOARDING if line.minutes <= SHORT_CROSSING else BOARDING["ferry"]
        return usual + (PASSPORTS if stop.country != to.country else 0)
    return BOARDING[line.mode] + (SECURITY.get(stop.country, 0) if line.mode == "rail" else 0)
