"""The problem: days, sights and wishes turned into the arrays of the search.

Nodes are the candidate sights (each by itself, and once more with lunch on site when it is long or far out), then the
bookings, then two meals a day. A sight's windows on a day are its opening hours cut to its best hours (taste.py),
shortened by the visit or the last entry, empty on the days of another city or pin. A demanded sight has a bonus above
all others.

Three instances differ in these windows only: the one that is searched keeps outdoor sights off the rainy days, the one
that is filled up does not, and the plain one knows nothing but opening hours.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from travelagent.planning.arrays import Instance, Plan, empty_plan
from travelagent.planning.changes import booking_id
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window, daylight, windows_of
from travelagent.planning.search import refresh
from travelagent.planning.taste import MINUTE_WORTH, preferred, worth
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
MINUTE_PRICE = round(MINUTE_WORTH * SCALE)
"""Price of a minute on the way."""
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
LOYALTY = 4.0
"""Worth of not taking a sight out of a day that is planned anew."""
ADJOINING_MINUTES, APART_PRICE = 15, 6_000
"""Sights so near on foot adjoin: one sees them one after another, and what it costs to see two on different days."""
SETTINGS = (
    VARIETY_PRICE, 6, 6, CROWDING_PRICE, EMPTY_DAY_PRICE, WAIT_PRICE, SLACK_WANTED, SLACK_PRICE, 0, 2, APART_PRICE,
)  # fmt: skip
ON_SITE_MARGIN = 15
"""A lunch on site lies at least this long after the visit's begin and before its end."""


class BookingsClash(Exception):
    """A booking, by its number from 0, lies outside its day or cannot be kept beside the others."""


@dataclass(frozen=True, slots=True)
class Node:
    """What a node of the search stands for: a sight (`sight`), a booking (`booking`) or a meal (neither)."""

    sight: Sight | None = None
    booking: int | None = None
    on_site: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """The arrays, what their rows mean, and the plan that holds only what is fixed.

    `instance` is searched, `filling` filled up, `plain` explained and settled with; `leg_notes` is said of the legs.
    """

    request: PlanRequest
    frames: tuple[DayFrame, ...]
    sights: tuple[Sight, ...]
    nodes: tuple[Node, ...]
    hops: tuple[tuple[Hop | None, ...], ...]
    instance: Instance
    filling: Instance
    plain: Instance
    initial: Plan
    leg_notes: tuple[LocalizedText, ...] = ()

    def without_taste(self) -> Problem:
        """The same problem with nothing but the opening hours."""
        return dataclasses.replace(self, instance=self.plain, filling=self.plain)


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands of a plan when some of its days are planned anew.

    `settled`: sights and bookings (`fixed/N`) on days that stay as they are. `loyal`: sight to the day it stays on, or
    is given up, unless it is demanded; None: it was in the plan and may be on any day.
    """

    settled: frozenset[str] = frozenset()
    loyal: Mapping[str, int | None] = field(default_factory=dict)


NOTHING_STANDS = Standing()


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
    standing: Standing = NOTHING_STANDS,
) -> Problem:
    """Turn a checked request into a problem over these days. Raises BookingsClash when the bookings cannot be kept."""
    chosen = tuple(sight for sight in candidates(request, sights) if sight.id not in standing.settled)
    bookings = [index for index in range(len(request.fixed)) if booking_id(index) not in standing.settled]
    places = _Places(request, frames, chosen, legs)
    nodes = [Node(sight=sight) for sight in chosen]
    nodes += [Node(sight=sight, on_site=True) for sight in chosen if _feeds(request, frames, places, sight)]
    movable = len(nodes)
    nodes += [Node(booking=index) for index in bookings]
    first_meal = len(nodes)
    nodes += [Node() for _ in range(2 * len(frames))]
    number = {sight.id: index for index, sight in enumerate(chosen)}
    table = _node_table(request, frames, nodes, number, places, standing)
    windowing = _Windowing(request, frames, nodes, standing)
    open_hours, best_hours = windowing.table(with_taste=False), windowing.table(with_taste=True)
    usable = np.flatnonzero(open_hours["windows"][:, :movable].sum(axis=0) > 0)
    pinned = {pin.sight: pin for pin in request.pinned}
    caps = [max(PACES[request.pace].visits, sum(pin.day == frame.day for pin in pinned.values())) for frame in frames]
    nearby = np.maximum(table["place"], 0)
    filling = Instance(
        travel=places.travel,
        price=_price(places, frames),
        day_start=_ints(frame.start for frame in frames),
        day_end=_ints(frame.end for frame in frames),
        origin=_ints(places.index(frame.origin, frame.stay.id) for frame in frames),
        destination=_ints(places.index(frame.destination, frame.stay.id) for frame in frames),
        cap=_ints(caps),
        meal_node=_ints((-1, first_meal + 2 * day, first_meal + 2 * day + 1) for day in range(len(frames))).reshape(
            len(frames), 3
        ),
        near=nearest(places.travel, nearby, usable, 40),
        beside=_beside(places, chosen),
        orders=sorted_orders(
            usable,
            table["profit"],
            table["duration"],
            best_hours["closes"].max(axis=(0, 2)),
            places.travel[places.index(frames[0].origin, frames[0].stay.id)][nearby],
        ),
        settings=_ints(SETTINGS),
        **best_hours,
        **table,
    )
    width = max(caps) + len(request.fixed) + 3
    initial = empty_plan(len(frames), width, max(len(chosen), 1), int(filling.group.max(initial=0)) + 1)
    _place_fixed(request, filling, initial, {index: movable + at for at, index in enumerate(bookings)})
    rainy = filling._replace(**windowing.table(with_taste=True, with_rain=True)) if request.rainy_days else filling
    plain = filling._replace(**open_hours)
    return Problem(
        request, frames, chosen, tuple(nodes), places.hops, rainy, filling, plain, initial, tuple(places.notes)
    )


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
        self.notes: dict[LocalizedText, None] = {}
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
                        bool(matrix.estimated[row, column]),
                    )
            self.notes.update(dict.fromkeys(matrix.notes))
        self.hops = tuple(tuple(row) for row in hops)

    def index(self, point: Point, city: str) -> int:
        return self._index[(point, city)]


def _beside(places: _Places, sights: Sequence[Sight]) -> Ints:
    """(S, B): for every sight those that adjoin it, -1 where there are no more."""
    at = [places.index(Point(sight.name, sight.lat, sight.lon), sight.city) for sight in sights]
    walks = (places.travel[np.ix_(at, at)] <= ADJOINING_MINUTES) & ~places.rides[np.ix_(at, at)]
    np.fill_diagonal(walks, val=False)
    found = [np.flatnonzero(row) for row in walks]
    table = np.full((max(len(sights), 1), max((len(row) for row in found), default=0)), -1, dtype=np.int64)
    for row, others in enumerate(found):
        table[row, : len(others)] = others
    return table


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
    standing: Standing,
) -> dict[str, Ints]:
    """The arrays with one entry a node."""
    meal_minutes = PACES[request.pace].meal_minutes
    demanded = {*request.must_see, *(pin.sight for pin in request.pinned)}
    groups: dict[tuple[str, str], int] = {}
    city_of_booking = _cities_of_bookings(request, frames)
    dearness = _dearness([node.sight for node in nodes if node.sight is not None])
    names = ("place", "duration", "profit", "sight", "group", "meal", "replaces")
    table: dict[str, list[int]] = {name: [] for name in names}
    meals = 0
    for node in nodes:
        if node.sight is not None:
            sight = node.sight
            merit = worth(sight, request.interests) - request.thrift * dearness[sight.id]
            merit += LOYALTY if sight.id in standing.loyal else 0.0
            profit = round(max(merit, 0.0) * SCALE) + (DEMANDED if sight.id in demanded else 0)
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


def _dearness(sights: Sequence[Sight]) -> dict[str, float]:
    """Each sight's ticket as a multiple of its city's usual one (the mean of those that cost something)."""
    paid: dict[str, list[float]] = {}
    for sight in sights:
        if sight.price:
            paid.setdefault(sight.city, []).append(float(sight.price))
    usual = {city: sum(prices) / len(prices) for city, prices in paid.items()}
    return {sight.id: float(sight.price) / usual[sight.city] if sight.price else 0.0 for sight in sights}


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

    city_of_day = {frame.day: frame.stay.id for frame in frames}
    return [
        city_of_day[booking.day]
        if booking.day in city_of_day
        else min(request.cities, key=lambda stay: squared(booking, stay.lat, stay.lon)).id
        for booking in request.fixed
    ]


class _Windowing:
    """The windows of every node on every day."""

    def __init__(
        self, request: PlanRequest, frames: tuple[DayFrame, ...], nodes: list[Node], standing: Standing
    ) -> None:
        self.request, self.frames, self.nodes, self.standing = request, frames, nodes, standing
        self.pins = {pin.sight: pin for pin in request.pinned}
        self.cities = _cities_of_bookings(request, frames)
        self.first_meal = len(nodes) - 2 * len(frames)
        self.demanded = {*request.must_see, *self.pins}

    def table(self, *, with_taste: bool, with_rain: bool = False) -> dict[str, Ints]:
        """`opens` and `closes` of every node on every day, (D, N, K), the latter the latest start; `windows` (D, N)."""
        rows = [self._row(index, frame, with_taste, with_rain) for index, frame in enumerate(self.frames)]
        most = max((len(found) for row in rows for found in row), default=1) or 1
        opens = np.zeros((len(rows), len(self.nodes), most), dtype=np.int64)
        closes = np.zeros_like(opens)
        count = np.zeros((len(rows), len(self.nodes)), dtype=np.int64)
        for day, row in enumerate(rows):
            for index, found in enumerate(row):
                count[day, index] = len(found)
                for k, (begin, last) in enumerate(found):
                    opens[day, index, k], closes[day, index, k] = begin, last
        return {"opens": opens, "closes": closes, "windows": count}

    def _row(self, index: int, frame: DayFrame, with_taste: bool, with_rain: bool) -> list[list[Window]]:
        sun = daylight(frame.stay.lat, frame.stay.lon, frame.date) if with_taste else None
        row: list[list[Window]] = []
        for node in self.nodes:
            if node.sight is not None:
                wet = with_rain and frame.day in self.request.rainy_days and not node.sight.indoor
                row.append([] if wet or self._away(node.sight, frame) else self._starts(frame, node, sun))
            elif node.booking is not None:
                booking = self.request.fixed[node.booking]
                here = booking.day in (None, frame.day) and self.cities[node.booking] == frame.stay.id
                row.append([(booking.start, booking.start)] if here else [])
            else:
                row.append([])
        meal = PACES[self.request.pace].meal_minutes
        if frame.start + meal <= LUNCH_WINDOW[1] <= frame.end:
            row[self.first_meal + 2 * index] = [(LUNCH_WINDOW[0], LUNCH_WINDOW[1] - meal)]
        if frame.start <= DINNER_WINDOW[0] and frame.end >= DINNER_FROM + 2 * meal:
            row[self.first_meal + 2 * index + 1] = [(DINNER_FROM, DINNER_WINDOW[1] - meal)]
        return row

    def _away(self, sight: Sight, frame: DayFrame) -> bool:
        """Whether the sight is bound to another day."""
        return sight.id not in self.demanded and self.standing.loyal.get(sight.id) not in (None, frame.day)

    def _starts(self, frame: DayFrame, node: Node, sun: Window | None) -> list[Window]:
        sight = node.sight
        return list(starts_of(self.request, frame, node, self.pins.get(sight.id), sun)) if sight else []


def refused_on(request: PlanRequest, day: int, sight: Sight) -> bool:
    """Whether the sight is of what is not wanted on that day."""
    terms = {refusal.term for refusal in request.avoid_on if refusal.day == day}
    return bool(terms & {sight.id, sight.category, *sight.tags})


def starts_of(
    request: PlanRequest, frame: DayFrame, node: Node, pin: Pin | None, sun: Window | None
) -> Iterator[Window]:
    """The (earliest, latest) starts of a sight's visit on that day."""
    sight = node.sight
    if sight is None or sight.city != frame.stay.id or (pin and pin.day not in (None, frame.day)):
        return
    if refused_on(request, frame.day, sight) and not (pin and pin.day == frame.day):
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


def _place_fixed(request: PlanRequest, inst: Instance, plan: Plan, bookings: Mapping[int, int]) -> None:
    """Put bookings (number to node) and meals into the empty plan: a booking on its day or the first to hold it."""
    days = len(inst.day_start)
    held: list[list[int]] = [[] for _ in range(days)]
    for day in range(days):
        _arrange(inst, plan, day, [])
    for index in sorted(bookings, key=lambda i: (request.fixed[i].day is None, request.fixed[i].start)):
        node = bookings[index]
        for day in range(days):
            if not inst.windows[day, node]:
                continue
            attempt = sorted([*held[day], node], key=lambda n: int(inst.opens[day, n, 0]))
            if _arrange(inst, plan, day, attempt):
                held[day] = attempt
                break
            _arrange(inst, plan, day, held[day])
        else:
            raise BookingsClash(index)


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
