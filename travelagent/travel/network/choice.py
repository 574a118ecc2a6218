"""The way that one takes between two cities: by rail, over water, by road or by air, door to door."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from travelagent.travel.network.flights import flights
from travelagent.travel.network.geometry import air_km
from travelagent.travel.network.roads import road_between
from travelagent.travel.network.search import BY_ROAD, journeys
from travelagent.travel.network.values import Journey, Place

Wanted: TypeAlias = Literal["train", "flight", "bus", "car"]
SHORTEST_FLIGHT_KM = 100
"""As the crow flies: nobody flies nearer than this."""
FLIGHT_PAINS = 60
"""Minutes that a flight must save, for what it costs and takes out of one."""
FAST_RIDE = 5 * 60
"""Minutes aboard a train up to which nobody flies instead."""
SLOW_TRAIN = 1.35
"""A train that takes so many times as long as the coach is left to others."""
COACH, COACH_WAIT = 1.12, 25
"""A coach is slower than a car, and goes when it goes."""
LONGEST = 48 * 60
"""Minutes beyond which no way over land is taken."""
RIDES: dict[str, str] = {"rail": "train", "road": "bus", "ferry": "ferry", "flight": "flight"}


def best_journey(origin: Place, destination: Place, way: Wanted | None = None, *, divided: bool = False) -> Journey:
    """The journey in the wanted way where that is possible, else in the one that people take. `divided`: water lies
    between, so that no road leads there but those of the network. Its `modes` are train, bus, car, ferry and flight."""
    by_air = _fastest(flights(origin, destination)) if air_km(origin, destination) >= SHORTEST_FLIGHT_KM else None
    if way == "flight" and by_air:
        return by_air
    car = _by_car(origin, destination, divided)
    coach = _as_coach(car) if car else None
    public = _fastest(_named(journey) for journey in journeys(origin, destination))
    train = public if public and public.main_mode == "train" else None
    wanted = {"train": train, "car": car, "bus": coach}.get(way or "")
    if wanted and wanted.minutes <= LONGEST:
        return wanted
    overland = _overland(public, coach)
    if overland and by_air:
        stays = overland.main_mode == "train" and overland.aboard <= FAST_RIDE
        return overland if stays or overland.minutes <= by_air.minutes + FLIGHT_PAINS else by_air
    found = overland or by_air or coach or car
    return found if found else _far(origin, destination)


def _overland(public: Journey | None, coach: Journey | None) -> Journey | None:
    """By the network, unless a coach over plain roads is much faster."""
    if public is None or coach is None:
        return public or coach
    return public if public.minutes <= coach.minutes * SLOW_TRAIN else coach


def _by_car(origin: Place, destination: Place, divided: bool) -> Journey | None:
    """The way by one's own car, over the network's roads and ferries or straight."""
    found = [
        Journey(journey.minutes, journey.aboard, journey.km, (("car", journey.aboard),))
        for journey in journeys(origin, destination, BY_ROAD)
    ]
    if not divided:
        road = road_between(origin, destination)
    if not divided and road is not None:
        found.append(Journey(road.minutes, road.minutes, road.km, (("car", road.minutes),)))
    return _fastest(found)


def _as_coach(car: Journey) -> Journey:
    minutes = car.minutes * COACH + COACH_WAIT
    return Journey(minutes, car.aboard * COACH, car.km, (("bus", car.aboard * COACH),))


def _named(journey: Journey) -> Journey:
    """The same, its modes called as plans call them."""
    return Journey(
        journey.minutes, journey.aboard, journey.km, tuple((RIDES[mode], minutes) for mode, minutes in journey.modes)
    )


def _fastest(found: Iterable[Journey]) -> Journey | None:
    return min(found, key=lambda journey: journey.minutes, default=None)


def _far(origin: Place, destination: Place) -> Journey:
    """A flight between places that no airport of the data is near, with two hours to one at either end."""
    km = air_km(origin, destination)
    aboard = 35 + km / 810 * 60
    return Journey(aboard + 330, aboard, km, (("flight", aboard),))
