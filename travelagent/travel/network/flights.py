"""Flights from door to door: by the airports near both ends, with a change where none flies from one to the other."""

from functools import lru_cache

from travelagent.travel.network.data_files import airports
from travelagent.travel.network.geometry import air_km
from travelagent.travel.network.roads import road_between
from travelagent.travel.network.values import Airport, Journey, Place

REACH_KM = 160.0
"""So far one goes to an airport at most, where none is nearer."""
OWN_KM = 45.0
"""So near an airport is the place's own, and its own minutes hold."""
CHOSEN = 3
"""So many airports a place are tried."""
CHECK_IN, CHECK_IN_ABROAD = 90, 120
OUT, OUT_ABROAD = 25, 45
TAXIING = 40
CRUISE_KMH = 800.0
CHANGE = 120
"""Minutes on the ground between two flights."""
DETOUR = 1.15
"""A way with a change is longer by this."""
DIRECT_KM = {(3, 3): 14_000, (2, 3): 5_000, (2, 2): 2_200, (1, 3): 1_500, (1, 2): 900}
"""The sizes of two airports, the smaller one first, to the farthest that one flies without a change; within a country
three times as far."""
AT_HOME = 3
CLOSED_TO_EACH_OTHER = (
    "RU BY",
    "AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LT LU LV MT NL NO PL PT RO SE SI SK US",
)
"""The countries of these two groups have closed their air to each other's planes since 2022: one changes elsewhere."""
AROUND_CLOSED = 2.0
"""A way around closed air is longer by this."""


def flights(origin: Place, destination: Place) -> tuple[Journey, ...]:
    """Return the journeys by air from each airport near the one place to each near the other."""
    return tuple(
        _flight(a, b, to, away) for a, to in airports_near(origin) for b, away in airports_near(destination) if a != b
    )


def _flight(a: Airport, b: Airport, to: float, away: float) -> Journey:
    km = air_km(a.at, b.at)
    abroad = a.country != b.country
    aboard = TAXIING + km / CRUISE_KMH * 60
    ground = (CHECK_IN_ABROAD + OUT_ABROAD) if abroad else (CHECK_IN + OUT)
    if not _is_direct(a, b, km):
        detour = AROUND_CLOSED if _is_closed(a, b) else DETOUR
        aboard, km, ground = aboard * detour + TAXIING, km * detour, ground + CHANGE
    return Journey(to + ground + aboard + away, aboard, km, (("flight", aboard),))


def _is_closed(a: Airport, b: Airport) -> bool:
    one, other = CLOSED_TO_EACH_OTHER
    return (a.country in one and b.country in other) or (a.country in other and b.country in one)


def _is_direct(a: Airport, b: Airport, km: float) -> bool:
    if _is_closed(a, b):
        return False
    sizes = (min(a.size, b.size), max(a.size, b.size))
    return km <= DIRECT_KM.get(sizes, 0) * (AT_HOME if a.country == b.country else 1)


@lru_cache(maxsize=2048)
def airports_near(place: Place) -> tuple[tuple[Airport, float], ...]:
    """Return the nearest airports of a place, with the minutes to them."""
    near = [(air_km(place, airport.at), airport) for airport in airports() if abs(airport.at.lat - place.lat) < 1.6]
    near = sorted((found for found in near if found[0] <= REACH_KM), key=lambda found: found[0])
    if not near:
        return ()
    limit = 2 * near[0][0] + OWN_KM
    tried = [(airport, _to_airport(place, airport, km)) for km, airport in near if km <= limit]
    reachable = [(airport, minutes) for airport, minutes in tried if minutes is not None]
    if not reachable:
        return ()
    best = sorted(reachable, key=lambda found: (-found[0].size, found[1]))[:CHOSEN]
    return tuple({airport.iata: (airport, minutes) for airport, minutes in [*best, reachable[0]]}.values())


def _to_airport(place: Place, airport: Airport, km: float) -> float | None:
    """Minutes from a place to an airport; None where only water is between."""
    if km <= OWN_KM:
        return float(airport.minutes)
    road = road_between(place, airport.at)
    return road.minutes if road else None
