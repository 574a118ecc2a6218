"""What a step tears out of a plan: strings of neighbouring stops, or the ends of two days exchanged."""

from __future__ import annotations

from travelagent.planning.search.arrays import REFUSED, Instance, Plan, Scratch, Words, inlined, kernel
from travelagent.planning.search.evaluation import refresh
from travelagent.planning.search.insertion import remove, touch
from travelagent.planning.search.randomness import below, uniform

CROSSING = 0.15
"""The share of steps that exchange the ends of two days, where they can, instead of tearing strings out."""


@inlined
def mark_near(inst: Instance, scratch: Scratch, seed: int) -> None:
    """Mark the seed and its neighbours as near this step's ruin."""
    scratch.marked[seed] = scratch.step[0]
    for k in range(inst.near.shape[1]):
        scratch.marked[inst.near[seed, k]] = scratch.step[0]


@kernel
def ruin(inst: Instance, plan: Plan, scratch: Scratch, seed: int, rng: Words) -> bool:
    """Tear out strings near the seed node, one a day, until enough days are touched. False if a day then fails."""
    days = plan.length.shape[0]
    stops = 0
    for day in range(days):
        stops += plan.length[day]
    longest = max(1, min(inst.steps.string, stops // days))
    strings = int(1 + uniform(rng) * max(0.0, 4.0 * inst.steps.removals / (1 + longest) - 1.0))
    for k in range(-1, inst.near.shape[1]):
        node = seed if k < 0 else inst.near[seed, k]
        day = plan.where[inst.sight[node]]
        if day < 0:
            continue
        position = 0
        for p in range(plan.length[day]):
            if inst.sight[plan.route[day, p]] == inst.sight[node]:
                position = p
        size = 1 + below(rng, longest)
        first = max(0, position - below(rng, size))
        for p in range(first, min(first + size, plan.length[day])):
            scratch.marked[plan.route[day, p]] = scratch.step[0]
        remove(inst, plan, day, first, first + size - 1)
        scratch.touched[day] = 1
        strings -= 1
        if strings <= 0:
            break
    for day in range(days):
        if scratch.touched[day] > 0:
            touch(plan, scratch, day)
            if not refresh(inst, plan, day):
                return False
    return True


@inlined
def leaving(inst: Instance, plan: Plan, day: int, p: int) -> tuple[int, int]:
    """Return the (moment, place) at which one leaves for position p."""
    if p == 0:
        return inst.day_start[day], inst.origin[day]
    return plan.free[day, p - 1], plan.at[day, p - 1]


@inlined
def expected(inst: Instance, plan: Plan, day: int, p: int) -> tuple[int, int]:
    """Return the (latest moment, place) of arrival at position p, the day's destination being the last one."""
    if p == plan.length[day]:
        return inst.day_end[day], inst.destination[day]
    return plan.latest[day, p], inst.place[plan.route[day, p]]


@inlined
def loose_from(inst: Instance, plan: Plan, day: int) -> int:
    """Return the position after the day's last meal or booking: from there on there are only sights."""
    p = plan.length[day]
    while p > 0 and inst.sight[plan.route[day, p - 1]] >= 0 and inst.replaces[plan.route[day, p - 1]] == 0:
        p -= 1
    return int(p)


@inlined
def cheapest_crossing(inst: Instance, plan: Plan, day: int, p: int, other: int) -> int:
    """Return the position from which the other day's end costs least to be exchanged for the day's end from p.

    -1 if none.
    """
    moment, place = leaving(inst, plan, day, p)
    limit, ahead = expected(inst, plan, day, p)
    cheapest, position = REFUSED, -1
    for q in range(loose_from(inst, plan, other), plan.length[other] + 1):
        if p == 0 and q == 0:
            continue
        other_moment, other_place = leaving(inst, plan, other, q)
        other_limit, other_ahead = expected(inst, plan, other, q)
        if moment + inst.travel[place, other_ahead] > other_limit:
            continue
        if other_moment + inst.travel[other_place, ahead] > limit:
            continue
        price = inst.price[place, other_ahead] + inst.price[other_place, ahead] - inst.price[other_place, other_ahead]
        if price < cheapest:
            cheapest, position = price, q
    return position


@kernel
def find_crossing(inst: Instance, plan: Plan, seed: int, rng: Words) -> tuple[int, int, int, int]:
    """Find where the end of the seed's day, from the seed on, can be exchanged for that of another day drawn by lot.

    Returns (day, position, other day, position), the day -1 if it cannot. The times are judged as if both days ended
    alike and had the same windows: the days are to be refreshed after the exchange. No day becomes empty, and the caps
    are kept, which also keeps the days within the plan's arrays.
    """
    day = plan.where[inst.sight[seed]]
    if day < 0:
        return -1, -1, -1, -1
    n, days = plan.length[day], plan.length.shape[0]
    p = loose_from(inst, plan, day)
    while p < n and plan.route[day, p] != seed:
        p += 1
    if p == n:
        return -1, -1, -1, -1
    other = (day + 1 + below(rng, days - 1)) % days
    q = cheapest_crossing(inst, plan, day, p, other)
    more = plan.length[other] - q - (n - p)
    used, other_used = plan.used[day] + more, plan.used[other] - more
    if q < 0 or min(used, other_used) < 1 or used > inst.cap[day] or other_used > inst.cap[other]:
        return -1, -1, -1, -1
    return day, p, other, q


@kernel
def cross(inst: Instance, plan: Plan, scratch: Scratch, day: int, p: int, other: int, q: int) -> bool:
    """Exchange the end of a day from p on for that of the other from q on. False if a day then fails."""
    here, there = plan.length[day] - p, plan.length[other] - q
    for k in range(max(here, there)):
        node, counterpart = plan.route[day, p + k], plan.route[other, q + k]
        if k < here:
            plan.where[inst.sight[node]] = other
        if k < there:
            plan.where[inst.sight[counterpart]] = day
        plan.route[day, p + k], plan.route[other, q + k] = counterpart, node
    plan.length[day], plan.length[other] = p + there, q + here
    plan.used[day] += there - here
    plan.used[other] += here - there
    touch(plan, scratch, day)
    touch(plan, scratch, other)
    return refresh(inst, plan, day) and refresh(inst, plan, other)


@inlined
def disturb(inst: Instance, plan: Plan, scratch: Scratch, seed: int, rng: Words) -> bool:
    """Do the step's first half, around the seed: exchange the ends of two days now and then, else ruin.

    Returns whether the plan still holds.
    """
    scratch.step[0] += 1
    mark_near(inst, scratch, seed)
    if plan.length.shape[0] > 1 and uniform(rng) < CROSSING:
        day, p, other, q = find_crossing(inst, plan, seed, rng)
        if day >= 0:
            return cross(inst, plan, scratch, day, p, other, q)
    return ruin(inst, plan, scratch, seed, rng)
