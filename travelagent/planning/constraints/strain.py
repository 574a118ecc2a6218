"""The most strain of a day, by the pace of the trip and by who goes; less after a hard day, and on the first high up.

What it is and how much of it a day may have stands in plans/strain.py. The search adds up that of stops and ways, in
whole units, rounded up, so that no day is harder when it is written down. What was asked for by name may exceed it;
then nothing that was not is beside it on that day.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from travelagent.planning.frame import DayFrame
from travelagent.planning.places import Places
from travelagent.planning.search.arrays import REFUSED, Instance, Plan, copied
from travelagent.planning.search.evaluation import evaluate, refresh, strain_limit
from travelagent.planning.search.insertion import remove
from travelagent.planning.search.objective import DEMANDED, STRAIN_UNITS
from travelagent.planning.windows import Node, Standing
from travelagent.plans.day_strain import day_shares, named
from travelagent.plans.strain import (
    HARD_SHARE,
    Load,
    has_to_acclimatise,
    load_of_begin,
    load_of_own,
    load_of_sight,
    load_of_way,
    strain_of,
    usual_limit,
)
from travelagent.plans.values import PlanRequest
from travelagent.plans.words import REST

Ints = npt.NDArray[np.int64]


def limited_by_strain(
    inst: Instance,
    request: PlanRequest,
    frames: Sequence[DayFrame],
    nodes: Sequence[Node],
    places: Places,
    standing: Standing,
) -> Instance:
    """Return the instance with its days limited; as it is where it is not known who goes."""
    if not request.walkers:
        return inst
    requested = named(request)
    return inst._replace(
        strain=np.array([_units(request, _load_of(request, node)) for node in nodes], dtype=np.int64),
        requested=np.array([node.sight is not None and node.sight.id in requested for node in nodes], dtype=np.int64),
        leg_strain=_leg_strain(request, places),
        limits=_limits(request, frames, standing),
    )


def _units(request: PlanRequest, load: Load) -> int:
    return int(np.ceil(strain_of(load, request.walkers).total * STRAIN_UNITS))


def _load_of(request: PlanRequest, node: Node) -> Load:
    """What a stop asks for; a meal, and a rest, ask for nothing."""
    if node.sight is not None:
        return load_of_sight(node.sight, node.sight.minutes)
    if node.booking is None:
        return Load()
    booking = request.fixed[node.booking]
    return Load() if booking.marker or booking.name == REST else load_of_own(booking.minutes)


def _leg_strain(request: PlanRequest, places: Places) -> Ints:
    """(L, L): the strain of every way."""

    def hours(load: Load) -> float:
        return strain_of(load, request.walkers).total

    walked, seated, change = hours(Load(walked=1)), hours(Load(seated=1)), hours(Load(changes=1))
    found = places.travel * np.where(places.rides, seated, walked) + np.where(places.waits, change, 0.0)
    return np.ceil(found * STRAIN_UNITS).astype(np.int64)


def _limits(request: PlanRequest, frames: Sequence[DayFrame], standing: Standing) -> Ints:
    """(D, 3): what the stops and ways of a day may have usually, above what the next day is one of rest, and as one of
    rest. What the day has without any is taken off. A day beside one that stays does without what that one forbids."""
    usual, numbers, rows = usual_limit(request.pace, request.walkers), {frame.day for frame in frames}, []
    for frame in frames:
        height = frame.stay.altitude
        before = frame.came_from.altitude if frame.came_from else height if frame.day > 1 else 0
        load = load_of_begin(frame.leave if frame.move else frame.start, int(frame.move is not None), height, before)
        if frame.move is not None:
            load += load_of_way(frame.move.mode, frame.move.minutes, frame.move.km)
        light = has_to_acclimatise(height, before)
        shares = (day_shares(frame.day - 1 in standing.hard, light), HARD_SHARE, day_shares(True, light))
        own = strain_of(load, request.walkers).total
        most, hard, rested = (int(np.floor((usual * share - own) * STRAIN_UNITS)) for share in shares)
        if frame.day + 1 in standing.full:
            most, rested = min(most, hard), min(rested, hard)
        rows.append((most, hard if frame.day + 1 in numbers else REFUSED, rested))
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def without_overstrain(inst: Instance, plan: Plan) -> Plan:
    """Return the plan without what makes a day harder than it may be and was not asked for by name, the hardest stops
    of a day first. The search leaves such a day only where something demanded keeps it."""
    for day in range(inst.limits.shape[0]):
        while (found := _with_one_less(inst, plan, day)) is not None:
            plan = found
    return plan


def _with_one_less(inst: Instance, plan: Plan, day: int) -> Plan | None:
    """The plan without one stop of a day that is too hard; None where it is not, or all of it was asked for."""
    if plan.strain[day] <= strain_limit(inst, plan, day):
        return None
    route = plan.route[day, : plan.length[day]].tolist()
    loose = [p for p, node in enumerate(route) if inst.sight[node] >= 0 and not inst.requested[node]]
    loose.sort(key=lambda p: (inst.profit[route[p]] >= DEMANDED, -int(inst.strain[route[p]])))
    for p in loose:
        found = copied(plan)
        remove(inst, found, day, p, p)
        if refresh(inst, found, day):
            evaluate(inst, found, np.ones_like(found.length))
            return found
    return None
