"""Each day's stops in the order of the shortest way among those that are as good.

The search counts minutes, which are rounded and, by public transport, much alike over town: of two orders that take as
long one may still cross the city twice. On a map one sees it. And one goes on from a sight to that at which one comes
out of it, not the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from travelagent.planning.problem import Problem
from travelagent.planning.search.arrays import Plan
from travelagent.planning.search.evaluation import evaluate, refresh
from travelagent.planning.search.objective import MINUTE_PRICE

NOISE = 10 * MINUTE_PRICE
"""What the shorter way of a day may cost at most."""
WORTH_KM = 2.0
"""So many kilometres shorter, or not at all."""
BACKWARD_KM = 6.0
"""As good as so many kilometres is it to go on from a sight to that at which one comes out of it."""


def shorter_ways(problem: Problem, plan: Plan) -> Plan:
    """The plan with stops moved within their days where that spares kilometres and costs nothing."""
    for day in range(len(problem.frames)):
        least = int(plan.value[0]) - NOISE
        while (found := _shorter(problem, plan, day, least)) is not None:
            plan = found
    return plan


def _shorter(problem: Problem, plan: Plan, day: int, least: int) -> Plan | None:
    """The plan with one stop of the day elsewhere in it, where the way is the shortest; None where none is shorter."""
    route = plan.route[day, : plan.length[day]].tolist()
    most = _km(problem, day, route) - WORTH_KM
    ways = sorted((km, other) for other in _with_one_moved(route) if (km := _km(problem, day, other)) <= most)
    return next(
        (found for _, other in ways if (found := _with_route(problem, plan, day, other, least)) is not None), None
    )


def _with_one_moved(route: Sequence[int]) -> Iterator[list[int]]:
    for here in range(len(route)):
        rest = [*route[:here], *route[here + 1 :]]
        yield from ([*rest[:there], route[here], *rest[there:]] for there in range(len(route)) if there != here)


def _km(problem: Problem, day: int, route: Sequence[int]) -> float:
    """The length of a day's way, meals being where one is, longer where it goes backward through what has one way."""
    inst = problem.instance
    places = [int(inst.place[node]) for node in route if not inst.meal[node]]
    stops = [int(inst.origin[day]), *places, int(inst.destination[day])]
    hops = (problem.hops[one][other] for one, other in pairwise(stops))
    return sum(hop.km for hop in hops if hop is not None) + BACKWARD_KM * _backward(problem, route)


def _backward(problem: Problem, route: Sequence[int]) -> int:
    """How many of the day's sights come before one from which one goes on to them."""
    sights = [sight for node in route if (sight := problem.nodes[node].sight) is not None]
    return sum(later.onward == sight.id for at, sight in enumerate(sights) for later in sights[at + 1 :])


def _with_route(problem: Problem, plan: Plan, day: int, route: Sequence[int], least: int) -> Plan | None:
    """The plan with that route of the day, None where it does not hold or is worth less than the least."""
    inst = problem.instance
    found = Plan(*(array.copy() for array in plan))
    found.route[day, : len(route)] = route
    if not refresh(inst, found, day):
        return None
    evaluate(inst, found, np.ones_like(found.length))
    return found if int(found.value[0]) >= least else None
