"""The places of a trip, the ways among them, what each way costs, and which sights adjoin."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date

import numpy as np
import numpy.typing as npt

from travelagent.planning.day_trips import centre_of, journey, with_journeys
from travelagent.planning.drives import at_known_road_speed, passed_by
from travelagent.planning.frame import DayFrame
from travelagent.planning.search.objective import (
    BACKWARD_PRICE,
    LONG_MINUTES,
    LONG_SHARE,
    MINUTE_PRICE,
    NEAR_MINUTES,
    ONWARD_PRICE,
    RIDE_MINUTES,
    TIRING,
)
from travelagent.planning.windows import Node
from travelagent.plans.strain import WAITED_FOR
from travelagent.plans.values import CityStay, DayTrip, LocalizedText, PlanRequest, Point, Sight
from travelagent.travel.coaches import Riders, by_coach
from travelagent.travel.legs import TOWN_RADIUS_KM, Ground, LegMatrix, LegProvider, km_between, with_local_transport
from travelagent.travel.values import Hop

Ints = npt.NDArray[np.int64]
SUBURBS_RADIUS_KM = 20.0
"""So far from the city's centre a place of one's own has a station near."""
BESIDE_KM, BASE_KM = 0.5, 10.0
"""So near to a sight a place of one's own, or one where one sleeps out of town, lies on the same ground."""
NOBODY = Riders(0, 0.0, ())
UNREACHABLE = 10**5
FAR_MINUTES = 45
"""A sight that takes as long to reach is far out."""
DAY_BEHIND_GATE = 600
"""Minutes of visits behind one gate that are more than a day."""
ADJOINING_MINUTES = 15
"""Sights so near on foot adjoin: one sees them one after another."""


class Places:
    """All places of the trip with the legs among those of the same city."""

    def __init__(
        self,
        request: PlanRequest,
        frames: Sequence[DayFrame],
        sights: Sequence[Sight],
        legs: LegProvider,
        known: Sequence[Sight] = (),
    ) -> None:
        """`sights` are among the places; those `known` beside them only tell on which ground a place lies."""
        ends = [(end, frame.stay.id) for frame in frames for end in (frame.origin, frame.destination)]
        keys = [(Point(sight.name, sight.lat, sight.lon), sight.city) for sight in sights]
        keys += [
            (Point(booking.name, booking.lat, booking.lon), stay.id)
            for booking in request.fixed
            for stay in request.cities
        ]
        visited = dict(zip(keys, sights, strict=False))
        drives = {frame.stay.id: frame for frame in frames if frame.drive is not None}
        for city, frame in drives.items():
            passed = {(_point_of(sight), city): sight for sight in passed_by(frame, sights)}
            visited |= passed
            keys += passed
        self.keys = list(dict.fromkeys([*keys, *ends]))
        self._index = {key: index for index, key in enumerate(self.keys)}
        n = len(self.keys)
        self.travel = np.full((n, n), UNREACHABLE, dtype=np.int64)
        self.rides, self.waits = (np.zeros((n, n), dtype=np.bool_) for _ in range(2))
        self.notes: dict[LocalizedText, None] = {}
        hops: list[list[Hop | None]] = [[None] * n for _ in range(n)]
        for stay in {stay.id: stay for stay in request.cities}.values():
            members = [index for index, (_, city) in enumerate(self.keys) if city == stay.id]
            if not members:
                continue
            keyed = [self.keys[index] for index in members]
            points, there = [key[0] for key in keyed], [visited.get(key) for key in keyed]
            dates = [frame.date for frame in frames if frame.stay.id == stay.id]
            matrix = legs_among(points, there, stay, legs, known, riders=riders_of(request, stay, dates))
            if (drive := drives.get(stay.id)) is not None:
                ends_of_drive = [members.index(self._index[end, stay.id]) for end in (drive.origin, drive.destination)]
                passed_rows = [row for row, sight in enumerate(there) if sight is not None and sight.city != stay.id]
                matrix = at_known_road_speed(matrix, drive, ends_of_drive, passed_rows)
            for trip in {frame.trip.city.id: frame.trip for frame in frames if frame.trip}.values():
                if trip.base == stay.id:
                    matrix = self._with_day_trip(matrix, trip, keyed, there, request, frames, legs, known)
            self.travel[np.ix_(members, members)] = matrix.minutes
            for row, a in enumerate(members):
                for column, b in enumerate(members):
                    self.rides[a, b] = matrix.modes[row][column] != "walk"
                    self.waits[a, b] = matrix.modes[row][column] in WAITED_FOR
                    hops[a][b] = matrix.hop(row, column)
            self.notes.update(dict.fromkeys(matrix.notes))
        self.hops = tuple(tuple(row) for row in hops)

    def _with_day_trip(
        self,
        matrix: LegMatrix,
        trip: DayTrip,
        keyed: Sequence[tuple[Point, str]],
        there: Sequence[Sight | None],
        request: PlanRequest,
        frames: Sequence[DayFrame],
        legs: LegProvider,
        known: Sequence[Sight],
    ) -> LegMatrix:
        """The legs of a stay with those of its trips to that city. `keyed`: its places, `there` their sights."""
        rows = [row for row, sight in enumerate(there) if sight is not None and sight.excursion == trip.city.id]
        if not rows:
            return matrix
        points = [*(keyed[row][0] for row in rows), centre_of(trip.city)]
        inner = legs_among(points, [*(there[row] for row in rows), None], trip.city, legs, known)
        days = [frame for frame in frames if frame.trip and frame.trip.city.id == trip.city.id]
        ends = {keyed.index((end, trip.base)): end for day in days for end in (day.origin, day.destination)}
        journeys = {row: journey(legs, end, trip, request.way) for row, end in ends.items()}
        return with_journeys(matrix, rows, inner, journeys)

    def index(self, point: Point, city: str) -> int:
        """Return the row of the point in that city."""
        return self._index[(point, city)]

    def of(self, sight: Sight) -> int:
        """Return the number of a sight's place."""
        return self.index(_point_of(sight), sight.city)

    def of_node(self, node: Node) -> int:
        """Return the number of the place of a node's sight, on the drive to another city where it is visited there."""
        if node.sight is None:
            raise ValueError("no sight")
        return self.index(_point_of(node.sight), node.via or node.sight.city)

    def starts(self, frames: Sequence[DayFrame]) -> list[int]:
        """Return the places where days begin, the hotel where one drives there on the day."""
        return sorted({self.index(frame.home, frame.stay.id) for frame in frames})

    def ends(self, frames: Sequence[DayFrame]) -> list[int]:
        """Return the places where days end."""
        return sorted({self.index(frame.destination, frame.stay.id) for frame in frames})


def _point_of(sight: Sight) -> Point:
    return Point(sight.name, sight.lat, sight.lon)


def legs_among(
    points: Sequence[Point],
    sights: Sequence[Sight | None],
    stay: CityStay,
    legs: LegProvider,
    known: Sequence[Sight] = (),
    *,
    riders: Riders | None = NOBODY,
) -> LegMatrix:
    """Return the legs among the points of a stay, each from where one leaves the sight that is there.

    `sights`: the sight at each point, None where there is none. `known`: sights by which the ground of a place is
    known; `riders`: who would go by coach, None: one drives.
    """
    exits = {number: (sight, sight.exit) for number, sight in enumerate(sights) if sight and sight.exit}
    grounds = [ground_of(point, stay, sight, known) for point, sight in zip(points, sights, strict=True)]
    outside = [_ground_outside(exit, sight, stay, known) for sight, exit in exits.values()]
    ends = [exit for _, exit in exits.values()]
    matrix = legs.matrix([*points, *ends], stay.size)
    if riders is not None:
        matrix = by_coach(matrix, [*grounds, *outside], riders)
    matrix = with_local_transport(matrix, [*grounds, *outside], own_car=riders is None)
    return matrix.leaving_from({number: len(points) + k for k, number in enumerate(exits)}, len(points))


def riders_of(request: PlanRequest, stay: CityStay, dates: Collection[date]) -> Riders | None:
    """Return who goes by coach in a stay on these days; None: they have a car."""
    return None if request.way == "car" else Riders(request.travellers, float(stay.taxi_km), dates)


def _ground_outside(point: Point, sight: Sight, stay: CityStay, known: Sequence[Sight]) -> Ground:
    """What ground the exit of a sight lies on: that of another one beside it, else that of the sight itself."""
    others = [each for each in known if each.city == stay.id and each.id != sight.id]
    return ground_of(point, stay, _nearest(point, others, BESIDE_KM) or sight)


def ground_of(point: Point, stay: CityStay, sight: Sight | None = None, known: Sequence[Sight] = ()) -> Ground:
    """Return the ground that a place of that stay lies on.

    A place of one's own, or one to sleep out of town, lies on that of the nearest sight `known`, where it is near it,
    else on that of the town or of its suburbs.
    """
    within = BASE_KM if any(point == base.place for base in stay.bases) else BESIDE_KM
    sight = sight or _nearest(point, [each for each in known if each.city == stay.id], within)
    away = km_between([point, stay])[0, 1]
    if sight is None:
        return Ground(in_town=bool(away <= SUBURBS_RADIUS_KM))
    in_town = bool(away <= TOWN_RADIUS_KM)
    return Ground(sight.area, sight.crossing, sight.station, in_town, sight.rail_minutes, sight.on_foot, sight.coach)


def _nearest(point: Point, known: Sequence[Sight], within: float) -> Sight | None:
    """The nearest of the sights, where it is within so many kilometres."""
    if not known:
        return None
    away = km_between([point, *known])[0, 1:]
    nearest = int(away.argmin())
    return known[nearest] if away[nearest] <= within else None


def beside(places: Places, sights: Sequence[Sight]) -> Ints:
    """Return for every sight those that adjoin it or lie in the same area, -1 where there are no more: (S, B)."""
    at = [places.of(sight) for sight in sights]
    walks = (places.travel[np.ix_(at, at)] <= ADJOINING_MINUTES) & ~places.rides[np.ix_(at, at)]
    walks |= np.array(
        [[bool(one.area) and one.area == other.area for other in sights] for one in sights], dtype=np.bool_
    )
    np.fill_diagonal(walks, val=False)
    return _table(walks)


def mates(places: Places, frames: Sequence[DayFrame], sights: Sequence[Sight]) -> Ints:
    """Return for every sight those that it is best seen with, -1 where there are no more: (S, M).

    That is what one goes on to from it, and of what lies far out that to which it is no more than half as far as to
    where the days start.
    """
    at = [places.of(sight) for sight in sights]
    starts = places.starts(frames)
    between, away = places.travel[np.ix_(at, at)], places.travel[np.ix_(starts, at)].min(axis=0)
    out = np.minimum(away[:, None], away)
    onward = np.array([[one.onward == other.id for other in sights] for one in sights], dtype=np.bool_)
    onward = onward.reshape(len(sights), len(sights))
    related = onward | onward.T | ((out >= FAR_MINUTES) & (2 * between <= out) & (out < UNREACHABLE))
    np.fill_diagonal(related, val=False)
    return _table(related)


def gates(places: Places, frames: Sequence[DayFrame], sights: Sequence[Sight]) -> Ints:
    """Return for every sight those that lie behind the same gate, -1 where there are no more: (S, E).

    A gate far from where the days start, of one area or on one ticket; none of those that together are too much for a
    day.
    """
    away = places.travel[np.ix_(places.starts(frames), [places.of(sight) for sight in sights])].min(axis=0)
    names = [sight.area or sight.shared_ticket or sight.id for sight in sights]
    minutes: dict[tuple[str, str], int] = {}
    for sight, name in zip(sights, names, strict=True):
        minutes[sight.city, name] = minutes.get((sight.city, name), 0) + sight.minutes
    behind = np.array(
        [
            f"{sight.city}/{name}" if far and minutes[sight.city, name] <= DAY_BEHIND_GATE else ""
            for sight, name, far in zip(sights, names, (away >= FAR_MINUTES) & (away < UNREACHABLE), strict=True)
        ],
        dtype=np.str_,
    )
    alike = (behind[:, None] == behind) & (behind != "")
    np.fill_diagonal(alike, val=False)
    return _table(alike)


def on_ticket(sights: Sequence[Sight]) -> Ints:
    """Return for every sight those that are entered on its ticket where that may run out: (S, T).

    -1 where there are no more.
    """
    tickets = np.array([sight.shared_ticket or sight.id for sight in sights], dtype=np.str_)
    runs_out = np.array([sight.ticket_days > 0 for sight in sights], dtype=np.bool_)
    shared = (tickets[:, None] == tickets) & runs_out[:, None]
    np.fill_diagonal(shared, val=False)
    return _table(shared)


def _table(related: npt.NDArray[np.bool_]) -> Ints:
    """For every row the columns that are true, -1 where there are no more; one row at least."""
    found = [np.flatnonzero(row) for row in related]
    table = np.full((max(len(found), 1), max((len(row) for row in found), default=0)), -1, dtype=np.int64)
    for row, others in enumerate(found):
        table[row, : len(others)] = others
    return table


def leg_prices(places: Places, frames: Sequence[DayFrame], sights: Sequence[Sight], *, tiring: bool = False) -> Ints:
    """Return the price of each leg, (L, L).

    That is its minutes, a little for every ride, and the way out of town again unless it is the day's first: one goes
    far out in the morning and works one's way back. Going from where one comes out of a sight back to it costs more,
    and so does going back to one before that. `tiring`: long ways are hard on somebody.
    """
    times, share = (TIRING, 1.0) if tiring else (1, LONG_SHARE)
    felt = places.travel - (1 - share) * np.maximum(places.travel - LONG_MINUTES, 0)
    price = (times * felt + np.where(places.rides, RIDE_MINUTES, 0)) * MINUTE_PRICE
    starts, ends = places.starts(frames), places.ends(frames)
    away = np.maximum(places.travel[starts].min(axis=0), NEAR_MINUTES)
    further = np.maximum(away[None, :] - away[:, None], 0) * MINUTE_PRICE
    further[starts, :] = 0
    further[:, ends] = 0
    at = {sight.id: places.of(sight) for sight in sights}
    onward = {sight.id: sight.onward for sight in sights if sight.onward in at}
    for sight in onward:
        further[at[sight], at[onward[sight]]] -= ONWARD_PRICE
        for later in _chain(onward, sight):
            further[at[later], at[sight]] += BACKWARD_PRICE
    return np.asarray(np.where(places.travel < UNREACHABLE, price + further, price), dtype=np.int64)


def _chain(onward: Mapping[str, str], sight: str) -> Iterator[str]:
    """The sights that one goes on to from that one, one after another."""
    seen = {sight}
    while (sight := onward.get(sight, "")) and sight not in seen:
        seen.add(sight)
        yield sight
