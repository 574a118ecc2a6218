"""The problem: days, sights and wishes turned into the arrays of the search.

Nodes are the candidate sights (each by itself, and once more with lunch on site when it is long or far out), then the
bookings, then two meals a day. A sight's windows on a day are its opening hours cut to its best hours (taste.py),
shortened by the visit or the last entry, empty on the days of another city or pin. A demanded sight has a bonus above
all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from travelagent.planning.arrays import Instance, Plan, empty_plan
from travelagent.planning.errors import Infeasible
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window, daylight, windows_of
from travelagent.planning.search import refresh
from travelagent.planning.taste import preferred, worth
from travelagent.planning.travel import Hop, LegProvider
from travelagent.planning.values import (
    DINNER_WINDOW,
    LUNCH_WINDOW,
    ON_SITE_MINUTES,
    PACES,
    FixedVisit,
    LocalizedText,
    Pin,
    PlanRequest,
    Point,
    Sight,
)

Ints = npt.NDArray[np.int64]
LUNCH, DINNER = 1, 2
SCALE = 10_000
"""Profit of one unit of worth."""
MINUTE_PRICE = 330
"""Price of a minute on the way: an hour costs a little more worth than a sight of score 6 has."""
LONG_MINUTES, LONG_SHARE = 60, 0.5
"""The minutes of a leg beyond the first so many cost this share: one looks out of the window."""
RIDE_MINUTES = 5
"""What getting on and off a bus or a taxi is worth in minutes, beyond the time it takes."""
NEAR_MINUTES = 30
"""Going further out than this later in the day than the first thing costs that way twice."""
VARIETY_PRICE = 2_500
DEMANDED = 10**9
UNREACHABLE = 10**5
FILL_MINUTES = 90
"""What still fits is added when it lengthens the way by no more than this."""
REMOTE_MINUTES = 60
"""Where every way takes at least this long one eats there, too, if that makes the stay a long one."""
WHOLE_DAY_MINUTES = 300
"""From this length on a visit's usual minutes include the lunch."""
DINNER_FROM = DINNER_WINDOW[0] + 60
CROWDING_PRICE = 400
EMPTY_DAY_PRICE = 250_000
WAIT_PRICE = 250
"""Price of a minute of waiting beyond the first quarter of an hour."""
SLACK_WANTED, SLACK_PRICE = 20, 800
"""Minutes a day should have to spare, and the price of each that is missing."""
SETTINGS = (VARIETY_PRICE, 6, 6, CROWDING_PRICE, EMPTY_DAY_PRICE, WAIT_PRICE, SLACK_WANTED, SLACK_PRICE, 0)
ON_SITE_MARGIN = 15
"""A lunch on site lies at least this long after the visit's begin and before its end."""


@dataclass(frozen=True, slots=True)
class Node:
    """What a node of the search stands for: a sight (`sight`), a booking (`booking`) or a meal (neither)."""

    sight: Sight | None = None
    booking: int | None = None
    on_site: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """The arrays, what their rows mean, and the plan that holds only what is fixed."""

    request: PlanRequest
    frames: tuple[DayFrame, ...]
    sights: tuple[Sight, ...]
    nodes: tuple[Node, ...]
    hops: tuple[tuple[Hop | None, ...], ...]
    instance: Instance
    initial: Plan


def candidates(request: PlanRequest, sights: Sequence[Sight]) -> tuple[Sight, ...]:
    """The sights of the trip's cities that are not avoided (what is demanded by name always stays)."""
    cities = {stay.id for stay in request.cities}
    demanded = {*request.must_see, *(pin.sight for pin in request.pinned)}
    avoided = set(request.avoid)
    return tuple(
        sight
        for sight in sights
        if sight.city in cities and (sight.id in demanded or not avoided & {sight.id, sight.category, *sight.tags})
    )


def build(
    request: PlanRequest,
    frames: tuple[DayFrame, ...],
    sights: Sequence[Sight],
    legs: LegProvider,
    *,
    with_taste: bool = True,
) -> Problem:
    """Turn a checked request into a problem. Raises Infeasible when the bookings alone clash."""
    chosen = candidates(request, sights)
    places = _Places(request, frames, chosen, legs)
    nodes = [Node(sight=sight) for sight in chosen]
    nodes += [Node(sight=sight, on_site=True) for sight in chosen if _feeds(request, frames, places, sight)]
    movable = len(nodes)
    nodes += [Node(booking=index) for index in range(len(request.fixed))]
    nodes += [Node() for _ in range(2 * len(frames))]
    number = {sight.id: index for index, sight in enumerate(chosen)}
    table = _node_table(request, frames, nodes, number, places)
    opens, closes, windows = _windows(request, frames, nodes, with_taste=with_taste)
    usable = np.flatnonzero(windows[:, :movable].sum(axis=0) > 0)
    pinned = {pin.sight: pin for pin in request.pinned}
    caps = [max(PACES[request.pace].visits, sum(pin.day == frame.day for pin in pinned.values())) for frame in frames]
    nearby = np.maximum(table["place"], 0)
    instance = Instance(
        travel=places.travel,
        price=_price(places, frames),
        opens=opens,
        closes=closes,
        windows=windows,
        day_start=_ints(frame.start for frame in frames),
        day_end=_ints(frame.end for frame in frames),
        origin=_ints(places.index(frame.origin, frame.stay.id) for frame in frames),
        destination=_ints(places.index(frame.destination, frame.stay.id) for frame in frames),
        cap=_ints(caps),
        meal_node=_ints(
            (-1, movable + len(request.fixed) + 2 * day, movable + len(request.fixed) + 2 * day + 1)
            for day in range(len(frames))
        ).reshape(len(frames), 3),
        near=nearest(places.travel, nearby, usable, 40),
        orders=sorted_orders(
            usable,
            table["profit"],
            table["duration"],
            closes.max(axis=(0, 2)),
            places.travel[places.index(frames[0].origin, frames[0].stay.id)][nearby],
        ),
        settings=_ints(SETTINGS),
        **table,
    )
    width = max(caps) + len(request.fixed) + 3
    initial = empty_plan(len(frames), width, max(len(chosen), 1), int(instance.group.max(initial=0)) + 1)
    _place_fixed(request, frames, instance, initial, movable)
    return Problem(request, frames, chosen, tuple(nodes), places.hops, instance, initial)


def _ints(values: Any) -> Ints:
    return np.array(list(values), dtype=np.int64)


class _Places:
    """All places of the trip with the legs among those of the same city."""

    def __init__(
        self, request: PlanRequest, frames: tuple[DayFrame, ...], sights: tuple[Sight, ...], legs: LegProvider
    ) -> None:
        ends = [(end, frame.stay.id) for frame in frames for end in (frame.origin, frame.destination)]
        keys = [(Point(sight.name, sight.lat, sight.lon), sight.city) for sight in sights]
        keys += [
            (Point(booking.name, booking.lat, booking.lon), stay.id)
            for booking in request.fixed
            for stay in request.cities
        ]
        self.keys = list(dict.fromkeys([*keys, *ends]))
        self._index = {key: index for index, key in enumerate(self.keys)}
        n = len(self.keys)
        self.travel = np.full((n, n), UNREACHABLE, dtype=np.int64)
        self.rides = np.zeros((n, n), dtype=np.bool_)
        hops: list[list[Hop | None]] = [[None] * n for _ in range(n)]
        for stay in request.cities:
            members = [index for index, (_, city) in enumerate(self.keys) if city == stay.id]
            matrix = legs.matrix([self.keys[index][0] for index in members], stay.size)
            self.travel[np.ix_(members, members)] = matrix.minutes
            for row, a in enumerate(members):
                for column, b in enumerate(members):
                    self.rides[a, b] = matrix.modes[row][column] != "walk"
                    hops[a][b] = Hop(
                        matrix.modes[row][column],
                        int(matrix.minutes[row, column]),
                        float(matrix.km[row, column]),
                        matrix.estimated,
                    )
        self.hops = tuple(tuple(row) for row in hops)

    def index(self, point: Point, city: str) -> int:
        return self._index[(point, city)]


def _price(places: _Places, frames: tuple[DayFrame, ...]) -> Ints:
    """What each leg costs: its minutes, a little for every ride, and the way out of town again unless it is the day's
    first: one goes far out in the morning and works one's way back."""
    felt = places.travel - (1 - LONG_SHARE) * np.maximum(places.travel - LONG_MINUTES, 0)
    price = (felt + np.where(places.rides, RIDE_MINUTES, 0)) * MINUTE_PRICE
    starts = sorted({places.index(frame.origin, frame.stay.id) for frame in frames})
    ends = sorted({places.index(frame.destination, frame.stay.id) for frame in frames})
    away = np.maximum(places.travel[starts].min(axis=0), NEAR_MINUTES)
    further = np.maximum(away[None, :] - away[:, None], 0) * MINUTE_PRICE
    further[starts, :] = 0
    further[:, ends] = 0
    return np.asarray(np.where(places.travel < UNREACHABLE, price + further, price), dtype=np.int64)


def _node_table(
    request: PlanRequest,
    frames: tuple[DayFrame, ...],
    nodes: list[Node],
    number: dict[str, int],
    places: _Places,
) -> dict[str, Ints]:
    """The arrays with one entry a node."""
    meal_minutes = PACES[request.pace].meal_minutes
    demanded = {*request.must_see, *(pin.sight for pin in request.pinned)}
    groups: dict[tuple[str, str], int] = {}
    city_of_booking = _cities_of_bookings(request, frames)
    names = ("place", "duration", "profit", "sight", "group", "meal", "replaces")
    table: dict[str, list[int]] = {name: [] for name in names}
    meals = 0
    for node in nodes:
        if node.sight is not None:
            sight = node.sight
            profit = round(worth(sight, request.interests) * SCALE) + (DEMANDED if sight.id in demanded else 0)
            row = (
                places.index(Point(sight.name, sight.lat, sight.lon), sight.city),
                on_site_minutes(sight, meal_minutes) if node.on_site else sight.minutes,
                profit,
                number[sight.id],
                groups.setdefault((sight.city, sight.category), len(groups)),
                0,
                LUNCH if node.on_site else 0,
            )
        elif node.booking is not None:
            booking = request.fixed[node.booking]
            where = places.index(Point(booking.name, booking.lat, booking.lon), city_of_booking[node.booking])
            row = (where, booking.minutes, 0, -1, 0, 0, 0)
        else:
            row = (-1, meal_minutes, 0, -1, 0, LUNCH + meals % 2, 0)
            meals += 1
        for name, value in zip(names, row, strict=True):
            table[name].append(value)
    return {name: np.array(values, dtype=np.int64) for name, values in table.items()}


def on_site_minutes(sight: Sight, meal_minutes: int) -> int:
    """The length of a visit with lunch inside."""
    return sight.minutes if sight.minutes >= WHOLE_DAY_MINUTES else sight.minutes + meal_minutes


def _feeds(request: PlanRequest, frames: tuple[DayFrame, ...], places: _Places, sight: Sight) -> bool:
    """Whether one may have lunch there: where one stays long, or far out where there is nothing else."""
    if sight.minutes >= ON_SITE_MINUTES:
        return True
    here = places.index(Point(sight.name, sight.lat, sight.lon), sight.city)
    starts = [places.index(frame.origin, frame.stay.id) for frame in frames if frame.stay.id == sight.city]
    remote = bool(starts) and int(places.travel[starts, here].min()) >= REMOTE_MINUTES
    return remote and on_site_minutes(sight, PACES[request.pace].meal_minutes) >= ON_SITE_MINUTES


def _cities_of_bookings(request: PlanRequest, frames: tuple[DayFrame, ...]) -> list[str]:
    """The city each booking is reached from: that of its day, else the nearest of the trip."""

    def squared(booking: FixedVisit, lat: float, lon: float) -> float:
        return (booking.lat - lat) ** 2 + (booking.lon - lon) ** 2

    return [
        frames[booking.day - 1].stay.id
        if booking.day is not None
        else min(request.cities, key=lambda stay: squared(booking, stay.lat, stay.lon)).id
        for booking in request.fixed
    ]


def _windows(
    request: PlanRequest, frames: tuple[DayFrame, ...], nodes: list[Node], *, with_taste: bool
) -> tuple[Ints, Ints, Ints]:
    """Opening and latest start of every node on every day: (D, N, K), (D, N, K) and the count (D, N)."""
    pins = {pin.sight: pin for pin in request.pinned}
    cities = _cities_of_bookings(request, frames)
    rows: list[list[list[Window]]] = []
    for frame in frames:
        sun = daylight(frame.stay.lat, frame.stay.lon, frame.date)
        row: list[list[Window]] = []
        for node in nodes:
            if node.sight is not None:
                row.append(list(starts_of(request, frame, node, pins.get(node.sight.id), sun if with_taste else None)))
            elif node.booking is not None:
                booking = request.fixed[node.booking]
                here = booking.day in (None, frame.day) and cities[node.booking] == frame.stay.id
                row.append([(booking.start, booking.start)] if here else [])
            else:
                row.append([])
        rows.append(row)
    meal = PACES[request.pace].meal_minutes
    first_meal = len(nodes) - 2 * len(frames)
    for day, frame in enumerate(frames):
        if frame.start + meal <= LUNCH_WINDOW[1] <= frame.end:
            rows[day][first_meal + 2 * day] = [(LUNCH_WINDOW[0], LUNCH_WINDOW[1] - meal)]
        if frame.start <= DINNER_WINDOW[0] and frame.end >= DINNER_FROM + 2 * meal:
            rows[day][first_meal + 2 * day + 1] = [(DINNER_FROM, DINNER_WINDOW[1] - meal)]
    most = max((len(found) for row in rows for found in row), default=1) or 1
    opens = np.zeros((len(frames), len(nodes), most), dtype=np.int64)
    closes = np.zeros_like(opens)
    count = np.zeros((len(frames), len(nodes)), dtype=np.int64)
    for day, row in enumerate(rows):
        for index, found in enumerate(row):
            count[day, index] = len(found)
            for k, (begin, last) in enumerate(found):
                opens[day, index, k], closes[day, index, k] = begin, last
    return opens, closes, count


def starts_of(
    request: PlanRequest, frame: DayFrame, node: Node, pin: Pin | None, sun: Window | None
) -> Iterator[Window]:
    """The (earliest, latest) starts of a sight's visit on that day."""
    sight = node.sight
    if sight is None or sight.city != frame.stay.id or (pin and pin.day not in (None, frame.day)):
        return
    windows = windows_of(sight, frame.date)
    timed = pin is not None and pin.start is not None
    if sun is not None and not timed:
        windows = preferred(sight, windows, sun, frame.end)
    meal = PACES[request.pace].meal_minutes
    minutes = on_site_minutes(sight, meal) if node.on_site else sight.minutes
    for opens, closes in windows:
        first, last = opens, min(closes - minutes, _last_entry(sight, frame, closes))
        if node.on_site:
            first = max(first, LUNCH_WINDOW[0] + meal + ON_SITE_MARGIN - minutes)
            last = min(last, LUNCH_WINDOW[1] - meal - ON_SITE_MARGIN)
        if pin is not None and pin.start is not None:
            first, last = max(first, pin.start), min(last, pin.start)
        first, last = max(first, frame.start), min(last, frame.end - minutes)
        if first <= last:
            yield first, last


def _last_entry(sight: Sight, frame: DayFrame, closes: int) -> int:
    """The latest entry before that closing; a window cut by taste keeps the real closing's rule or a stricter one."""
    real = [end for begin, end in windows_of(sight, frame.date) if begin < closes <= end]
    return (real[0] if real else closes) - sight.last_entry_minutes


def _place_fixed(
    request: PlanRequest, frames: tuple[DayFrame, ...], inst: Instance, plan: Plan, first_booking: int
) -> None:
    """Put bookings and meals into the empty plan: bookings on their day or the first that holds them."""
    held: list[list[int]] = [[] for _ in frames]
    for day in range(len(frames)):
        _arrange(inst, plan, day, [])
    for index in sorted(
        range(len(request.fixed)), key=lambda i: (request.fixed[i].day is None, request.fixed[i].start)
    ):
        node = first_booking + index
        for day in range(len(frames)):
            if not inst.windows[day, node]:
                continue
            attempt = sorted([*held[day], node], key=lambda n: int(inst.opens[day, n, 0]))
            if _arrange(inst, plan, day, attempt):
                held[day] = attempt
                break
            _arrange(inst, plan, day, held[day])
        else:
            raise _booking_clash(request, index)


def _arrange(inst: Instance, plan: Plan, day: int, bookings: list[int]) -> bool:
    """Lay the day out with its bookings and as many of its meals as can be held."""
    meals = [int(inst.meal_node[day, kind]) for kind in (LUNCH, DINNER)]
    lunch, dinner = [node if inst.windows[day, node] else None for node in meals]
    for with_lunch, with_dinner in ((lunch, dinner), (lunch, None), (None, dinner), (None, None)):
        for at, later in product(range(len(bookings) + 1), repeat=2):
            if later < at:
                continue
            route = [
                *bookings[:at],
                *([with_lunch] if with_lunch is not None else []),
                *bookings[at:later],
                *([with_dinner] if with_dinner is not None else []),
                *bookings[later:],
            ]
            plan.route[day, : len(route)] = route
            plan.length[day] = len(route)
            if refresh(inst, plan, day):
                return True
    plan.length[day] = 0
    refresh(inst, plan, day)
    return False


def _booking_clash(request: PlanRequest, index: int) -> Infeasible:
    booking = request.fixed[index]
    others = tuple(f"fixed/{i + 1}" for i, other in enumerate(request.fixed) if i != index and other.day == booking.day)
    return Infeasible(
        LocalizedText(
            f"{booking.name.en} cannot be kept: it lies outside its day or clashes with another booking.",
            f"无法保留“{booking.name.zh}”：超出当天时间窗或与其他预订冲突。",
        ),
        (f"fixed/{index + 1}", *others),
        LocalizedText(f"Move or drop {booking.name.en}.", f"改动或取消“{booking.name.zh}”。"),
    )


def nearest(travel: Ints, place: Ints, candidates: Ints, count: int) -> Ints:
    """For every node the `count` candidate nodes nearest to it, nearest first (fewer if there are fewer)."""
    count = min(count, len(candidates))
    away = travel[np.ix_(np.maximum(place, 0), place[candidates])]
    return np.ascontiguousarray(candidates[np.argsort(away, axis=1, kind="stable")[:, :count]])


def sorted_orders(candidates: Ints, profit: Ints, duration: Ints, closes: Ints, distance: Ints) -> Ints:
    """The candidates in the orders of insertion: by profit, by profit for time, by closing, from far, from near."""
    density = profit[candidates] / (duration[candidates] + 1)
    keys = (-profit[candidates], -density, closes[candidates], -distance[candidates], distance[candidates])
    return np.array([candidates[np.argsort(key, kind="stable")] for key in keys], dtype=np.int64)
