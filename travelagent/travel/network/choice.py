"""The way that one takes between two cities: by rail, over water, by road or by air, door to door."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from travelagent.travel.network.flights import flights
from travelagent.travel.network.geometry import air_km
from travelagent.travel.network.islands import are_on_one_land
from travelagent.travel.network.roads import road_between
from travelagent.travel.network.search import BY_RAIL, BY_ROAD, journeys
from travelagent.travel.network.values import Journey, LineMode, Place

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
LONGEST_OVERLAND = 48 * 60
"""The most minutes that a route over land is taken for."""
FARTHEST_ROAD_KM, FARTHEST_OVERLAND_KM, FLOWN_KM = 1_500, 5_000, 3_000
"""As the crow flies: no route beside the known roads is looked for over the first, none over land over the second,
and over the third nobody goes but by air who does not want to."""
RIDES: dict[str, str] = {"rail": "train", "road": "bus", "ferry": "ferry", "flight": "flight"}


def best_journey(origin: Place, destination: Place, mode: Wanted | None = None, *, divided: bool = False) -> Journey:
    """Return the journey by the requested mode where that is possible, else by the one that people take.

    `divided`: water lies between, so that no road leads there but those of the network. Its `modes` are train, bus,
    car, ferry and flight.
    """
    by_air = _fastest(flights(origin, destination)) if air_km(origin, destination) >= SHORTEST_FLIGHT_KM else None
    far = air_km(origin, destination)
    if by_air and (mode == "flight" or far > FARTHEST_OVERLAND_KM or (mode is None and far > FLOWN_KM)):
        return by_air
    driven = _driven(origin, destination, divided, BY_ROAD)
    car = _as_car(driven) if driven else None
    if driven and "ferry" in dict(driven.modes):
        driven = _driven(origin, destination, divided, ("road",))
    coach = _as_coach(driven) if driven else None
    public = _fastest(_named(journey) for journey in journeys(origin, destination))
    train = _by_train(origin, destination) if mode == "train" else None
    wanted = {"train": train, "car": car, "bus": coach}.get(mode or "")
    if wanted and wanted.minutes <= LONGEST_OVERLAND:
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


def _by_train(origin: Place, destination: Place) -> Journey | None:
    found = (_named(journey) for journey in journeys(origin, destination, BY_RAIL))
    return _fastest(journey for journey in found if journey.main_mode == "train")


def _driven(origin: Place, destination: Place, divided: bool, modes: tuple[LineMode, ...]) -> Journey | None:
    """The fastest way by one's own car, over lines of these modes or straight."""
    found = list(journeys(origin, destination, modes))
    near = air_km(origin, destination) <= FARTHEST_ROAD_KM
    on_one_land = near and not divided and are_on_one_land(origin, destination)
    if on_one_land and (road := road_between(origin, destination)) is not None:
        found.append(Journey(road.minutes, road.minutes, road.km, (("road", road.minutes),)))
    return _fastest(found)


def _as_car(driven: Journey) -> Journey:
    return Journey(driven.minutes, driven.aboard, driven.km, (("car", driven.aboard),))


def _as_coach(driven: Journey) -> Journey:
    minutes = driven.minutes * COACH + COACH_WAIT
    return Journey(minutes, driven.aboard * COACH, driven.km, (("bus", driven.aboard * COACH),))


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
