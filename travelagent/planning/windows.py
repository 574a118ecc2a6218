"""When each stop can begin on each day: opening hours cut to the best hours, the constraints, the hours of meals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from travelagent.planning.constraints.base import Rule, begins_within
from travelagent.planning.frame import DayFrame
from travelagent.planning.hours import Window, light_hours, windows_of
from travelagent.planning.taste import preferred
from travelagent.plans.values import PACES, FixedVisit, MealKind, PlanRequest, Sight

Ints = npt.NDArray[np.int64]
LUNCH, DINNER = 1, 2
MEAL_KINDS: Mapping[MealKind, int] = {"lunch": LUNCH, "dinner": DINNER}
WHOLE_DAY_MINUTES = 300
"""From this length on a visit's usual minutes include the lunch, or where it begins after noon the dinner."""
NOON = 13 * 60
CURTAIN = 45
"""A session that begins so many minutes after the earliest dinner would end leaves time for that, the way included."""
EVENING_OUT = 17 * 60
"""A day that lasts two meals longer than this has a dinner."""
DINNER_AFTER = 60
"""Dinner is planned from so many minutes on after its hours begin, where the day is long enough."""
EARLY_DINNER = 30
"""Before a session one dines at least so many minutes after the hours of dinner begin."""
ON_SITE_MARGIN = 15
"""A lunch on site lies at least this long after the visit's begin and before its end."""


@dataclass(frozen=True, slots=True)
class Node:
    """What a node of the search stands for: a sight (`sight`), a booking (`booking`) or a meal (neither).

    `meal`: that which a sight is visited with; dinner is had at its door before an early session, any other meal
    inside. `via`: the city on the drive to which the sight of the one before is visited.
    """

    sight: Sight | None = None
    booking: int | None = None
    meal: MealKind | None = None
    via: str = ""

    def is_reached_on(self, frame: DayFrame) -> bool:
        """Return whether that day is spent in the city of its sight, or drives by it."""
        if self.via:
            return frame.drive is not None and frame.stay.id == self.via
        return self.sight is not None and frame.is_in_reach(self.sight)

    @property
    def dines_before(self) -> bool:
        """Whether it begins with a dinner, after which the visit does."""
        return self.meal == "dinner" and self.sight is not None and bool(self.sight.sessions)

    def is_dinner_at(self, sight: str | None) -> bool:
        """Return whether it is the visit of that sight with dinner."""
        return self.meal == "dinner" and self.sight is not None and self.sight.id == sight

    def minutes(self, meal_minutes: int) -> int:
        """Return the length of a sight's visit with its meal; 0 of anything else."""
        if self.sight is None:
            return 0
        if self.dines_before:
            return meal_minutes + self.sight.minutes
        return on_site_minutes(self.sight, meal_minutes) if self.meal else self.sight.minutes


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands of a plan when some of its days are planned anew.

    `settled`: sights and bookings (`fixed/N`) on days that stay as they are. `loyal`: sight to the day it was on; it
    stays on it, or is given up, unless it is demanded or all are `free` to be on any day. `dry`: the cities with a dry
    day that stays as it is. `most`: the most sights that a day may have, where it is to be no fuller than before.
    `hard`: the days that stay and after which one rests; `full`: those that stay and are too hard for a day of rest.
    """

    settled: frozenset[str] = frozenset()
    loyal: Mapping[str, int] = field(default_factory=dict)
    free: bool = False
    dry: frozenset[str] = frozenset()
    most: Mapping[int, int] = field(default_factory=dict)
    hard: frozenset[int] = frozenset()
    full: frozenset[int] = frozenset()


NOTHING_STANDS = Standing()


class StartTable(NamedTuple):
    """When the nodes may begin: `opens` and `closes`, the latter the latest start, of every node on every day, as
    (D, N, K); `windows` how many there are, (D, N)."""

    opens: Ints
    closes: Ints
    windows: Ints

    def without(self, nodes: Ints) -> StartTable:
        """Return the table with no window for these nodes."""
        windows = self.windows.copy()
        windows[:, nodes] = 0
        return self._replace(windows=windows)

    def replaced(self, other: StartTable, where: npt.NDArray[np.bool_]) -> StartTable:
        """Return the table with the windows of the other one for the nodes and days of that mask, (D, N)."""
        most = max(self.opens.shape[2], other.opens.shape[2])
        (opens, closes), (others_open, others_close) = (
            [np.pad(times, ((0, 0), (0, 0), (0, most - times.shape[2]))) for times in (table.opens, table.closes)]
            for table in (self, other)
        )
        opens[where], closes[where] = others_open[where], others_close[where]
        return StartTable(opens, closes, np.where(where, other.windows, self.windows))

    def until(self, latest: Ints, where: npt.NDArray[np.bool_]) -> StartTable:
        """Return the table with the windows cut at the latest starts, (D, N), for the nodes and days of that mask that
        keep a window so."""
        closes = np.minimum(self.closes, latest[:, :, None])
        kept = (self.opens <= closes) & (np.arange(closes.shape[2]) < self.windows[:, :, None])
        count = kept.sum(axis=2)
        where = where & (count > 0)
        return self._replace(
            closes=np.where(where[:, :, None], closes, self.closes), windows=np.where(where, count, self.windows)
        )


def start_table(
    request: PlanRequest, frames: Sequence[DayFrame], nodes: Sequence[Node], rules: Sequence[Rule], *, with_taste: bool
) -> StartTable:
    """Return when the nodes may begin by these rules; `with_taste`: as far as can be when sights are at their best."""
    cities = cities_of_bookings(request, frames)
    rows: list[list[list[Window]]] = []
    for index, frame in enumerate(frames):
        sun = light_hours(frame.stay.lat, frame.stay.lon, frame.date) if with_taste else None
        row = [_starts(request, rules, frame, node, cities, sun) for node in nodes]
        starts = meal_starts(frame, PACES[request.pace].meal_minutes)
        first_meal = len(nodes) - 2 * (len(frames) - index)
        for at, kind in enumerate(get_args(MealKind)):
            row[first_meal + at] = [starts[kind]] if kind in starts else []
        rows.append(row)
    most = max((len(found) for row in rows for found in row), default=1) or 1
    opens, closes = (np.zeros((len(frames), len(nodes), most), dtype=np.int64) for _ in range(2))
    count = np.array([[len(found) for found in row] for row in rows], dtype=np.int64)
    for day, row in enumerate(rows):
        for node, found in enumerate(row):
            for k, (begin, last) in enumerate(found):
                opens[day, node, k], closes[day, node, k] = begin, last
    return StartTable(opens, closes, count)


def _starts(
    request: PlanRequest,
    rules: Sequence[Rule],
    frame: DayFrame,
    node: Node,
    cities: Sequence[str],
    sun: Window | None,
) -> list[Window]:
    """Return the (earliest, latest) starts of a sight or a booking on that day."""
    if node.booking is not None:
        booking = request.fixed[node.booking]
        here = booking.day in (None, frame.day) and cities[node.booking] == frame.stay.id
        return [(booking.start, booking.start)] if here else []
    found = list(starts_of(request, rules, frame, node, sun))
    insisted = not found and node.sight is not None and any(rule.insists_on(node.sight) for rule in rules)
    return list(starts_of(request, rules, frame, node)) if insisted else found


def meal_starts(frame: DayFrame, minutes: int) -> dict[MealKind, Window]:
    """Return the (earliest, latest) starts of the meals that the day has by its hours and that are no bookings of its
    own.
    """
    (noon, afternoon), (evening, night) = frame.meals.lunch, frame.meals.dinner
    found: dict[MealKind, Window] = {}
    if frame.start + minutes <= afternoon <= frame.end:
        found["lunch"] = noon, afternoon - minutes
    if frame.start <= evening and frame.end >= max(EVENING_OUT + 2 * minutes, evening + minutes):
        hungry = max(evening, min(evening + DINNER_AFTER, frame.end - 2 * minutes, night - minutes))
        found["dinner"] = hungry, night - minutes
    return {kind: starts for kind, starts in found.items() if kind not in frame.booked}


def cities_of_bookings(request: PlanRequest, frames: Sequence[DayFrame]) -> list[str]:
    """Return the city each booking is reached from: that of its day, else the nearest of the trip."""

    def squared(booking: FixedVisit, lat: float, lon: float) -> float:
        return (booking.lat - lat) ** 2 + (booking.lon - lon) ** 2

    city_of_day = {frame.day: frame.stay.id for frame in frames}
    return [
        city_of_day[booking.day]
        if booking.day in city_of_day
        else min(request.cities, key=lambda stay: squared(booking, stay.lat, stay.lon)).id
        for booking in request.fixed
    ]


def starts_of(
    request: PlanRequest, rules: Sequence[Rule], frame: DayFrame, node: Node, sun: Window | None = None
) -> Iterator[Window]:
    """Yield the (earliest, latest) starts of a sight's visit on that day by its hours and these rules.

    `sun`: when it is light, where the visit is to lie in the sight's best hours if that can be; None: any hours do.
    """
    sight, meal = node.sight, PACES[request.pace].meal_minutes
    if sight is None or not node.is_reached_on(frame):
        return
    lead = meal if node.dines_before else 0
    minutes = node.minutes(meal) - lead
    allowed = begins_within(rules, sight, frame, minutes)
    demanded = begins_within((rule for rule in rules if rule.outranks_taste), sight, frame, minutes)
    if allowed is None or demanded is None:
        return
    windows = tuple(
        (max(a, demanded[0]), min(b, demanded[1] + minutes)) for a, b in windows_of(sight, frame.date, minutes)
    )
    if sun is not None and demanded[0] < demanded[1]:
        windows = preferred(sight, windows, sun, (frame.start, frame.end), minutes, frame.meals.dinner)
    for opens, closes in windows:
        first, last = opens, min(closes - minutes, _last_entry(sight, frame, closes, minutes))
        first, last = max(first, allowed[0]), min(last, allowed[1])
        if lead:
            last = min(last, _earliest_curtain(frame, meal))
            first = max(first, frame.meals.dinner[0] + EARLY_DINNER + lead)
        elif node.meal is not None:
            hours = frame.meals.lunch if node.meal == "lunch" else frame.meals.dinner
            first = max(first, hours[0] + meal + ON_SITE_MARGIN - minutes)
            last = min(last, hours[1] - meal - ON_SITE_MARGIN)
            if node.meal == "dinner" and opens < NOON:
                continue
        if first <= last:
            yield first - lead, last - lead


def _earliest_curtain(frame: DayFrame, meal: int) -> int:
    """The latest begin of a session before which dinner at its usual hour would be too short."""
    return frame.meals.dinner[0] + DINNER_AFTER + meal + CURTAIN


def _last_entry(sight: Sight, frame: DayFrame, closes: int, minutes: int) -> int:
    """The latest entry before that closing; a window cut by taste keeps the real closing's rule or a stricter one."""
    real = [end for begin, end in windows_of(sight, frame.date, minutes) if begin < closes <= end]
    return (real[0] if real else closes) - sight.last_entry_minutes


def on_site_minutes(sight: Sight, meal_minutes: int) -> int:
    """Return the length of a visit with lunch inside."""
    return sight.minutes if sight.minutes >= WHOLE_DAY_MINUTES else sight.minutes + meal_minutes
