"""A visit put on another day, the stops of both days kept in their order.

The day takes it beside all others if it can; else one of them changes places with it, or is given up for it. Of what
changes as little the plan that is worth most is taken, by the search's own measure (evaluation.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from travelagent.planning.fixed_stops import with_meals
from travelagent.planning.placement import placed, route_of
from travelagent.planning.problem import Problem
from travelagent.planning.search.arrays import Plan, copied
from travelagent.planning.search.evaluation import evaluate, evaluate_day, refresh
from travelagent.plans.values import DayPlan

Route = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Draft:
    """Two days without meals in the making: the stops that stay, in their order, and what is put among them."""

    left: Route
    there: Route
    to_left: int | None
    to_there: int


def transferred(
    problem: Problem, days: Sequence[DayPlan], sight: str, day: int, *, giving_up: bool = False
) -> Plan | None:
    """Return the plan of these days with the sight on that day instead of its own; None where that cannot be had.

    `days`: in the order of the problem's. `giving_up`: for it another visit of that day is given up.
    """
    left = next(index for index, here in enumerate(days) if any(visit.id == sight for visit in here.visits))
    there = next(index for index, here in enumerate(days) if here.day == day)
    routes = (route_of(problem, index, here) for index, here in enumerate(days))
    stops = [tuple(node for node in route if not problem.instance.meal[node]) for route in routes]
    if any(len(found) < len(here.visits) for found, here in zip(stops, days, strict=True)):
        return None
    number = next(number for number, known in enumerate(problem.sights) if known.id == sight)
    transfer = _Transfer(problem, stops, left, there)
    tiers = transfer.losses(number) if giving_up else transfer.swaps(number)
    return next((max(plans, key=lambda found: int(found.value[0])) for plans in tiers if plans), None)


class _Transfer:
    """The two days between which a sight moves, and the stops of both."""

    def __init__(self, problem: Problem, stops: Sequence[Route], left: int, there: int) -> None:
        self.problem, self.inst, self.stops = problem, problem.instance, stops
        self.left, self.there = left, there
        self.held = set(problem.request.demanded)

    def swaps(self, moving: int) -> Iterator[list[Plan]]:
        """The plans with that sight beside all others of the other day, then those where one of them changes places
        with it."""
        left, there = self._without(moving), self.stops[self.there]
        yield self._made([_Draft(left, there, None, moving)] if left else [])
        yield self._made(_Draft(left, rest, number, moving) for number, rest in self._yielding())

    def losses(self, moving: int) -> Iterator[list[Plan]]:
        """The plans in which a visit of the other day makes room for that sight."""
        left = self._without(moving)
        yield self._made(_Draft(left, rest, None, moving) for _, rest in self._yielding() if left)

    def _without(self, moving: int) -> Route:
        return tuple(node for node in self.stops[self.left] if self.inst.sight[node] != moving)

    def _yielding(self) -> Iterator[tuple[int, Route]]:
        """The sights of the other day that may leave it, each with the stops that then stay."""
        there = self.stops[self.there]
        for node in there:
            sight = self.problem.nodes[node].sight
            if sight is not None and sight.id not in self.held:
                yield int(self.inst.sight[node]), tuple(other for other in there if other != node)

    def _made(self, drafts: Iterable[_Draft]) -> list[Plan]:
        """The drafts that hold, as plans."""
        return [plan for draft in drafts if (plan := self._plan_of(draft)) is not None]

    def _plan_of(self, draft: _Draft) -> Plan | None:
        """The draft with each day's best route."""
        added = {self.left: (draft.left, draft.to_left), self.there: (draft.there, draft.to_there)}
        routes = [self._best_route(day, *added[day]) for day in sorted(added)]
        if None in routes:
            return None
        plan = placed(self.problem, [route for route in routes if route is not None])
        evaluate(self.inst, plan, np.ones_like(plan.length))
        return plan

    def _best_route(self, day: int, stops: Route, added: int | None) -> Route | None:
        """The route of the day with the sight of that number put among its stops, and with its meals."""
        plan = copied(self.problem.initial)
        found: list[tuple[int, Route]] = []
        for route in self._routes(day, stops, added):
            plan.route[day, : len(route)], plan.length[day] = route, len(route)
            plan.used[day] = sum(self.inst.sight[node] >= 0 for node in route)
            if refresh(self.inst, plan, day):
                evaluate_day(self.inst, plan, day)
                found.append((-int(plan.gain[day]), route))
        return min(found)[1] if found else None

    def _routes(self, day: int, stops: Route, added: int | None) -> Iterator[Route]:
        """The day's routes with these stops in their order, the further one and the meals wherever they may be."""
        sights = sum(self.inst.sight[node] >= 0 for node in stops) + (added is not None)
        if sights > self.inst.cap[day]:
            return
        nodes = np.flatnonzero(self.inst.sight == added).tolist() if added is not None else []
        orders = [(*stops[:at], node, *stops[at:]) for node, at in product(nodes, range(len(stops) + 1))]
        own = self.problem.initial.route[day, : self.problem.initial.length[day]].tolist()
        for order in orders if added is not None else [stops]:
            on_site = {int(self.inst.replaces[node]) for node in order}
            meals = [node for node in own if self.inst.meal[node] and int(self.inst.meal[node]) not in on_site]
            yield from with_meals(order, meals)
