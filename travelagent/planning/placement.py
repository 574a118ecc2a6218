"""Which demands can stand together, exactly: dynamic programming over sets of demanded sights.

A day's states are (set of sights visited, meals and bookings kept so far, place); of the ways to one state only the
earliest is kept, which loses nothing since who comes earlier can do no less (Desrosiers et al. 1995 for a single
vehicle). The days' sets are then joined day by day. With up to `EXACT_DEMANDS` sights that is a matter of
milliseconds, and it proves what a search can only fail to find.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from travelagent.planning.problem import Problem
from travelagent.planning.search.arrays import Instance, Plan, copied, empty_plan
from travelagent.planning.search.evaluation import evaluate, refresh
from travelagent.planning.windows import MEAL_KINDS
from travelagent.plans.requests import booking_id
from travelagent.plans.values import DayPlan, Meal, Visit

EXACT_DEMANDS = 10
"""So many demanded sights are settled exactly; their sets number two to that power."""

Route = tuple[int, ...]
Window = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Placements:
    """Sets of demands that fit, as bit masks over `demands`, each with one route a day that holds it: the set of them
    all, or every one that there is."""

    demands: tuple[str, ...]
    routes: Mapping[int, tuple[Route, ...]]

    @property
    def everything(self) -> tuple[Route, ...] | None:
        """The routes that hold all demands, None when there are none."""
        return self.routes.get((1 << len(self.demands)) - 1)

    def smallest_clash(self) -> tuple[str, ...]:
        """Return a set of fewest demands that do not fit together; empty when all do."""
        if self.everything is not None:
            return ()
        numbers = range(len(self.demands))
        for size in range(1, len(self.demands) + 1):
            for chosen in combinations(numbers, size):
                if sum(1 << number for number in chosen) not in self.routes:
                    return tuple(self.demands[number] for number in chosen)
        return ()

    def dearest(self, worths: Sequence[float]) -> tuple[str, ...]:
        """Return the demands of the set that fits and is worth most; none where a day holds nothing.

        `worths`: one a demand.
        """

        def total(mask: int) -> float:
            return sum(worths[number] for number in self._numbers(mask))

        best = max(self.routes, key=lambda mask: (total(mask), -mask), default=0)
        return tuple(self.demands[number] for number in self._numbers(best))

    def _numbers(self, mask: int) -> Iterator[int]:
        return (number for number in range(len(self.demands)) if mask >> number & 1)


@dataclass(frozen=True, slots=True)
class _Stop:
    """A stop of a day in plain numbers. `bit`: the demand's, 0 for a meal or booking; `place` -1: where one is."""

    node: int
    bit: int
    place: int
    minutes: int
    windows: tuple[Window, ...]
    meal: int = 0
    replaces: int = 0

    def begin(self, moment: int) -> int | None:
        """The earliest start not before the moment."""
        return next((max(moment, opens) for opens, closes in self.windows if moment <= closes), None)


@dataclass(frozen=True, slots=True)
class _Day:
    """What a day holds sets of demands by. `fixed`: its meals and bookings in their order, their nodes left out."""

    start: int
    end: int
    origin: int
    destination: int
    cap: int
    stops: tuple[_Stop, ...]
    fixed: tuple[_Stop, ...]


def placements(problem: Problem, demands: Sequence[str]) -> Placements:
    """Return what the days of the problem can hold of these demands beside their meals and bookings."""
    held_by: dict[_Day, dict[int, Route]] = {}
    everything = (1 << len(demands)) - 1
    joined: dict[int, tuple[Route, ...]] = {0: ()}
    for index in range(len(problem.frames)):
        nodes = [int(node) for node in problem.initial.route[index, : problem.initial.length[index]]]
        day = _day(problem, index, nodes, demands)
        if day not in held_by:
            held_by[day] = _held(problem, day)
        held = {
            mask: tuple(node if node >= 0 else nodes[~node] for node in route) for mask, route in held_by[day].items()
        }
        if everything in joined and 0 in held:
            joined = {everything: (*joined[everything], held[0])}
            continue
        joined = {
            before | here: (*routes, route)
            for before, routes in joined.items()
            for here, route in held.items()
            if not before & here
        }
    return Placements(tuple(demands), joined)


def _day(problem: Problem, index: int, fixed: Sequence[int], demands: Sequence[str]) -> _Day:
    inst = problem.instance
    bits = {sight: 1 << number for number, sight in enumerate(demands)}
    wanted = [(n, bits[node.sight.id]) for n, node in enumerate(problem.nodes) if node.sight and node.sight.id in bits]
    return _Day(
        int(inst.day_start[index]),
        int(inst.day_end[index]),
        int(inst.origin[index]),
        int(inst.destination[index]),
        int(inst.cap[index]),
        tuple(_stop(problem, index, node, bit) for node, bit in wanted if inst.windows[index, node]),
        tuple(dataclasses.replace(_stop(problem, index, node, 0), node=~number) for number, node in enumerate(fixed)),
    )


def _stop(problem: Problem, day: int, node: int, bit: int) -> _Stop:
    inst = problem.instance
    count = int(inst.windows[day, node])
    windows = zip(inst.opens[day, node, :count].tolist(), inst.closes[day, node, :count].tolist(), strict=True)
    numbers = (int(inst.place[node]), int(inst.duration[node]))
    return _Stop(node, bit, *numbers, tuple(windows), int(inst.meal[node]), int(inst.replaces[node]))


def _held(problem: Problem, day: _Day) -> dict[int, Route]:
    """Every set of demands that the day can hold, with the order that is over first; none of them as it was given."""
    travel = problem.instance.travel.tolist()
    found: dict[int, tuple[int, Route]] = {}
    levels: list[dict[tuple[int, int, int], tuple[int, Route]]] = [{(0, 0, day.origin): (day.start, ())}]
    while any(levels):
        level, *later = levels
        later += [{} for _ in range(2 - len(later))]
        for (mask, taken, place), (moment, route) in level.items():
            back = moment + travel[place][day.destination]
            if taken == len(day.fixed) and back <= day.end and (mask not in found or back < found[mask][0]):
                found[mask] = (back, route)
            due = None if _ends_in_meal(day, route, taken) else _eaten(day.fixed[taken:], back)
            if due is not None and due <= day.end and (mask not in found or due < found[mask][0]):
                found[mask] = (due, (*route, *(stop.node for stop in day.fixed[taken:])))
            for stop, kept in _next(day, mask, taken):
                there = stop.place if stop.place >= 0 else place
                begin = stop.begin(moment + travel[place][there])
                if begin is None:
                    continue
                done = begin + stop.minutes
                state = (mask | stop.bit, kept, there)
                ahead = later[(kept - taken) + (1 if stop.bit else 0) - 1]
                if state not in ahead or done < ahead[state][0]:
                    ahead[state] = (done, (*route, stop.node))
        levels = later
    as_given = {0: tuple(stop.node for stop in day.fixed)} if day.fixed else {}
    return {mask: route for mask, (_, route) in found.items()} | as_given


def _ends_in_meal(day: _Day, route: Route, taken: int) -> bool:
    """Whether the last stop is a meal where one is. Those behind it are then not had at the day's end: the search moves
    the last meals there together or not at all."""
    return taken > 0 and bool(route) and route[-1] == day.fixed[taken - 1].node and day.fixed[taken - 1].place < 0


def _eaten(stops: Sequence[_Stop], moment: int) -> int | None:
    """When these are over that one comes to at the moment; None where one cannot be had, or is not a meal."""
    for stop in stops:
        begin = stop.begin(moment)
        if begin is None or stop.place >= 0:
            return None
        moment = begin + stop.minutes
    return moment


def _next(day: _Day, mask: int, taken: int) -> Iterator[tuple[_Stop, int]]:
    """The stops that may follow, each with the number of fixed stops kept behind it: the next fixed one, or a demand
    that is open, taking the meal that is due if it replaces one."""
    due = day.fixed[taken] if taken < len(day.fixed) else None
    if due is not None:
        yield due, taken + 1
    if mask.bit_count() >= day.cap:
        return
    for stop in day.stops:
        if mask & stop.bit:
            continue
        if not stop.replaces:
            yield stop, taken
        elif due is not None and due.meal == stop.replaces:
            yield stop, taken + 1


def placed(problem: Problem, routes: Sequence[Route]) -> Plan:
    """Return a plan of routes that `placements` gave, one a day. AssertionError when a day does not hold."""
    plan = copied(problem.initial)
    for day, route in enumerate(routes):
        if not _put(problem.instance, plan, day, route):
            raise AssertionError(f"day {day + 1} does not hold its demands")
    return plan


def laid_out(problem: Problem, days: Sequence[DayPlan]) -> Plan:
    """Return a plan of written days, in the order of the problem's.

    A day that does not hold is left without stops and takes none, but its sights count as visited.
    """
    inst = problem.plain
    width = max([problem.initial.route.shape[1], *(len(day.visits) + len(day.meals) + 1 for day in days)])
    plan = empty_plan(len(days), width, problem.initial.where.shape[0], problem.initial.groups.shape[0])
    for index, day in enumerate(days):
        if not _put(inst, plan, index, route_of(problem, index, day)):
            plan.length[index], plan.used[index] = 0, inst.cap[index]
            refresh(inst, plan, index)
    evaluate(inst, plan, np.ones_like(inst.day_start))
    return plan


def _put(inst: Instance, plan: Plan, day: int, route: Sequence[int]) -> bool:
    """Make the route that of the day, its sights visited then, and return whether the day holds."""
    plan.route[day, : len(route)], plan.length[day] = route, len(route)
    for node in route:
        if inst.sight[node] >= 0:
            plan.used[day] += 1
            plan.where[inst.sight[node]] = day
            plan.groups[inst.group[node]] += 1
    return refresh(inst, plan, day)


def _is_had_with(problem: Problem, visit: Visit, meal: Meal) -> bool:
    """Whether a visit has that meal by its node: lunch or dinner inside, or dinner right before its session."""
    if meal.kind == "lunch":
        return meal.visit == visit.id
    nodes = (node for node in problem.nodes if node.is_dinner_at(visit.sight))
    return any((meal.end == visit.arrive) if node.dines_before else (meal.visit == visit.id) for node in nodes)


def route_of(problem: Problem, index: int, day: DayPlan) -> list[int]:
    """Return the nodes of a written day's stops in their order.

    Stops that the problem does not know are passed over.
    """
    frame = problem.frames[index]
    numbered = [(n, node) for n, node in enumerate(problem.nodes) if node.sight and node.is_reached_on(frame)]
    sights = {(node.sight.id, node.meal): n for n, node in numbered if node.sight}
    bookings = {booking_id(node.booking): n for n, node in enumerate(problem.nodes) if node.booking is not None}
    had_with = {visit.id: meal for visit in day.visits for meal in day.meals if _is_had_with(problem, visit, meal)}
    kinds = {visit: meal.kind for visit, meal in had_with.items()}
    stops = [
        (
            visit.arrive,
            bookings.get(visit.id) if visit.sight is None else sights.get((visit.sight, kinds.get(visit.id))),
        )
        for visit in day.visits
    ]
    meals = problem.plain.meal_node[index]
    elsewhere = (*had_with.values(), frame.lunch)
    apart = [meal for meal in day.meals if meal not in elsewhere]
    stops += [(meal.start, int(meals[MEAL_KINDS[meal.kind]])) for meal in apart]
    return [node for _, node in sorted((begin, node) for begin, node in stops if node is not None)]
