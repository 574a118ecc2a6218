"""The problem: days, sights and wishes turned into the arrays of the search.

Nodes are the candidate sights (each by itself, and once more with lunch on site when it is long or far out), then the
bookings, then two meals a day. A sight's windows on a day are its opening hours cut to its best hours (taste.py) and to
what the constraints leave (constraints/), shortened by the visit or the last entry. A demanded sight has a bonus above
all others.

Four instances differ in these windows only: the one that is searched keeps sights in the open off the rainy days, the
one that is filled up bears some (constraints/rainy_days.py), the one in which demands are settled is the latter without
the best hours, and the plain one knows neither rain nor best hours. The first two do without what costs more than it is
worth to a traveller who watches the money.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from travelagent.planning.constraints.base import Rule
from travelagent.planning.constraints.loyalty import Loyal
from travelagent.planning.constraints.of_request import rules_of
from travelagent.planning.constraints.order import FirstOrLast
from travelagent.planning.constraints.pace import PaceCap
from travelagent.planning.constraints.rainy_days import RainyDays
from travelagent.planning.constraints.strain import limited_by_strain
from travelagent.planning.constraints.timetable import Timetables
from travelagent.planning.drives import passed_by
from travelagent.planning.fixed_stops import place_fixed, timed_on
from travelagent.planning.frame import DayFrame, may_begin_early
from travelagent.planning.landing import light_at_both_ends
from travelagent.planning.merits import merits
from travelagent.planning.one_place import each_place_once
from travelagent.planning.places import Places, beside, gates, leg_prices, mates, on_ticket
from travelagent.planning.search.arrays import Instance, Plan, empty_plan
from travelagent.planning.search.objective import ALTERNATIVE_PRICE, DEMANDED, SCALE, VARIETY_PRICE
from travelagent.planning.taste import EARLY_EVENING
from travelagent.planning.windows import (
    DINNER,
    LUNCH,
    MEAL_KINDS,
    NOTHING_STANDS,
    WHOLE_DAY_MINUTES,
    Node,
    Standing,
    StartTable,
    cities_of_bookings,
    on_site_minutes,
    start_table,
)
from travelagent.plans.requests import booking_id
from travelagent.plans.values import EARLIER_MINUTES, ON_SITE_MINUTES, PACES, LocalizedText, PlanRequest, Point, Sight
from travelagent.travel.legs import LegProvider
from travelagent.travel.values import Hop

Ints = npt.NDArray[np.int64]
SOON = 20
"""What is best begun early is begun within so many minutes of the first moment at which one can be there."""
REMOTE_MINUTES = 60
"""Where every way takes at least this long one eats there, too, if that makes the stay a long one."""
NEIGHBOURS = 40
"""So many of the nodes nearest to a node are remembered."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The arrays, what their rows mean, and the plan that holds only what is fixed.

    `instance` is searched, `filling` filled up, `settling` searched where a demand is missed, `plain` explained with;
    `rules` are the constraints of the request, `leg_notes` the notes on the legs.
    """

    request: PlanRequest
    frames: tuple[DayFrame, ...]
    sights: tuple[Sight, ...]
    nodes: tuple[Node, ...]
    hops: tuple[tuple[Hop | None, ...], ...]
    rules: tuple[Rule, ...]
    instance: Instance
    filling: Instance
    settling: Instance
    plain: Instance
    initial: Plan
    leg_notes: tuple[LocalizedText, ...] = ()

    def without_taste(self) -> Problem:
        """Return the same problem with nothing but the opening hours and the rain for what is demanded."""
        demanded = set(self.request.demanded)
        own = np.array([node.sight is not None and node.sight.id in demanded for node in self.nodes], dtype=np.bool_)
        best, any_hours = (StartTable(each.opens, each.closes, each.windows) for each in (self.filling, self.settling))
        found = best.replaced(any_hours, np.broadcast_to(own, best.windows.shape))
        instance = self.settling._replace(**found._asdict())
        return dataclasses.replace(self, instance=instance, filling=instance)


class _Scene(NamedTuple):
    """What the arrays are made of."""

    request: PlanRequest
    frames: tuple[DayFrame, ...]
    sights: tuple[Sight, ...]
    nodes: tuple[Node, ...]
    places: Places

    def starts(self, rules: Sequence[Rule], *, with_taste: bool = False) -> StartTable:
        return start_table(self.request, self.frames, self.nodes, rules, with_taste=with_taste)


def candidates(request: PlanRequest, sights: Sequence[Sight]) -> tuple[Sight, ...]:
    """Return the sights of the trip's cities that no constraint refuses, each place once."""
    rules = rules_of(request)
    reached = {(stay.id, "") for stay in request.cities} | {(trip.base, trip.city.id) for trip in request.day_trips}
    allowed = [s for s in sights if (s.city, s.excursion) in reached and not any(rule.refuses(s) for rule in rules)]
    return each_place_once(allowed, request.cities, request.demanded)


def build(
    request: PlanRequest,
    frames: tuple[DayFrame, ...],
    sights: Sequence[Sight],
    legs: LegProvider,
    standing: Standing = NOTHING_STANDS,
) -> Problem:
    """Turn a checked request into a problem over these days. Raises BookingsClash when the bookings cannot be kept."""
    chosen = tuple(sight for sight in candidates(request, sights) if sight.id not in standing.settled)
    places = Places(request, frames, chosen, legs, sights)
    rules = (*rules_of(request), Timetables.of(request, frames, chosen, places))
    scene = _Scene(request, frames, chosen, _nodes(request, frames, places, chosen, standing), places)
    order = FirstOrLast.of(request, rules, frames, scene.nodes, places)
    held = (*rules, PaceCap.of(request, standing.most), Loyal.of(request, standing), *order)
    rain = RainyDays.of(request, frames, chosen, standing.loyal, standing.dry)
    wet = (*held, dataclasses.replace(rain, borne=True))
    together = mates(places, frames, chosen)
    table, open_hours = _node_table(scene, held, together), scene.starts(held)
    too_dear = np.flatnonzero((table.profit <= 0) & (table.sight >= 0) & (request.thrift > 0))
    best_hours = _at_their_best(scene, wet, table).without(too_dear)
    filling = _instance(scene, held, table, best_hours, open_hours, together)
    filling = limited_by_strain(filling, request, frames, scene.nodes, places, standing)
    instance, settling = filling, filling._replace(**open_hours._asdict())
    plain = settling
    initial = empty_plan(
        len(frames), int(filling.cap.max()) + len(request.fixed) + 3, max(len(chosen), 1), int(table.group.max()) + 1
    )
    numbers = {node.booking: number for number, node in enumerate(scene.nodes) if node.booking is not None}
    place_fixed(request, plain, initial, numbers, [timed_on(request, frame.day, scene.nodes) for frame in frames])
    if request.rainy_days:
        avoided = _at_their_best(scene, (*held, rain), table).without(too_dear)
        instance = filling._replace(**avoided._asdict())
        settling = filling._replace(**scene.starts(wet)._asdict())
    arrays = (instance, filling, settling, plain, initial)
    return Problem(request, frames, chosen, scene.nodes, places.hops, rules, *arrays, tuple(places.notes))


def _nodes(
    request: PlanRequest, frames: Sequence[DayFrame], places: Places, sights: Sequence[Sight], standing: Standing
) -> tuple[Node, ...]:
    """Return the sights, those on the way of a drive or where one may have lunch once more, the bookings, the meals."""
    bookings = [index for index in range(len(request.fixed)) if booking_id(index) not in standing.settled]
    passed = [(frame.stay.id, sight) for frame in frames for sight in passed_by(frame, sights)]
    return (
        *(Node(sight) for sight in sights),
        *(Node(sight, via=city) for city, sight in passed),
        *(Node(sight, meal="lunch", via=city) for city, sight in passed if sight.minutes >= ON_SITE_MINUTES),
        *(Node(sight, meal="lunch") for sight in sights if _feeds(request, frames, places, sight)),
        *(Node(sight, meal="dinner") for sight in sights if _may_have_dinner(sight)),
        *(Node(booking=index) for index in bookings),
        *(Node() for _ in range(2 * len(frames))),
    )


class _NodeTable(NamedTuple):
    """The arrays of `Instance` with one entry a node."""

    place: Ints
    duration: Ints
    profit: Ints
    sight: Ints
    group: Ints
    meal: Ints
    replaces: Ints
    variety: Ints


def _node_table(scene: _Scene, rules: Sequence[Rule], together: Ints) -> _NodeTable:
    request, places, meal_minutes = scene.request, scene.places, PACES[scene.request.pace].meal_minutes
    demanded, numbers = set(request.demanded), {sight.id: number for number, sight in enumerate(scene.sights)}
    feeding = [node.sight for node in scene.nodes if node.sight is not None and node.meal == "lunch"]
    worths = merits(request, scene.frames, places, scene.sights, feeding, together)
    cities = cities_of_bookings(request, scene.frames)
    groups: dict[tuple[str, str, str], int] = {}
    rows, meals = [], 0
    for node in scene.nodes:
        if (sight := node.sight) is not None:
            merit = worths[numbers[sight.id]] + sum(rule.bonus(sight) for rule in rules)
            profit = round(max(merit, 0.0) * SCALE) + (DEMANDED if sight.id in demanded else 0)
            group = groups.setdefault((sight.city, sight.alternative, sight.alternative or sight.category), len(groups))
            kind = (numbers[sight.id], group, 0, MEAL_KINDS[node.meal] if node.meal else 0)
            rows.append((places.of_node(node), node.minutes(meal_minutes), profit, *kind))
        elif node.booking is not None:
            booking = request.fixed[node.booking]
            where = places.index(Point(booking.name, booking.lat, booking.lon), cities[node.booking])
            rows.append((where, booking.minutes, 0, -1, 0, 0, 0))
        else:
            rows.append((-1, meal_minutes, 0, -1, 0, (LUNCH, DINNER)[meals % 2], 0))
            meals += 1
    place, duration, profit, sight_of, group_of, meal, replaces = np.array(rows, dtype=np.int64).T.copy()
    prices = [ALTERNATIVE_PRICE if alternative else VARIETY_PRICE for _, alternative, _ in groups]
    return _NodeTable(place, duration, profit, sight_of, group_of, meal, replaces, _ints(prices or [0]))


def _at_their_best(scene: _Scene, rules: Sequence[Rule], table: _NodeTable) -> StartTable:
    """Return when the nodes may begin as a local would have it."""
    request, frames, _, nodes, places = scene
    return light_at_both_ends(request, frames, nodes, places, _in_reach(scene, rules, table))


def _in_reach(scene: _Scene, rules: Sequence[Rule], table: _NodeTable) -> StartTable:
    """Return when the nodes may begin to be at their best; what is best begun early may begin as soon as one is there
    on a day that may begin early enough for it, and at any of its hours where no day may."""
    best, frames, places = scene.starts(rules, with_taste=True), scene.frames, scene.places
    starts = _ints(frame.start for frame in frames)
    origins = _ints(places.index(frame.origin, frame.stay.id) for frame in frames)
    there = starts[:, None] + places.travel[np.ix_(origins, np.maximum(table.place, 0))]
    early = np.array([node.sight is not None and node.sight.begin_by is not None for node in scene.nodes])
    missed = early & (best.windows > 0) & (best.closes.max(axis=2) < there)
    if not missed.any():
        return best
    early_days = np.array([may_begin_early(scene.request, frame) for frame in frames], dtype=np.bool_)
    in_time = missed & (best.closes.max(axis=2) >= there - EARLIER_MINUTES) & early_days[:, None]
    found = best.replaced(scene.starts(rules), missed).until(there + SOON, in_time)
    early_enough = (best.windows > 0) & early & (~missed | in_time)
    elsewhere = missed & ~in_time & early_enough.any(axis=0)
    return found._replace(windows=np.where(elsewhere, 0, found.windows))


def _instance(
    scene: _Scene,
    rules: Sequence[Rule],
    table: _NodeTable,
    starts: StartTable,
    open_hours: StartTable,
    together: Ints,
) -> Instance:
    """Return the arrays with those windows. What is open at no hour of the trip is no candidate of the search."""
    request, frames, sights, nodes, places = scene
    days, origin = len(frames), _ints(places.index(frame.origin, frame.stay.id) for frame in frames)
    caps = [[rule.most_visits(frame) for rule in rules] for frame in frames]
    usable = np.flatnonzero((open_hours.windows.sum(axis=0) > 0) & (table.sight >= 0))
    nearby, last_start = np.maximum(table.place, 0), starts.closes.max(axis=(0, 2))
    first_meal = len(nodes) - 2 * days
    return Instance(
        travel=places.travel,
        price=leg_prices(places, frames, sights, tiring=request.short_ways),
        day_start=_ints(frame.start for frame in frames),
        day_end=_ints(frame.end for frame in frames),
        origin=origin,
        destination=_ints(places.index(frame.destination, frame.stay.id) for frame in frames),
        cap=_ints(min(cap for cap in most if cap is not None) for most in caps),
        meal_node=np.array([(-1, first_meal + 2 * d, first_meal + 2 * d + 1) for d in range(days)], dtype=np.int64),
        near=nearest(places.travel, nearby, usable, NEIGHBOURS),
        beside=beside(places, sights),
        mates=together,
        gate=gates(places, frames, sights),
        on_ticket=on_ticket(sights),
        valid=_ints(sight.ticket_days for sight in sights) if sights else _ints([0]),
        orders=sorted_orders(usable, table.profit, table.duration, last_start, places.travel[origin[0]][nearby]),
        **starts._asdict(),
        **table._asdict(),
    )


def _ints(values: Iterable[Any]) -> Ints:
    return np.array(list(values), dtype=np.int64)


def _feeds(request: PlanRequest, frames: Sequence[DayFrame], places: Places, sight: Sight) -> bool:
    """Whether one may have lunch there: where one stays long, or far out where there is nothing else."""
    if sight.minutes >= ON_SITE_MINUTES:
        return True
    here = places.of(sight)
    starts = [places.index(frame.home, frame.stay.id) for frame in frames if frame.is_in_reach(sight)]
    remote = bool(starts) and int(places.travel[starts, here].min()) >= REMOTE_MINUTES
    return remote and on_site_minutes(sight, PACES[request.pace].meal_minutes) >= ON_SITE_MINUTES


def _may_have_dinner(sight: Sight) -> bool:
    """Whether it may be visited with dinner: what has sessions in the evening, and what lasts from noon into it."""
    return sight.minutes >= WHOLE_DAY_MINUTES or any(session.start >= EARLY_EVENING for session in sight.sessions)


def nearest(travel: Ints, place: Ints, candidates: Ints, count: int) -> Ints:
    """Return for every node the `count` candidate nodes nearest to it, nearest first: (N, count).

    Fewer if there are fewer.
    """
    count = min(count, len(candidates))
    away = travel[np.ix_(np.maximum(place, 0), place[candidates])]
    return np.ascontiguousarray(candidates[np.argsort(away, axis=1, kind="stable")[:, :count]])


def sorted_orders(candidates: Ints, profit: Ints, duration: Ints, closes: Ints, distance: Ints) -> Ints:
    """Return the candidates in the orders of insertion: by profit, by profit for time, by closing, from far, from
    near.
    """
    density = profit[candidates] / (duration[candidates] + 1)
    keys = (-profit[candidates], -density, closes[candidates], -distance[candidates], distance[candidates])
    return np.array([candidates[np.argsort(key, kind="stable")] for key in keys], dtype=np.int64)
