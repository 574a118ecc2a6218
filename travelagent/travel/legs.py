"""How long it takes from place to place.

Within a city the estimate is great circle × detour factor ÷ speed, by mode and by the city's size, rounded up to five
minutes. The mode of a leg follows one rule: walk when that takes at most 20 minutes; otherwise public transport; a taxi
only on legs longer than the network of such a city reaches, where it saves a quarter of the time or a quarter of an
hour, and never far out to or from a sight with a railway station: there goes the train; to those with a scheduled coach
that is cheaper, that (coaches.py). Out of town roads are as slow as the known ones of the country around them
(network/roads.py). Between cities: intercity.py. Everything made here is marked as an estimate; a real matrix (OSRM,
Valhalla) is plugged in as another `LegProvider` (routing.py).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from travelagent.plans.values import CitySize, Coach, IntercityMode, LocalizedText, Mode, Point
from travelagent.travel.intercity import intercity_leg
from travelagent.travel.network.roads import slowness_of_country
from travelagent.travel.values import Hop

EARTH_RADIUS_KM = 6371.0088
DETOUR = {"walk": 1.25, "transit": 1.35, "taxi": 1.3}
WALK_KMH = 4.8
WALK_LIMIT = 20
TAXI_SHARE, TAXI_SAVES = 0.75, 15
"""A taxi is worth it when it takes at most this share of the time, or saves so many minutes."""
ROUNDING = 5
"""Estimates are rounded up to so many minutes, what a routing service returns to whole ones."""
TRANSIT: dict[CitySize, tuple[float, float]] = {
    "village": (60, 18.0), "small": (14, 18.0), "medium": (12, 21.0), "large": (10, 26.0)
}  # fmt: skip
"""City size to (minutes walked and waited, km/h ridden) of public transport; in a village one would wait for what does
not come."""
TAXI: dict[CitySize, tuple[float, float]] = {
    "village": (5, 30.0), "small": (5, 30.0), "medium": (6, 26.0), "large": (8, 23.0)
}  # fmt: skip
"""City size to (minutes until it moves, km/h in town) of a taxi."""
TAXI_FROM_KM: dict[CitySize, float] = {"village": 0.0, "small": 3.0, "medium": 11.0, "large": 16.0}
"""City size to the road kilometres up to which one takes the bus or the metro like everybody else."""
TOWN_KM = 12.0
TRANSIT_OUTSIDE_KMH, TAXI_OUTSIDE_KMH = 50.0, 70.0
"""Speeds on the part of a leg after the first `TOWN_KM`, on a plain."""
ROAD_SAMPLES = 5
EXCURSION_SHARE = 0.65
"""The known roads of a country lead over its passes; an excursion has so much of that."""
PATH_DETOUR, PATH_KMH = 1.6, 1.8
"""Paths and steps between the sights of an area in which nothing drives."""

CITY_MODES: tuple[Mode, ...] = ("walk", "transit", "taxi")
ON_FOOT, BY_TRANSIT, BY_TAXI = range(3)
"""The modes within a city, and their numbers in `ModeTimes`."""
MODE_NAMES: dict[Mode, LocalizedText] = {
    "walk": LocalizedText("on foot", "步行"),
    "transit": LocalizedText("public transport", "公共交通"),
    "taxi": LocalizedText("taxi", "出租车"),
    "shuttle": LocalizedText("the area's bus", "景区车"),
    "ferry": LocalizedText("ferry", "轮渡"),
    "train": LocalizedText("train", "火车"),
    "flight": LocalizedText("flight", "飞机"),
    "bus": LocalizedText("coach", "长途汽车"),
    "car": LocalizedText("car", "自驾"),
}
INTERCITY_MODES: tuple[IntercityMode, ...] = ("train", "flight", "bus", "car")
RAILS_DETOUR = 1.2
"""Rails by the great circle."""
TOWN_RADIUS_KM = 8.0
"""So far from its centre a place is in town."""
RAIL_FROM_KM = 10.0
"""Nobody takes a train to a sight that is nearer on the road."""
RAIL_AROUND, RAIL_KMH, RAIL_TOP_KMH = 30, 50.0, 110.0
"""An excursion by train: minutes around it, the speed of a short one and the highest one in km/h."""
BOARDING_SHARE = 0.2
"""What of the minutes of a known train ride goes into getting aboard, however far one goes."""
SHUTTLE_WAIT = 10
"""Minutes that a scenic area's own bus takes longer than a taxi would."""
TRAVELLERS_A_CAR = 4


@dataclass(frozen=True, slots=True)
class LegMatrix:
    """All legs among n points.

    `minutes` int64 (n, n), `km` float64 (n, n), `modes` one row of modes a point, `estimated` bool (n, n). `notes`: for
    the traveller, where these times come from.
    """

    minutes: npt.NDArray[np.int64]
    km: npt.NDArray[np.float64]
    modes: tuple[tuple[Mode, ...], ...]
    estimated: npt.NDArray[np.bool_]
    notes: tuple[LocalizedText, ...]

    def hop(self, origin: int, destination: int) -> Hop:
        """Return the leg from one point to another, by their numbers."""
        at = (origin, destination)
        mode = self.modes[origin][destination]
        return Hop(mode, int(self.minutes[at]), float(self.km[at]), bool(self.estimated[at]))

    def leaving_from(self, exits: Mapping[int, int], count: int) -> LegMatrix:
        """Return the legs among the first `count` points with other points to leave from.

        Legs from the points in `exits` begin at the points that it gives for them; who stays does not move.
        """
        if not exits:
            return self
        rows = [exits.get(number, number) for number in range(count)]
        minutes, km, estimated = self.minutes[rows, :count], self.km[rows, :count], self.estimated[rows, :count]
        np.fill_diagonal(minutes, 0)
        np.fill_diagonal(km, 0)
        modes: list[list[Mode]] = [list(self.modes[row][:count]) for row in rows]
        for number in range(count):
            modes[number][number] = self.modes[number][number]
        return LegMatrix(minutes, km, tuple(map(tuple, modes)), estimated, self.notes)


@dataclass(frozen=True, slots=True)
class ModeTimes:
    """What every mode of `CITY_MODES` would take among n points.

    `minutes` and `km` float64 (3, n, n), and whether that is an `estimated` one, bool (3, n, n).
    """

    minutes: npt.NDArray[np.float64]
    km: npt.NDArray[np.float64]
    estimated: npt.NDArray[np.bool_]


class Ground(NamedTuple):
    """The scenic area or the island on which a point lies, empty where there is none, the minutes of its boat, whether
    it has a railway station of its own, whether it is in town, whose stations are near, and the minutes of the train
    from there where no road leads to it; whether nothing drives in the area; the scheduled coach from town."""

    area: str = ""
    crossing: int = 0
    station: bool = False
    in_town: bool = False
    rail_minutes: int = 0
    on_foot: bool = False
    coach: Coach | None = None


class LegProvider(Protocol):
    """A source of travel times."""

    def matrix(self, points: Sequence[Point], size: CitySize) -> LegMatrix:
        """Return all legs among the points of one city: n × n."""
        ...

    def intercity(self, origin: Point, destination: Point, mode: IntercityMode | None = None) -> Hop:
        """Return the move between two cities, door to door, by the requested mode where that is possible."""
        ...


def great_circle_km(lat: npt.ArrayLike, lon: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return the distances (n, n) in kilometres among n points given in degrees (haversine)."""
    phi, lam = np.radians(np.asarray(lat, dtype=np.float64)), np.radians(np.asarray(lon, dtype=np.float64))
    sin_phi, sin_lam = np.sin((phi[:, None] - phi) / 2), np.sin((lam[:, None] - lam) / 2)
    chord = sin_phi**2 + np.cos(phi)[:, None] * np.cos(phi) * sin_lam**2
    return np.asarray(2 * EARTH_RADIUS_KM * np.arcsin(np.sqrt(np.clip(chord, 0.0, 1.0))), dtype=np.float64)


class Located(Protocol):
    """Whatever lies somewhere."""

    @property
    def lat(self) -> float:
        """The latitude in degrees."""

    @property
    def lon(self) -> float:
        """The longitude in degrees."""


def km_between(places: Sequence[Located]) -> npt.NDArray[np.float64]:
    """Return the distances (n, n) in kilometres among n places."""
    return great_circle_km([place.lat for place in places], [place.lon for place in places])


ESTIMATES = LocalizedText("Travel times are estimates.", "路程时间为估算值。")


class EstimatedLegs:
    """The estimate described in this file's docstring, as a `LegProvider`."""

    def matrix(self, points: Sequence[Point], size: CitySize) -> LegMatrix:
        """Return the estimated legs among the points: n × n."""
        return legs_by_rule(estimated_times(points, size), size, (ESTIMATES,))

    def intercity(self, origin: Point, destination: Point, mode: IntercityMode | None = None) -> Hop:
        """Return the estimated move between two cities, by the requested mode where that is possible."""
        return intercity_leg(origin, destination, mode)


class RememberedLegs:
    """The legs of another provider, each matrix and each move asked of it once."""

    def __init__(self, legs: LegProvider) -> None:
        self._legs = legs
        self._matrices: dict[tuple[tuple[Point, ...], CitySize], LegMatrix] = {}
        self._moves: dict[tuple[Point, Point, IntercityMode | None], Hop] = {}

    def matrix(self, points: Sequence[Point], size: CitySize) -> LegMatrix:
        """Return all legs among the points of one city: n × n."""
        key = (tuple(points), size)
        if key not in self._matrices:
            self._matrices[key] = self._legs.matrix(points, size)
        return self._matrices[key]

    def intercity(self, origin: Point, destination: Point, mode: IntercityMode | None = None) -> Hop:
        """Return the move between two cities, door to door, by the requested mode where that is possible."""
        key = (origin, destination, mode)
        if key not in self._moves:
            self._moves[key] = self._legs.intercity(origin, destination, mode)
        return self._moves[key]


def estimated_times(points: Sequence[Point], size: CitySize) -> ModeTimes:
    """Return the estimated times and distances of every mode among the points: n × n each."""
    air = km_between(points)
    km = np.stack([air * DETOUR[mode] for mode in CITY_MODES])
    walk = km[ON_FOOT] / WALK_KMH * 60
    slower, longer = _country(points)
    transit = _ride(km[BY_TRANSIT], *TRANSIT[size], TRANSIT_OUTSIDE_KMH / slower)
    taxi = _ride(km[BY_TAXI], *TAXI[size], TAXI_OUTSIDE_KMH / slower)
    for mode in (BY_TRANSIT, BY_TAXI):
        km[mode] += np.maximum(km[mode] - TOWN_KM, 0) * (longer - 1)
    return ModeTimes(np.stack([walk, transit, taxi]), km, np.ones(km.shape, dtype=np.bool_))


def legs_by_rule(times: ModeTimes, size: CitySize, notes: tuple[LocalizedText, ...]) -> LegMatrix:
    """Return every leg by the mode that the rule in this file's docstring selects."""
    walk, transit, taxi = times.minutes
    by_taxi = (times.km[BY_TAXI] > TAXI_FROM_KM[size]) & (
        (taxi <= transit * TAXI_SHARE) | (taxi <= transit - TAXI_SAVES)
    )
    choice = np.where(walk <= WALK_LIMIT, ON_FOOT, np.where(by_taxi, BY_TAXI, BY_TRANSIT))

    def chosen(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return np.asarray(np.take_along_axis(values, choice[None], axis=0)[0])

    estimated = chosen(times.estimated)
    rounding = np.where(estimated, ROUNDING, 1)
    return LegMatrix(
        minutes=(np.ceil(chosen(times.minutes) / rounding) * rounding).astype(np.int64),
        km=np.round(chosen(times.km), 1),
        modes=tuple(tuple(CITY_MODES[mode] for mode in row) for row in choice.tolist()),
        estimated=estimated,
        notes=notes,
    )


def with_local_transport(matrix: LegMatrix, grounds: Sequence[Ground], *, own_car: bool = False) -> LegMatrix:
    """Return the legs with the local means of transport in place of taxis.

    The rides within an area go by its own buses, those to and from an island by ferry, and the long ones between
    stations by train. `grounds`: where each of the matrix's points lies; `own_car`: one drives instead of taking taxis,
    and trains only where no road leads.
    """
    matrix = _by_rail(matrix, grounds, own_car=own_car)
    matrix = _on_paths(matrix, grounds)
    alike = np.array([[bool(here.area) and here.area == there.area for there in grounds] for here in grounds])
    rides = alike & np.array([[mode == "taxi" for mode in row] for row in matrix.modes])
    crossing = np.array([ground.crossing for ground in grounds], dtype=np.int64)
    waits = np.where(alike, 0, crossing[:, None] + crossing)
    np.fill_diagonal(waits, 0)
    own = rides | (waits > 0)
    modes = np.array(matrix.modes, dtype=object)
    used = np.where(waits > 0, "ferry", np.where(rides, "shuttle", modes))
    used = np.where(used == "taxi", "car" if own_car else "taxi", used).tolist()
    return dataclasses.replace(
        matrix,
        minutes=matrix.minutes + SHUTTLE_WAIT * rides + waits,
        modes=tuple(tuple(row) for row in used),
        estimated=matrix.estimated | own,
    )


def _on_paths(matrix: LegMatrix, grounds: Sequence[Ground]) -> LegMatrix:
    """The legs within an area in which nothing drives on its paths and steps."""
    paths = np.array(
        [[bool(here.area) and here.on_foot and here.area == there.area for there in grounds] for here in grounds]
    )
    np.fill_diagonal(paths, val=False)
    if not paths.any():
        return matrix
    detour = np.array([[DETOUR.get(mode, 1.0) for mode in row] for row in matrix.modes])
    km = matrix.km / detour * PATH_DETOUR
    minutes = (np.ceil(km / PATH_KMH * 60 / ROUNDING) * ROUNDING).astype(np.int64)
    return dataclasses.replace(
        matrix,
        minutes=np.where(paths, minutes, matrix.minutes),
        km=np.where(paths, np.round(km, 1), matrix.km),
        modes=tuple(tuple(row) for row in np.where(paths, "walk", np.array(matrix.modes)).tolist()),
        estimated=matrix.estimated | paths,
    )


def _by_rail(matrix: LegMatrix, grounds: Sequence[Ground], *, own_car: bool) -> LegMatrix:
    """The legs with the long taxi rides to and from a station of its own by train, where the other end has one, too,
    and nobody drives, and all of those to and from a place that no road leads to."""
    own = np.array([ground.station for ground in grounds], dtype=np.bool_)
    served = own | np.array([ground.in_town for ground in grounds], dtype=np.bool_)
    taxi = np.array([[mode == "taxi" for mode in row] for row in matrix.modes], dtype=np.bool_)
    rides = taxi & (own[:, None] | own) & served[:, None] & served & (matrix.km >= RAIL_FROM_KM) & (not own_car)
    lasts = _of_known_rides(matrix, grounds) * (matrix.km >= RAIL_FROM_KM)
    rides |= lasts > 0
    if not rides.any():
        return matrix
    rails = matrix.km / DETOUR["taxi"] * RAILS_DETOUR
    minutes = RAIL_AROUND + rails / np.minimum(RAIL_TOP_KMH, RAIL_KMH + rails / 2) * 60
    estimate = np.where(lasts > 0, lasts, (np.ceil(minutes / ROUNDING) * ROUNDING).astype(np.int64))
    return dataclasses.replace(
        matrix,
        minutes=np.where(rides, estimate, matrix.minutes),
        km=np.where(rides, np.round(rails, 1), matrix.km),
        modes=tuple(tuple(row) for row in np.where(rides, "train", np.array(matrix.modes)).tolist()),
        estimated=matrix.estimated | rides,
    )


def _of_known_rides(matrix: LegMatrix, grounds: Sequence[Ground]) -> npt.NDArray[np.int64]:
    """The minutes (n, n) of the trains to and from places that no road leads to: those known from town, and less from
    what is nearer to them; 0 for all other legs."""
    known = np.array([ground.rail_minutes for ground in grounds], dtype=np.int64)
    in_town = np.array([ground.in_town for ground in grounds], dtype=np.bool_)
    from_town = matrix.km[:, in_town].max(axis=1, initial=0)
    reach = np.where(from_town > 0, from_town, np.inf)
    share = BOARDING_SHARE + (1 - BOARDING_SHARE) * np.minimum(matrix.km / reach[:, None], 1)
    minutes = np.where(np.isinf(reach)[:, None], known[:, None], known[:, None] * share)
    rounded = (np.ceil(minutes / ROUNDING) * ROUNDING).astype(np.int64)
    return np.maximum(rounded, rounded.T)


def _country(points: Sequence[Point]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """How much slower and longer the roads between n points are than on a plain: two arrays (n, n), the means of
    `ROAD_SAMPLES` places on each straight way."""
    at = np.array([[point.lat, point.lon] for point in points], dtype=np.float64).reshape(-1, 2)
    shares = (np.arange(ROAD_SAMPLES) + 0.5) / ROAD_SAMPLES
    samples = at[:, None, None] + (at[None, :, None] - at[:, None, None]) * shares[:, None]
    slower, longer = slowness_of_country(samples[..., 0], samples[..., 1])
    return _of_excursion(slower), _of_excursion(longer)


def _of_excursion(factor: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(1 + EXCURSION_SHARE * (factor.mean(axis=-1) - 1))


def _ride(
    km: npt.NDArray[np.float64], boarding: float, town_kmh: float, outside_kmh: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Minutes of a ride: boarding, the first kilometres at the town's speed, the rest at the road's."""
    inside = np.minimum(km, TOWN_KM)
    return np.asarray(boarding + inside / town_kmh * 60 + (km - inside) / outside_kmh * 60, dtype=np.float64)
