"""The order of the shortest moves through cities that may come in any order.

Exact by dynamic programming over sets of cities (Held and Karp 1962) as long as their sets are few. Else each city is
put where it costs least, and stretches of the route are turned round as long as that shortens it (2-opt, Croes 1958).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

MOST_EXACT = 12
"""Their sets are looked at in a tenth of a second; each further city doubles that."""

Route = tuple[int, ...]


def shortest_order(minutes: Sequence[Sequence[int]], home: Sequence[int]) -> Route:
    """Return the order of cities, by their numbers, whose moves take least.

    `minutes`: those from one city to another; `home`: those between each city and home, at both ends of the trip.
    """
    return _exact(minutes, home) if len(home) <= MOST_EXACT else _improved(_inserted(minutes, home), minutes, home)


def length(route: Route, minutes: Sequence[Sequence[int]], home: Sequence[int]) -> int:
    """Return the minutes of all moves of a route, from home and back."""
    moves = sum(minutes[a][b] for a, b in pairwise(route))
    return home[route[0]] + moves + home[route[-1]]


def _exact(minutes: Sequence[Sequence[int]], home: Sequence[int]) -> Route:
    n = len(home)
    shortest: dict[tuple[int, int], tuple[int, Route]] = {(1 << i, i): (home[i], (i,)) for i in range(n)}
    for visited in range(1, 1 << n):
        for last in range(n):
            if (visited, last) not in shortest:
                continue
            so_far, order = shortest[visited, last]
            for city in range(n):
                if visited >> city & 1:
                    continue
                key, route = (visited | 1 << city, city), (so_far + minutes[last][city], (*order, city))
                shortest[key] = min(shortest.get(key, route), route)
    return min((shortest[(1 << n) - 1, last][0] + home[last], shortest[(1 << n) - 1, last][1]) for last in range(n))[1]


def _inserted(minutes: Sequence[Sequence[int]], home: Sequence[int]) -> Route:
    """Return the route into which each city is put where it costs least, the one far from all others first."""
    waiting = sorted(range(len(home)), key=lambda city: -sum(minutes[city]))
    route: Route = (waiting[0],)
    for city in waiting[1:]:
        places = ((*route[:at], city, *route[at:]) for at in range(len(route) + 1))
        route = min(places, key=lambda each: length(each, minutes, home))
    return route


def _improved(route: Route, minutes: Sequence[Sequence[int]], home: Sequence[int]) -> Route:
    """Return the route after the turns of a stretch that shorten it most, until none does."""
    while True:
        turned = (
            route[:begin] + route[begin:end][::-1] + route[end:]
            for begin in range(len(route))
            for end in range(begin + 2, len(route) + 1)
        )
        best = min(turned, key=lambda each: length(each, minutes, home))
        if length(best, minutes, home) >= length(route, minutes, home):
            return route
        route = best
