"""When each stop can begin on each day: opening hours cut to the best hours, pins, last entries, meals, bookings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import get_args

import numpy as np
import numpy.typing as npt

from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window, daylight, windows_of
from travelagent.planning.places import Places
from travelagent.planning.rain import Rain, Shelter
from travelagent.planning.taste import preferred
from travelagent.planning.values import (
    MIDNIGHT,
    PACES,
    PARTS_OF_DAY,
    FixedVisit,
    MealKind,
    Pin,
    PlanRequest,
    Point,
    Sight,
)

Ints = npt.NDArray[np.int64]
LUNCH, DINNER = 1, 2
WHOLE_DAY_MINUTES = 300
"""From this length on a visit's usual minutes include the lunch."""
EVENING_OUT = 17 * 60
"""A day that lasts two meals longer than this has a dinner."""
DINNER_AFTER = 60
"""Dinner is planned from so many minutes on after its hours begin, where the day is long enough."""
LAST_FROM = 18 * 60
"""The day's last sight begins no earlier than this, where it is open then and the day is long enough."""
IN_ORDER_MARGIN = 30
"""Minutes of room for the begin of what is to be the day's first or last sight."""
ON_SITE_MARGIN = 15
"""A lunch on site lies at least this long after the visit's begin and before its end."""


@dataclass(frozen=True, slots=True)
class Node:
    """What a node of the search stands for: a sight (`sight`), a booking (`booking`) or a meal (neither)."""

    sight: Sight | None = None
    booking: int | None = None
    on_site: bool = False

    def minutes(self, meal_minutes: int) -> int:
        """The length of a sight's visit; 0 of anything else."""
        if self.sight is None:
            return 0
        return on_site_minutes(self.sight, meal_minutes) if self.on_site else self.sight.minutes


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands of a plan when some of its days are planned anew.

    `settled`: sights and bookings (`fixed/N`) on days that stay as they are. `loyal`: sight to the day it was on; it
    stays on it, or is given up, unless it is demanded or all are `free` to be on any day. `dry`: the cities with a dry
    day that stays as it is. `most`: the most sights that a day may have, where it is to be no fuller than before.
    """

    settled: frozenset[str] = frozenset()
    loyal: Mapping[str, int] = field(default_factory=dict)
    free: bool = False
    dry: frozenset[str] = frozenset()
    most: Mapping[int, int] = field(default_factory=dict)


NOTHING_STANDS = Standing()


class Windowing:
    """The windows of every node on every day."""

    def __init__(
        self,
        request: PlanRequest,
        frames: tuple[DayFrame, ...],
        nodes: list[Node],
        places: Places,
        standing: Standing,
    ) -> None:
        self.request, self.frames, self.nodes, self.standing = request, frames, nodes, standing
        self.places = places
        self.pins = {pin.sight: pin for pin in request.pinned}
        self.cities = cities_of_bookings(request, frames)
        self.first_meal = len(nodes) - 2 * len(frames)
        self.demanded = set(request.demanded)
        self.gates = {frame.day: self._gates(frame) for frame in frames}
        sights = [node.sight for node in nodes if node.sight is not None]
        self.shelter = Shelter(request, frames, sights, standing.loyal, standing.dry)

    def table(self, *, with_taste: bool, rain: Rain) -> dict[str, Ints]:
        """`opens` and `closes` of every node on every day, (D, N, K), the latter the latest start; `windows` (D, N)."""
        rows = [self._row(index, frame, with_taste, rain) for index, frame in enumerate(self.frames)]
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

    def _row(self, index: int, frame: DayFrame, with_taste: bool, rain: Rain) -> list[list[Window]]:
        sun = daylight(frame.stay.lat, frame.stay.lon, frame.date) if with_taste else None
        row: list[list[Window]] = []
        for node in self.nodes:
            if node.sight is not None:
                away = self._away(node.sight, frame) or self.shelter.keeps_off(node.sight, frame.day, rain)
                row.append([] if away else self._starts(frame, node, sun))
            elif node.booking is not None:
                booking = self.request.fixed[node.booking]
                here = booking.day in (None, frame.day) and self.cities[node.booking] == frame.stay.id
                row.append([(booking.start, booking.start)] if here else [])
            else:
                row.append([])
        starts = meal_starts(frame, PACES[self.request.pace].meal_minutes)
        for at, kind in enumerate(get_args(MealKind)):
            row[self.first_meal + 2 * index + at] = [starts[kind]] if kind in starts else []
        return row

    def _away(self, sight: Sight, frame: DayFrame) -> bool:
        """Whether the sight is bound to another day."""
        if self.standing.free or sight.id in self.demanded:
            return False
        return self.standing.loyal.get(sight.id, frame.day) != frame.day

    def _starts(self, frame: DayFrame, node: Node, sun: Window | None) -> list[Window]:
        if node.sight is None:
            return []
        pin = self.pins.get(node.sight.id)
        found = list(starts_of(self.request, frame, node, pin, sun))
        for gate in self.gates[frame.day] if found else ():
            found = gate.passed(node.sight, found, node.minutes(PACES[self.request.pace].meal_minutes))
        return found if found or pin is None or sun is None else self._starts(frame, node, None)

    def _gates(self, frame: DayFrame) -> list[_Gate]:
        """Those of the sights that are to be the day's first or last ones, where they are open then."""
        nodes = {node.sight.id: node for node in self.nodes if node.sight is not None and not node.on_site}
        gates = []
        for pin in self.request.pinned:
            node = nodes.get(pin.sight)
            if pin.day != frame.day or node is None or node.sight is None:
                continue
            starts = list(starts_of(self.request, frame, node, pin, None))
            place = self.places.index(Point(node.sight.name, node.sight.lat, node.sight.lon), node.sight.city)
            if starts and pin.when == "first":
                there = int(self.places.travel[self.places.index(frame.origin, frame.stay.id), place])
                first = next((max(a, frame.start + there) for a, b in starts if frame.start + there <= b), starts[0][0])
                gates.append(_Gate(pin.sight, first + IN_ORDER_MARGIN, opens_the_day=True))
            if starts and pin.when == "last":
                back = int(self.places.travel[place, self.places.index(frame.destination, frame.stay.id)])
                dinner = PACES[self.request.pace].meal_minutes if frame.end >= frame.stay.meals.dinner[1] else 0
                latest = min(starts[-1][1], frame.end - back - dinner - node.sight.minutes)
                gates.append(_Gate(pin.sight, min(LAST_FROM, latest - IN_ORDER_MARGIN), opens_the_day=False))
        return gates


@dataclass(frozen=True, slots=True)
class _Gate:
    """A minute on one side of which a sight begins and on the other side of which all others of its day lie."""

    sight: str
    minute: int
    opens_the_day: bool

    def passed(self, sight: Sight, starts: Sequence[Window], minutes: int) -> list[Window]:
        """What is left of a sight's (earliest, latest) starts, a visit taking so many minutes."""
        if (sight.id == self.sight) == self.opens_the_day:
            until = self.minute if self.opens_the_day else self.minute - minutes
            return [(first, min(last, until)) for first, last in starts if first <= until]
        since = self.minute + 1 if self.opens_the_day else self.minute
        return [(max(first, since), last) for first, last in starts if since <= last]


def meal_starts(frame: DayFrame, minutes: int) -> dict[MealKind, Window]:
    """The (earliest, latest) starts of the meals that the day has by its hours and that are no bookings of its own."""
    (noon, afternoon), (evening, night) = frame.stay.meals.lunch, frame.stay.meals.dinner
    found: dict[MealKind, Window] = {}
    if frame.start + minutes <= afternoon <= frame.end:
        found["lunch"] = noon, afternoon - minutes
    if frame.start <= evening and frame.end >= max(EVENING_OUT + 2 * minutes, evening + minutes):
        hungry = max(evening, min(evening + DINNER_AFTER, frame.end - 2 * minutes))
        found["dinner"] = hungry, night - minutes
    return {kind: starts for kind, starts in found.items() if kind not in frame.booked}


def cities_of_bookings(request: PlanRequest, frames: tuple[DayFrame, ...]) -> list[str]:
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


def refused_on(request: PlanRequest, day: int, sight: Sight) -> bool:
    """Whether the sight is of what is not wanted on that day."""
    terms = {refusal.term for refusal in request.avoid_on if refusal.day == day}
    return bool(terms & sight.terms)


def starts_of(
    request: PlanRequest, frame: DayFrame, node: Node, pin: Pin | None, sun: Window | None
) -> Iterator[Window]:
    """The (earliest, latest) starts of a sight's visit on that day."""
    sight = node.sight
    if sight is None or sight.city != frame.stay.id or (pin and pin.day not in (None, frame.day)):
        return
    if refused_on(request, frame.day, sight) and not (pin and pin.day == frame.day):
        return
    meal = PACES[request.pace].meal_minutes
    minutes = node.minutes(meal)
    begins, ends = hours_wanted(pin)
    windows = tuple(
        (max(opens, begins), min(closes, ends + minutes)) for opens, closes in windows_of(sight, frame.date)
    )
    if sun is not None and begins < ends:
        windows = preferred(sight, windows, sun, (frame.start, frame.end), minutes, frame.stay.meals.dinner)
    for opens, closes in windows:
        first, last = opens, min(closes - minutes, _last_entry(sight, frame, closes))
        if node.on_site:
            noon = frame.stay.meals.lunch
            first = max(first, noon[0] + meal + ON_SITE_MARGIN - minutes)
            last = min(last, noon[1] - meal - ON_SITE_MARGIN)
        first, last = max(first, begins, frame.start), min(last, ends, frame.end - minutes)
        if first <= last:
            yield first, last


def hours_wanted(pin: Pin | None) -> Window:
    """The first and the last minute at which the visit may begin by the traveller's wish."""
    if pin is None:
        return 0, MIDNIGHT
    if pin.start is not None:
        return pin.start, pin.start
    return next((hours for part, hours in PARTS_OF_DAY.items() if part == pin.when), (0, MIDNIGHT))


def _last_entry(sight: Sight, frame: DayFrame, closes: int) -> int:
    """The latest entry before that closing; a window cut by taste keeps the real closing's rule or a stricter one."""
    real = [end for begin, end in windows_of(sight, frame.date) if begin < closes <= end]
    return (real[0] if real else closes) - sight.last_entry_minutes


def on_site_minutes(sight: Sight, meal_minutes: int) -> int:
    """The length of a visit with lunch inside."""
    return sight.minutes if sight.minutes >= WHOLE_DAY_MINUTES else sight.minutes + meal_minutes
