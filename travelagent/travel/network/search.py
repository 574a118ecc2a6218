"""The fastest journeys over land and water from a place through the network, found by Dijkstra's algorithm.

A state is a stop and the line that one came by: who stays on a train pays nothing, who changes waits.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from travelagent.travel.network.data_files import lines, stops
from travelagent.travel.network.geometry import air_km
from travelagent.travel.network.roads import road_between
from travelagent.travel.network.values import Journey, Line, LineMode, Place

ALL: tuple[LineMode, ...] = ("rail", "ferry", "road")
BY_ROAD: tuple[LineMode, ...] = ("ferry", "road")
REACH_KM = 110.0
"""So far from a place the network is entered at most, and not much farther than where it is nearest."""
CHANGE = 25
"""Minutes from one train to another."""
BOARDING: dict[LineMode, int] = {"rail": 18, "ferry": 25, "road": 0}
ALIGHTING: dict[LineMode, int] = {"rail": 8, "ferry": 12, "road": 0}
SECURITY = {"CN": 20}
"""Minutes that boarding a train takes longer where bags and papers are checked."""
KEPT_SEARCHES = 512


class _Edge(NamedTuple):
    line: Line
    to: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """How one came to a stop: minutes since the door, those aboard, kilometres, and the minutes by each mode. `line`:
    by which one came, None where one walked in."""

    minutes: float
    aboard: float
    km: float
    parts: tuple[tuple[str, float], ...]
    line: Line | None


def journeys(origin: Place, destination: Place, modes: tuple[LineMode, ...] = ALL) -> Iterator[Journey]:
    """The fastest journeys that take a line, one for each stop near the destination where it ends."""
    arrivals = _arrivals(origin, modes)
    for stop, ride in _entries(destination):
        for arrival in arrivals.get(stop, ()):
            if arrival.line is None:
                continue
            minutes = arrival.minutes + ALIGHTING[arrival.line.mode] + ride.minutes
            yield Journey(minutes, arrival.aboard, arrival.km + ride.km, arrival.parts)


@lru_cache(maxsize=KEPT_SEARCHES)
def _arrivals(origin: Place, modes: tuple[LineMode, ...]) -> dict[str, list[Arrival]]:
    """The fastest arrival at each stop by each family of lines."""
    graph, found = _graph(), defaultdict[str, list[Arrival]](list)
    done: set[tuple[str, str]] = set()
    heap: list[tuple[float, int, str, Arrival]] = []
    count = 0
    for stop, ride in _entries(origin):
        heappush(heap, (ride.minutes, count, stop, Arrival(ride.minutes, 0.0, ride.km, (), None)))
        count += 1
    while heap:
        _, _, stop, here = heappop(heap)
        state = (stop, here.line.family if here.line else "")
        if state in done:
            continue
        done.add(state)
        found[stop].append(here)
        for line, to in graph[stop]:
            if line.mode in modes and (to, line.family) not in done:
                there = _aboard(here, line, stop)
                heappush(heap, (there.minutes, count, to, there))
                count += 1
    return found


def _aboard(here: Arrival, line: Line, stop: str) -> Arrival:
    """The arrival at the other end of a line from a stop."""
    parts = dict(here.parts)
    parts[line.mode] = parts.get(line.mode, 0.0) + line.minutes
    minutes = here.minutes + _wait(here.line, line, stop) + line.minutes
    return Arrival(minutes, here.aboard + line.minutes, here.km + line.km, tuple(parts.items()), line)


def _wait(before: Line | None, line: Line, stop: str) -> int:
    """Minutes between the arrival at a stop and the departure from there."""
    if before is not None and before.family == line.family:
        return 0
    if before is not None and before.mode == line.mode == "rail":
        return CHANGE
    boarding = BOARDING[line.mode] + (SECURITY.get(stops()[stop].country, 0) if line.mode == "rail" else 0)
    return boarding + (ALIGHTING[before.mode] if before else 0)


class _Entry(NamedTuple):
    minutes: float
    km: float


@lru_cache(maxsize=KEPT_SEARCHES)
def _entries(place: Place) -> tuple[tuple[str, _Entry], ...]:
    """The stops near a place, with the way there."""
    near = [(air_km(place, stop.at), stop) for stop in stops().values() if abs(stop.at.lat - place.lat) < 1.2]
    if not near:
        return ()
    limit = min(REACH_KM, 2 * min(km for km, _ in near) + 8)
    ways = [(stop.id, road_between(place, stop.at)) for km, stop in near if km <= limit]
    return tuple((id, _Entry(way.minutes, way.km)) for id, way in ways if way is not None)


@cache
def _graph() -> dict[str, list[_Edge]]:
    graph = defaultdict[str, list[_Edge]](list)
    for line in lines():
        one, other = line.ends
        graph[one].append(_Edge(line, other))
        graph[other].append(_Edge(line, one))
    return graph
