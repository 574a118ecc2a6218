"""The stops that every plan holds: bookings and meals, put into the empty plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from travelagent.planning.search.arrays import Instance, Plan
from travelagent.planning.search.evaluation import refresh
from travelagent.planning.windows import MEAL_KINDS, Node
from travelagent.plans.values import MealKind, PlanRequest


class BookingsClash(Exception):
    """A booking, by its number from 0, lies outside its day or cannot be kept beside the others."""


class Timed(NamedTuple):
    """The node of a sight that is pinned to an hour, a part or an end of a day, and those of it with each meal."""

    node: int
    fed: Mapping[MealKind, int]


def timed_on(request: PlanRequest, day: int, nodes: Sequence[Node]) -> list[Timed]:
    """Return the sights that the traveller pinned to an hour, a part or an end of that day.

    For one that only the planner would have there nobody goes without a meal.
    """
    pins = (pin for pin in request.pinned if pin.by_traveller and pin.day == day)
    wanted = {pin.sight for pin in pins if pin.when is not None or pin.start is not None}
    pinned = [(n, node.sight.id, node.meal) for n, node in enumerate(nodes) if node.sight and node.sight.id in wanted]
    return [
        Timed(n, {meal: other for other, sight, meal in pinned if sight == id and meal})
        for n, id, alone in pinned
        if not alone
    ]


def place_fixed(
    request: PlanRequest, inst: Instance, plan: Plan, bookings: Mapping[int, int], timed: Sequence[list[Timed]]
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


def _arrange(inst: Instance, plan: Plan, day: int, bookings: list[int], timed: Sequence[Timed]) -> bool:
    """Lay the day out with its bookings and as many of its meals as can be held, the timed nodes between them where
    that can be, with a meal on site where it cannot be had apart."""
    meal_of = {kind: int(inst.meal_node[day, number]) for kind, number in MEAL_KINDS.items()}
    lunch, dinner = meal_of["lunch"], meal_of["dinner"]
    open_then = [node for node in (lunch, dinner) if inst.windows[day, node]]
    there = [each for each in timed if inst.windows[day, each.node]]
    nodes = [*bookings, *(each.node for each in there)]
    fed = [
        (meal_of[kind], [on_site if node == each.node else node for node in nodes])
        for each in there
        for kind, on_site in each.fed.items()
        if inst.windows[day, on_site]
    ]
    for stops, feeding in ((nodes, fed), (bookings, [])):
        for meals in ([lunch, dinner], [lunch], [dinner], []):
            inside = ((other, [each for each in meals if each != meal]) for meal, other in feeding if meal in meals)
            attempts = [(stops, meals), *inside]
            if set(meals) <= set(open_then) and any(_holds(inst, plan, day, *attempt) for attempt in attempts):
                return _is_laid_out(inst, plan, day, bookings, meals)
    plan.length[day] = 0
    refresh(inst, plan, day)
    return False


def with_meals(stops: Sequence[int], meals: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all routes that merge these stops and meals, both in their order."""
    for places in combinations_with_replacement(range(len(stops) + 1), len(meals)):
        route = list(stops)
        for place, meal in reversed(list(zip(places, meals, strict=True))):
            route.insert(place, meal)
        yield tuple(route)


def _holds(inst: Instance, plan: Plan, day: int, stops: Sequence[int], meals: Sequence[int]) -> bool:
    """Whether the day holds these stops by the hour from which on they can begin, or until which, with these meals."""
    return any(
        _is_laid_out(inst, plan, day, order, meals)
        for order in dict.fromkeys((_by_opening(inst, day, stops), _by_closing(inst, day, stops)))
    )


def _by_opening(inst: Instance, day: int, nodes: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(nodes, key=lambda node: int(inst.opens[day, node, 0])))


def _by_closing(inst: Instance, day: int, nodes: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(nodes, key=lambda node: int(inst.closes[day, node, inst.windows[day, node] - 1])))


def _is_laid_out(inst: Instance, plan: Plan, day: int, stops: Sequence[int], meals: Sequence[int]) -> bool:
    """Lay the day out with these stops and meals, both in their order, if they can be held."""
    for route in with_meals(stops, meals):
        plan.route[day, : len(route)] = route
        plan.length[day] = len(route)
        if refresh(inst, plan, day):
            return True
    return False
