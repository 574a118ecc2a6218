"""The islands that no bridge leads to, which are too small for the mask of land and sea, or too near to the shore."""

from collections.abc import Iterator
from functools import cache, lru_cache

from travelagent.travel.network.data_files import lines, stops
from travelagent.travel.network.geometry import air_km
from travelagent.travel.network.values import Place, Stop

NEAR_KM = 6.0
"""So near to a stop a place is on its island, unless another stop is nearer."""
NEAR_DEGREES = 0.2


def are_on_one_land(a: Place, b: Place) -> bool:
    """Return whether no island without a bridge is known to be at one of the two ends alone."""
    return island_of(a) == island_of(b)


@lru_cache(maxsize=4096)
def island_of(place: Place) -> str:
    """Return the island that a place is on, by the id of one of its stops; empty on a mainland."""
    nearest = min(_stops_near(place), key=lambda found: found[0], default=None)
    if nearest is None or nearest[0] > NEAR_KM or not nearest[1].on_island:
        return ""
    return _first_stops()[nearest[1].id]


def _stops_near(place: Place) -> Iterator[tuple[float, Stop]]:
    for stop in stops().values():
        if abs(stop.at.lat - place.lat) < NEAR_DEGREES:
            yield air_km(place, stop.at), stop


@cache
def _first_stops() -> dict[str, str]:
    """The stops on islands with the first one on the same, by the lines over land between them."""
    first = {stop.id: stop.id for stop in stops().values() if stop.on_island}
    over_land = [line.ends for line in lines() if line.mode != "ferry"]
    for _ in first:
        joined = [(a, b) for a, b in over_land if a in first and b in first and first[a] != first[b]]
        if not joined:
            break
        for a, b in joined:
            first[a] = first[b] = min(first[a], first[b])
    return first
