"""The problem: days, sights and wishes turned into the arrays of the search.

Nodes are the candidate sights (each by itself, and once more with lunch on site when it is long or far out), then the
bookings, then two meals a day. A sight's windows on a day are its opening hours cut to its best hours (taste.py),
shortened by the visit or the last entry, empty on the days of another city or pin. A demanded sight has a bonus above
all others.

Four instances differ in these windows only: the one that is searched keeps sights in the open off the rainy days, the
one that is filled up bears some (rain.py), the one in which demands are settled is the latter without the best hours,
and the plain one knows nothing but opening hours. The first two do without what costs more than it is worth to a
traveller who watches the money.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from travelagent.planning.changes import booking_id
from travelagent.planning.frame import DayFrame
from travelagent.planning.places import (
    FAR_MINUTES,
    UNREACHABLE,
    Places,
    beside,
    leg_prices,
    mates,
    on_ticket,
)
from travelagent.planning.search.arrays import Instance, Plan, empty_plan
from travelagent.planning.search.evaluation import refresh
from travelagent.planning.search.objective import DEMANDED, LOYALTY, MINUTE_WORTH, SCALE
from travelagent.planning.taste import worth
from travelagent.planning.travel import TRAVELLERS_A_CAR, Hop, LegProvider
from travelagent.planning.values import ON_SITE_MINUTES, PACES, LocalizedText, PlanRequest, Point, Sight
from travelagent.planning.windows import (
    DINNER,
    LUNCH,
    NOTHING_STANDS,
    Node,
    Standing,
    Windowing,
    cities_of_bookings,
    on_site_minutes,
)

Ints = npt.NDArray[np.int64]
REMOTE_MINUTES = 60
"""Where every way takes at least this long one eats there, too, if that makes the stay a long one."""


class BookingsClash(Exception):
    """A booking, by its number from 0, lies outside its day or cannot be kept beside the others."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The arrays, what their rows mean, and the plan that holds only what is fixed.

    `instance` is searched, `filling` filled up, `settling` searched where a demand is missed, `plain` explained with;
    `leg_notes` is said of the legs.
    """

    request: PlanRequest
    frames: tuple[DayFrame, ...]
    sights: tuple[Sight, ...]
    nodes: tuple[Node, ...]
    hops: tuple[tuple[Hop | None, ...], ...]
    instance: Instance
    filling: Instance
    settling: Instance
    plain: Instance
    initial: Plan
    leg_notes: tuple[LocalizedText, ...] = ()

    def without_taste(self) -> Problem:
        """The same problem with nothing but the opening hours and the rain."""
        return dataclasses.replace(self, instance=self.settling, filling=self.settling)


def candidates(request: PlanRequest, sights: Sequence[Sight]) -> tuple[Sight, ...]:
    """The sights of the trip's cities that are not avoided (what is demanded by name always stays)."""
    cities = {stay.id for stay in request.cities}
    demanded = set(request.demanded)
    avoided = set(request.avoid)
    return tuple(
        sight for sight in sights if sight.city in cities and (sight.id in demanded or not avoided & sight.terms)
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
    places = Places(request, frames, chosen, legs, sights)
    nodes = [Node(sight=sight) for sight in chosen]
    nodes += [Node(sight=sight, on_site=True) for sight in chosen if _feeds(request, frames, places, sight)]
    movable = len(nodes)
    nodes += [Node(booking=index) for index in bookings]
    first_meal = len(nodes)
    nodes += [Node() for _ in range(2 * len(frames))]
    number = {sight.id: index for index, sight in enumerate(chosen)}
    together = mates(places, frames, chosen)
    table = _node_table(request, frames, nodes, number, places, standing, _futile(places, frames, chosen, together))
    windowing = Windowing(request, frames, nodes, places, standing)
    open_hours = windowing.table(with_taste=False, rain="unheeded")
    too_dear = np.flatnonzero(table["profit"][:movable] <= 0)
    best_hours = _without(too_dear, windowing.table(with_taste=True, rain="borne"))
    usable = np.flatnonzero(open_hours["windows"][:, :movable].sum(axis=0) > 0)
    pinned = {pin.sight: pin for pin in request.pinned}
    usual = PACES[request.pace].visits
    caps = [
        max(min(usual, standing.most.get(frame.day, usual)), sum(pin.day == frame.day for pin in pinned.values()))
        for frame in frames
    ]
    nearby = np.maximum(table["place"], 0)
    filling = Instance(
        travel=places.travel,
        price=leg_prices(places, frames, tiring=request.short_ways),
        day_start=_ints(frame.start for frame in frames),
        day_end=_ints(frame.end for frame in frames),
        origin=_ints(places.index(frame.origin, frame.stay.id) for frame in frames),
        destination=_ints(places.index(frame.destination, frame.stay.id) for frame in frames),
        cap=_ints(caps),
        meal_node=_ints((-1, first_meal + 2 * day, first_meal + 2 * day + 1) for day in range(len(frames))).reshape(
            len(frames), 3
        ),
        near=nearest(places.travel, nearby, usable, 40),
        beside=beside(places, chosen),
        mates=together,
        on_ticket=on_ticket(chosen),
        valid=_ints(sight.ticket_days for sight in chosen) if chosen else _ints([0]),
        orders=sorted_orders(
            usable,
            table["profit"],
            table["duration"],
            best_hours["closes"].max(axis=(0, 2)),
            places.travel[places.index(frames[0].origin, frames[0].stay.id)][nearby],
        ),
        **best_hours,
        **table,
    )
    width = max(caps) + len(request.fixed) + 3
    initial = empty_plan(len(frames), width, max(len(chosen), 1), int(filling.group.max(initial=0)) + 1)
    plain = filling._replace(**open_hours)
    timed = [_timed(request, frame.day, nodes[:movable]) for frame in frames]
    _place_fixed(request, plain, initial, {index: movable + at for at, index in enumerate(bookings)}, timed)
    instance, settling = filling, plain
    if request.rainy_days:
        instance = filling._replace(**_without(too_dear, windowing.table(with_taste=True, rain="avoided")))
        settling = filling._replace(**windowing.table(with_taste=False, rain="borne"))
    return Problem(
        request=request,
        frames=frames,
        sights=chosen,
        nodes=tuple(nodes),
        hops=places.hops,
        instance=instance,
        filling=filling,
        settling=settling,
        plain=plain,
        initial=initial,
        leg_notes=tuple(places.notes),
    )


def _without(nodes: Ints, table: dict[str, Ints]) -> dict[str, Ints]:
    """The windows, none of them for these nodes."""
    table["windows"][:, nodes] = 0
    return table


def _ints(values: Any) -> Ints:
    return np.array(list(values), dtype=np.int64)


def _node_table(
    request: PlanRequest,
    frames: tuple[DayFrame, ...],
    nodes: list[Node],
    number: dict[str, int],
    places: Places,
    standing: Standing,
    futile: Ints,
) -> dict[str, Ints]:
    """The arrays with one entry a node. `futile`: minutes of the way by the number of the sight."""
    meal_minutes = PACES[request.pace].meal_minutes
    demanded = set(request.demanded)
    groups: dict[tuple[str, str], int] = {}
    city_of_booking = cities_of_bookings(request, frames)
    dearness = _dearness(request, frames, places, [node.sight for node in nodes if node.sight is not None])
    names = ("place", "duration", "profit", "sight", "group", "meal", "replaces")
    table: dict[str, list[int]] = {name: [] for name in names}
    meals = 0
    for node in nodes:
        if node.sight is not None:
            sight = node.sight
            merit = worth(sight, request.interests) - request.thrift * dearness[sight.id]
            merit -= min(MINUTE_WORTH * int(futile[number[sight.id]]), merit / 2)
            merit += LOYALTY if sight.id in standing.loyal else 0.0
            profit = round(max(merit, 0.0) * SCALE) + (DEMANDED if sight.id in demanded else 0)
            row = (
                places.index(Point(sight.name, sight.lat, sight.lon), sight.city),
                node.minutes(meal_minutes),
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


def _futile(places: Places, frames: tuple[DayFrame, ...], sights: Sequence[Sight], together: Ints) -> Ints:
    """By how many minutes the way to each sight and back is longer than the visit, 0 where it is not far out or has
    others beside it: nobody leaves town for a short look."""
    at = [places.index(Point(sight.name, sight.lat, sight.lon), sight.city) for sight in sights]
    starts = sorted({places.index(frame.origin, frame.stay.id) for frame in frames})
    away = places.travel[np.ix_(starts, at)].min(axis=0)
    alone = (together[: len(sights)] < 0).all(axis=1) & (away >= FAR_MINUTES) & (away < UNREACHABLE)
    return np.where(alone, np.maximum(2 * away - _ints(sight.minutes for sight in sights), 0), 0)


def _dearness(
    request: PlanRequest, frames: tuple[DayFrame, ...], places: Places, sights: Sequence[Sight]
) -> dict[str, float]:
    """What each sight costs one person, its ticket and the share in a taxi out and back, as a multiple of its city's
    usual ticket (the mean of those that cost something)."""
    tickets = {sight.id: float(sight.price_on(frames[0].date) or 0) for sight in sights}
    paid: dict[str, list[float]] = {}
    for sight in sights:
        if tickets[sight.id]:
            paid.setdefault(sight.city, []).append(tickets[sight.id])
    usual = {city: sum(prices) / len(prices) for city, prices in paid.items()}
    share = -(-request.travellers // TRAVELLERS_A_CAR) / request.travellers if request.thrift else 0.0
    fares = {sight.id: share * _taxi_there_and_back(frames, places, sight) for sight in sights}
    prices = {sight.id: tickets[sight.id] + fares[sight.id] for sight in sights}
    return {s.id: prices[s.id] / usual.get(s.city, prices[s.id]) if prices[s.id] else 0.0 for s in sights}


def _taxi_there_and_back(frames: tuple[DayFrame, ...], places: Places, sight: Sight) -> float:
    """The fare of a taxi to the sight and back from where the days start, 0 where one goes otherwise."""
    here = places.index(Point(sight.name, sight.lat, sight.lon), sight.city)
    fares = [0.0]
    for frame in frames:
        hop = places.hops[places.index(frame.origin, frame.stay.id)][here] if frame.stay.id == sight.city else None
        if hop is not None and hop.mode == "taxi":
            fares.append(2 * hop.km * float(frame.stay.taxi_km))
    return max(fares)


def _feeds(request: PlanRequest, frames: tuple[DayFrame, ...], places: Places, sight: Sight) -> bool:
    """Whether one may have lunch there: where one stays long, or far out where there is nothing else."""
    if sight.minutes >= ON_SITE_MINUTES:
        return True
    here = places.index(Point(sight.name, sight.lat, sight.lon), sight.city)
    starts = [places.index(frame.origin, frame.stay.id) for frame in frames if frame.stay.id == sight.city]
    remote = bool(starts) and int(places.travel[starts, here].min()) >= REMOTE_MINUTES
    return remote and on_site_minutes(sight, PACES[request.pace].meal_minutes) >= ON_SITE_MINUTES


class _Timed(NamedTuple):
    """The node of a sight that is pinned to an hour, a part or an end of a day, and that of it with lunch on site."""

    node: int
    on_site: int | None


def _timed(request: PlanRequest, day: int, nodes: Sequence[Node]) -> list[_Timed]:
    """The sights that are pinned to an hour, a part or an end of that day."""
    wanted = {pin.sight for pin in request.pinned if pin.day == day and (pin.when is not None or pin.start is not None)}
    pinned = [
        (n, node.sight.id, node.on_site) for n, node in enumerate(nodes) if node.sight and node.sight.id in wanted
    ]
    feeding = {id: n for n, id, on_site in pinned if on_site}
    return [_Timed(n, feeding.get(id)) for n, id, on_site in pinned if not on_site]


def _place_fixed(
    request: PlanRequest, inst: Instance, plan: Plan, bookings: Mapping[int, int], timed: Sequence[list[_Timed]]
) -> None:
    """Put bookings (number to node) and meals into the empty plan: a booking on its day or the first to hold it, and no
    meal that leaves no room for the `timed` nodes, a list a day."""
    days = len(inst.day_start)
    held: list[list[int]] = [[] for _ in range(days)]
    for day in range(days):
        _arrange(inst, plan, day, [], timed[day])
    for index in sorted(bookings, key=lambda i: (request.fixed[i].day is None, request.fixed[i].start)):
        node = bookings[index]
        for day in range(days):
            if not inst.windows[day, node]:
                continue
            attempt = sorted([*held[day], node], key=lambda n: int(inst.opens[day, n, 0]))
            if _arrange(inst, plan, day, attempt, timed[day]):
                held[day] = attempt
                break
            _arrange(inst, plan, day, held[day], timed[day])
        else:
            raise BookingsClash(index)


def _arrange(inst: Instance, plan: Plan, day: int, bookings: list[int], timed: Sequence[_Timed]) -> bool:
    """Lay the day out with its bookings and as many of its meals as can be held, the timed nodes between them where
    that can be, with the lunch on site where it cannot be had apart."""
    lunch, dinner = (int(inst.meal_node[day, kind]) for kind in (LUNCH, DINNER))
    open_then = [node for node in (lunch, dinner) if inst.windows[day, node]]
    there = [each for each in timed if inst.windows[day, each.node]]
    together = _in_order(inst, day, [*bookings, *(each.node for each in there)])
    feeding = [
        _in_order(inst, day, [each.on_site, *(node for node in together if node != each.node)])
        for each in there
        if each.on_site is not None and inst.windows[day, each.on_site]
    ]
    for stops, fed in ((together, feeding), (bookings, [])):
        for meals in ([lunch, dinner], [lunch], [dinner], []):
            apart = [meal for meal in meals if meal != lunch]
            ways = [(stops, meals), *((other, apart) for other in fed if lunch in meals)]
            if set(meals) <= set(open_then) and any(_is_laid_out(inst, plan, day, *way) for way in ways):
                return _is_laid_out(inst, plan, day, bookings, meals)
    plan.length[day] = 0
    refresh(inst, plan, day)
    return False


def _in_order(inst: Instance, day: int, nodes: Sequence[int]) -> list[int]:
    """The nodes by the hour from which on they can begin on that day."""
    return sorted(nodes, key=lambda node: int(inst.opens[day, node, 0]))


def _is_laid_out(inst: Instance, plan: Plan, day: int, stops: Sequence[int], meals: Sequence[int]) -> bool:
    """Lay the day out with these stops and meals, both in their order, if they can be held."""
    for places in combinations_with_replacement(range(len(stops) + 1), len(meals)):
        route = list(stops)
        for place, meal in reversed(list(zip(places, meals, strict=True))):
            route.insert(place, meal)
        plan.route[day, : len(route)] = route
        plan.length[day] = len(route)
        if refresh(inst, plan, day):
            return True
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
