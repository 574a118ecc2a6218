"""The fastest journeys over land and water from a place through the network, found by Dijkstra's algorithm.

A state is a stop and the family of lines that one came by: who stays on a train pays nothing, who changes waits.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from travelagent.travel.network.data_files import lines, stops
from travelagent.travel.network.geometry import EARTH_KM
from travelagent.travel.network.roads import road_between
from travelagent.travel.network.values import Journey, Line, LineMode, Place

ALL: tuple[LineMode, ...] = ("rail", "ferry", "road")
BY_ROAD: tuple[LineMode, ...] = ("ferry", "road")
REACH_KM = 110.0
"""So far from a place the network is entered at most, and not much farther than where it is nearest."""
ENTERED_BEYOND_KM, ENTERED_TIMES = 8.0, 2.0
CHANGE = 25
"""Minutes from one train to another."""
BOARDING: dict[LineMode, int] = {"rail": 18, "ferry": 25, "road": 0}
ALIGHTING: dict[LineMode, int] = {"rail": 8, "ferry": 12, "road": 0}
SECURITY = {"CN": 20}
"""Minutes that boarding a train takes longer where bags and papers are checked."""
KEPT_SEARCHES = 512


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
    """The fastest journeys that take a line, by each family of lines to each stop near the destination."""
    arrivals = _arrivals(origin, modes)
    for stop, away in _entries(destination):
        for step in arrivals.get(stop, ()):
            if step.line is not None:
                yield _journey(step, away)


def _journey(last: _Step, away: "_Entry") -> Journey:
    assert last.line is not None
    parts: dict[str, float] = {}
    km, step = away.km, last
    while step.line is not None and step.before is not None:
        parts[step.line.mode] = parts.get(step.line.mode, 0.0) + step.line.minutes
        km, step = km + step.line.km, step.before
    minutes = last.minutes + ALIGHTING[last.line.mode] + away.minutes
    return Journey(minutes, sum(parts.values()), km + step.km, tuple(parts.items()))


@lru_cache(maxsize=KEPT_SEARCHES)
def _arrivals(origin: Place, modes: tuple[LineMode, ...]) -> dict[str, list[_Step]]:
    """The fastest arrival at each stop by each family of lines."""
    graph, found = _graph(modes), defaultdict[str, list[_Step]](list)
    done: set[tuple[str, str]] = set()
    heap: list[tuple[float, int, str, _Step]] = []
    count = 0
    for stop, entry in _entries(origin):
        heappush(heap, (entry.minutes, count, stop, _Step(entry.minutes, None, None, entry.km)))
        count += 1
    while heap:
        minutes, _, stop, here = heappop(heap)
        came = here.line
        family = came.family if came else ""
        if (stop, family) in done:
            continue
        done.add((stop, family))
        found[stop].append(here)
        is_rail = came is not None and came.mode == "rail"
        alighting = ALIGHTING[came.mode] if came else 0
        for edge in graph.get(stop, ()):
            line = edge.line
            if (edge.to, line.family) in done:
                continue
            same = line.family == family
            wait = 0 if same else CHANGE if is_rail and line.mode == "rail" else edge.boarding + alighting
            at = minutes + wait + line.minutes
            heappush(heap, (at, count, edge.to, _Step(at, line, here, 0.0)))
            count += 1
    return dict(found)


class _Entry(NamedTuple):
    minutes: float
    km: float


@lru_cache(maxsize=KEPT_SEARCHES)
def _entries(place: Place) -> tuple[tuple[str, _Entry], ...]:
    """The stops near a place, with the way there."""
    ids, points = _located()
    phi, lam = np.radians(points[:, 0]), np.radians(points[:, 1] - place.lon)
    own = np.radians(place.lat)
    chord = np.sin((phi - own) / 2) ** 2 + np.cos(own) * np.cos(phi) * np.sin(lam / 2) ** 2
    km = 2 * EARTH_KM * np.arcsin(np.sqrt(np.clip(chord, 0, 1)))
    limit = min(REACH_KM, ENTERED_TIMES * float(km.min()) + ENTERED_BEYOND_KM)
    near = [ids[index] for index in np.flatnonzero(km <= limit)]
    ways = [(id, road_between(place, stops()[id].at)) for id in near]
    return tuple((id, _Entry(way.minutes, way.km)) for id, way in ways if way is not None)


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
            security = SECURITY.get(stops()[stop].country, 0) if line.mode == "rail" else 0
            graph[stop].append(_Edge(line, to, BOARDING[line.mode] + security))
    return {stop: tuple(edges) for stop, edges in graph.items()}
