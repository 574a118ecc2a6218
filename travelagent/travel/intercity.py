"""The estimated move between two cities, by the network of known lines, in the values of plans."""

from math import ceil
from typing import cast

from travelagent.plans.values import IntercityMode, Mode, Point
from travelagent.travel.network.choice import best_journey
from travelagent.travel.network.islands import are_on_one_land
from travelagent.travel.network.values import Place
from travelagent.travel.values import Hop

ROUNDING = 5
"""Estimates are rounded up to so many minutes."""


def intercity_leg(origin: Point, destination: Point, mode: IntercityMode | None = None) -> Hop:
    """Return the move from door to door, rounded up to 5 minutes, by the requested mode where that is possible, else by
    the one that people take.

    A `Hop` of another mode means that the requested one is not possible. No road or rail leads across water that none
    is known to cross.
    """
    journey = best_journey(_place(origin), _place(destination), mode, divided=_lie_apart(origin, destination))
    main_mode = cast("Mode", journey.main_mode)
    return Hop(main_mode, _rounded_up(journey.minutes), round(journey.km, 1), aboard=_rounded_up(journey.aboard))


def are_divided(origin: Point, destination: Point) -> bool:
    """Return whether water lies between that no road and no rail is known to cross."""
    return _lie_apart(origin, destination) or not are_on_one_land(_place(origin), _place(destination))


def _lie_apart(origin: Point, destination: Point) -> bool:
    """Whether the two are known to be on different masses of land."""
    return bool(origin.land and destination.land) and origin.land != destination.land


def _place(point: Point) -> Place:
    return Place(point.lat, point.lon)


def _rounded_up(minutes: float) -> int:
    return ceil(minutes / ROUNDING) * ROUNDING
