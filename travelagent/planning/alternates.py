"""What each visit could be exchanged for, the rest of its day staying as it is: the answer to "and if not this one?".

Every sight that is left out is tried in the visit's stead at its best position of that day. Listed are the best
exchange, the best one under a roof for a visit in the open, and the best one without a booking for a visit that needs
one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping

import numpy as np

from travelagent.planning.problem import Problem
from travelagent.planning.search.arrays import REFUSED, Ints, Plan, copied
from travelagent.planning.search.evaluation import minutes_on_the_way
from travelagent.planning.search.exchange import exchanges
from travelagent.planning.search.objective import DEMANDED, SCALE
from travelagent.plans.values import Alternate, AlternateKind, DayPlan, Sight


def with_alternates(problem: Problem, plan: Plan, days: tuple[DayPlan, ...]) -> tuple[DayPlan, ...]:
    """Return the days with every visit's alternates; `days` are those of the problem, in its order."""
    return tuple(
        dataclasses.replace(
            day,
            visits=tuple(
                dataclasses.replace(visit, alternates=found[visit.sight]) if visit.sight in found else visit
                for visit in day.visits
            ),
        )
        for day, found in zip(days, _all_alternates(problem, plan), strict=True)
    )


def _all_alternates(problem: Problem, plan: Plan) -> Iterator[Mapping[str | None, tuple[Alternate, ...]]]:
    """Day by day the alternates of its sights."""
    inst = problem.filling
    trial = copied(plan)
    touched = np.zeros_like(inst.day_start)
    absent = [n for n in (inst.orders[0] if inst.orders.size else ()) if plan.where[inst.sight[n]] < 0]
    nodes, values = np.array(absent, dtype=np.int64), np.zeros((len(absent), 2), dtype=np.int64)
    for day in range(len(problem.frames)):
        found: dict[str | None, tuple[Alternate, ...]] = {}
        for p in range(int(plan.length[day])):
            sight = problem.nodes[int(plan.route[day, p])].sight
            if sight is not None and len(nodes):
                exchanges(inst, plan, trial, touched, day, p, nodes, values)
                values[:, 1] -= minutes_on_the_way(inst, plan, day)
                found[sight.id] = tuple(_alternates_of(problem, plan, sight, nodes, values))
        yield found


def _alternates_of(problem: Problem, plan: Plan, sight: Sight, nodes: Ints, values: Ints) -> Iterator[Alternate]:
    insisted = sight.id in problem.request.demanded
    kinds: list[tuple[AlternateKind, bool, Callable[[Sight], bool]]] = [
        ("swap", not insisted, lambda other: True),
        ("rain", not sight.indoor, lambda other: other.indoor),
        ("sold_out", sight.booking != "none", lambda other: other.booking == "none"),
    ]
    before = int(plan.value[0]) - (DEMANDED if insisted else 0)
    offers = [
        (before - int(value), other, int(minutes))
        for node, (value, minutes) in zip(nodes, values, strict=True)
        if value > -REFUSED and (other := problem.nodes[int(node)].sight) is not None
    ]
    offers.sort(key=lambda offer: (offer[0], offer[1].id))
    for kind, wanted, suits in kinds:
        best = next((offer for offer in offers if suits(offer[1])), None) if wanted else None
        if best is not None:
            cost, other, minutes = best
            yield Alternate(kind, other.id, other.name, round(cost / SCALE, 2), minutes)
