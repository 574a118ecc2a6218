"""Whole days change places so that a stay neither begins nor ends far out of its city.

The search does not care which of two like days comes first; a traveller who arrived yesterday or leaves tomorrow does.
Only days that hold in each other's place (opening hours, bookings, ends) and cost no more there change places. It
stays a pass of its own, as no step of the search exchanges whole days: without it 75 of the ends of 185 stays of the
catalogue lie far out, with it none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from travelagent.planning.problem import Problem
from travelagent.planning.search.arrays import Plan, copied
from travelagent.planning.search.evaluation import evaluate, refresh
from travelagent.planning.search.objective import MINUTE_PRICE
from travelagent.travel.legs import km_between

FAR_KM = 15.0
"""A day with a sight further from the city's centre than this leads far out."""
NOISE = 15 * MINUTE_PRICE
"""What another order of the days may cost at most."""
SPARED = 120 * MINUTE_PRICE
"""What it may cost at most where a body gets used to thin air on the first day."""


def with_far_days_inside(problem: Problem, plan: Plan) -> Plan:
    """Return the plan with the days that lead far out between others of their stay, where that is as good."""
    for days in stays(problem):
        if problem.frames[days[0]].stay.high and "altitude" in problem.request.avoid:
            plan = _first_day_near(problem, plan, days)
        for end in (days[0], days[-1]):
            if _leads_far_out(problem, plan, end):
                near = [day for day in days if plan.used[day] and not _leads_far_out(problem, plan, day)]
                inner = [day for day in days[1:-1] if day in near]
                in_turn = [{end: to, to: onward, onward: end} for to in inner for onward in near if onward != to]
                plan = _best_order(problem, plan, [*({end: to, to: end} for to in inner), *in_turn], NOISE)
    return plan


def _first_day_near(problem: Problem, plan: Plan, days: Sequence[int]) -> Plan:
    """The plan with a day in town as the first of the stay, where it has one that holds there."""
    if not _leads_far_out(problem, plan, days[0]):
        return plan
    near = [day for day in days[1:] if plan.used[day] and not _leads_far_out(problem, plan, day)]
    return _best_order(problem, plan, [{days[0]: to, to: days[0]} for to in near], SPARED)


def stays(problem: Problem) -> list[list[int]]:
    """Return the days of each city, by their indexes."""
    cities: dict[str, list[int]] = {}
    for index, frame in enumerate(problem.frames):
        cities.setdefault(frame.stay.id, []).append(index)
    return list(cities.values())


def _leads_far_out(problem: Problem, plan: Plan, day: int) -> bool:
    stay = problem.frames[day].stay
    sights = (problem.nodes[node].sight for node in plan.route[day, : plan.length[day]])
    return bool((km_between([stay, *filter(None, sights)])[0] > FAR_KM).any())


def _best_order(problem: Problem, plan: Plan, orders: Sequence[Mapping[int, int]], price: int) -> Plan:
    """The plan with its days moved in the best of these ways for at most that price, or as it is."""
    plans = [found for order in orders if (found := _moved(problem, plan, order)) is not None]
    best = max(plans, key=lambda found: int(found.value[0]), default=plan)
    return best if int(best.value[0]) >= int(plan.value[0]) - price else plan


def _moved(problem: Problem, plan: Plan, order: Mapping[int, int]) -> Plan | None:
    """The plan with each of these days in the place of the other, None when one does not hold there."""
    inst = problem.instance
    found = copied(plan)
    for source, target in order.items():
        meals = dict(zip(inst.meal_node[source].tolist(), inst.meal_node[target].tolist(), strict=True))
        route = [meals.get(node, node) for node in plan.route[source, : plan.length[source]].tolist()]
        found.route[target, : len(route)] = route
        found.length[target], found.used[target] = len(route), plan.used[source]
        found.where[plan.where == source] = target
        if found.used[target] > inst.cap[target] or not refresh(inst, found, target):
            return None
    evaluate(inst, found, np.ones_like(found.length))
    return found
