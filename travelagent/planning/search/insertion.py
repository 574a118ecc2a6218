"""Stops put into a day and taken out of it, and the greedy insertion of all that is left out."""

from __future__ import annotations

from travelagent.planning.search.arrays import REFUSED, Instance, Ints, Plan, Scratch, Words, inlined, kernel
from travelagent.planning.search.evaluation import (
    apart_price,
    can_bear,
    crowding_price,
    eaten_from,
    entry_price,
    last_meals,
    refresh,
    start_from,
    variety_price,
)
from travelagent.planning.search.objective import PATIENCE
from travelagent.planning.search.randomness import uniform


@inlined
def after_meals(inst: Instance, plan: Plan, day: int, p: int, moment: int) -> tuple[int, int, int, int]:
    """Return what follows the meals from position p on that can be had where one is at the moment.

    As (position, the moment at which they are over, place, latest arrival); the place is -1 where a meal follows that
    cannot be had there.
    """
    while p < plan.length[day] and inst.place[plan.route[day, p]] < 0:
        begin = start_from(inst, day, plan.route[day, p], moment)
        if begin < 0:
            break
        moment = begin + inst.duration[plan.route[day, p]]
        p += 1
    if p < plan.length[day]:
        return p, moment, inst.place[plan.route[day, p]], plan.latest[day, p]
    return p, moment, inst.destination[day], inst.day_end[day]


@inlined
def cheapest_position(inst: Instance, plan: Plan, day: int, node: int) -> tuple[int, int, int]:
    """Return the (price, position, strain) of the node's cheapest insertion on a day on which it is open.

    The strain is what it adds where days are limited by it; the price is REFUSED if there is no insertion. A node that
    replaces a meal stands in its stead, any other one is squeezed in before the stop at that position.
    """
    n, here, duration, wanted = plan.length[day], inst.place[node], inst.duration[node], inst.replaces[node]
    first, last = inst.opens[day, node, 0], inst.closes[day, node, inst.windows[day, node] - 1]
    moment, before = inst.day_start[day], inst.origin[day]
    cheapest, position, strain, meals = REFUSED, -1, 0, last_meals(inst, plan, day)
    for p in range(n + 1):
        if moment > last:
            break
        here_from, ready, q, after, limit = before, moment, p, inst.destination[day], inst.day_end[day]
        if p < n:
            limit = plan.latest[day, p]
            if p < meals or meals == 0:
                moment, before = plan.free[day, p], plan.at[day, p]
            else:
                moment = start_from(inst, day, plan.route[day, p], ready) + inst.duration[plan.route[day, p]]
            if wanted > 0:
                if inst.meal[plan.route[day, p]] != wanted:
                    continue
                q, after = p + 1, -1
            elif limit < first + duration:
                continue
            else:
                after = inst.place[plan.route[day, p]]
        elif wanted > 0:
            break
        arrive = ready + inst.travel[here_from, here]
        begin = start_from(inst, day, node, arrive)
        if begin < 0:
            continue
        left, done, eat_from = begin + duration, begin + duration, q
        if after < 0:
            q, done, after, limit = after_meals(inst, plan, day, q, done)
        if after < 0:
            continue
        price = inst.price[here_from, here] + inst.price[here, after] - inst.price[here_from, after]
        if done + inst.travel[here, after] > limit:
            over = eaten_from(inst, plan, day, eat_from, left + inst.travel[here, after]) if q == n else REFUSED
            if over < 0 or over > limit:
                continue
            price += inst.weights.late_dinner
        price += inst.weights.waiting * max(begin - arrive - PATIENCE, 0)
        if price < cheapest:
            cheapest, position = price, p
            if inst.limits.shape[0] > 0:
                added = inst.leg_strain[here_from, here] + inst.leg_strain[here, after]
                strain = inst.strain[node] + added - inst.leg_strain[here_from, after]
    return cheapest, position, strain


@inlined
def admits(inst: Instance, plan: Plan, day: int, node: int, strain: int) -> bool:
    """Return whether the day may be harder by the node's strain: without limit for a stop that was requested by
    name.
    """
    if inst.limits.shape[0] == 0:
        return True
    return bool(inst.requested[node] > 0 or can_bear(inst, plan, day, strain))


@kernel
def best_insertion(inst: Instance, plan: Plan, node: int) -> tuple[int, int, int]:
    """Return the cheapest (price, day, position) of a node over all days; price REFUSED if it fits nowhere."""
    cheapest, on_day, at = REFUSED, -1, -1
    for day in range(plan.length.shape[0]):
        if inst.windows[day, node] > 0 and plan.used[day] < inst.cap[day]:
            price, p, strain = cheapest_position(inst, plan, day, node)
            price += crowding_price(inst, plan.used[day])
            if p >= 0 and price < cheapest and admits(inst, plan, day, node, strain):
                cheapest, on_day, at = price, day, p
    return cheapest, on_day, at


@inlined
def insert(inst: Instance, plan: Plan, day: int, p: int, node: int) -> bool:
    """Put the node at position p (in the meal's stead if it replaces one). False if the day then fails."""
    if inst.replaces[node] == 0:
        for k in range(plan.length[day], p, -1):
            plan.route[day, k] = plan.route[day, k - 1]
        plan.length[day] += 1
    plan.route[day, p] = node
    plan.used[day] += 1
    plan.where[inst.sight[node]] = day
    plan.groups[inst.group[node]] += 1
    return refresh(inst, plan, day)


@inlined
def remove(inst: Instance, plan: Plan, day: int, first: int, last: int) -> None:
    """Take the sights from position first to last out; replaced meals come back. The day is to be refreshed then."""
    kept = first
    for k in range(first, plan.length[day]):
        node = plan.route[day, k]
        if k <= last and inst.sight[node] >= 0:
            plan.used[day] -= 1
            plan.where[inst.sight[node]] = -1
            plan.groups[inst.group[node]] -= 1
            if inst.replaces[node] == 0:
                continue
            node = inst.meal_node[day, inst.replaces[node]]
        plan.route[day, kept] = node
        kept += 1
    plan.length[day] = kept


@inlined
def touch(plan: Plan, scratch: Scratch, day: int) -> None:
    """Note that the day is another one: what is remembered of it no longer counts."""
    scratch.touched[day] = 1
    scratch.counter[0] += 1
    plan.version[day] = scratch.counter[0]


@kernel
def recreate(
    inst: Instance, plan: Plan, scratch: Scratch, order: Ints, local: bool, blink: float, detour: int, rng: Words
) -> bool:
    """Insert candidates in the order given, each at its cheapest place, where it is worth its price or where that is
    at most `detour`; if `local`, only those near the ruin. False if a day then fails."""
    days = plan.length.shape[0]
    for k in range(order.shape[0]):
        node = order[k]
        if local and scratch.marked[node] != scratch.step[0]:
            continue
        if plan.where[inst.sight[node]] >= 0 or (blink > 0.0 and uniform(rng) < blink):
            continue
        cheapest, on_day, at = REFUSED, -1, -1
        for day in range(days):
            if inst.windows[day, node] == 0 or plan.used[day] >= inst.cap[day]:
                continue
            if scratch.version[node, day] != plan.version[day]:
                price, position, strain = cheapest_position(inst, plan, day, node)
                scratch.price[node, day], scratch.position[node, day] = price, position
                scratch.strain[node, day], scratch.version[node, day] = strain, plan.version[day]
            if scratch.position[node, day] < 0 or not admits(inst, plan, day, node, scratch.strain[node, day]):
                continue
            price = scratch.price[node, day] + crowding_price(inst, plan.used[day])
            price += apart_price(inst, plan, inst.sight[node], day)
            price += entry_price(inst, plan, inst.sight[node], day)
            if price < cheapest:
                cheapest, on_day, at = price, day, scratch.position[node, day]
        monotony = variety_price(inst, inst.group[node], plan.groups[inst.group[node]])
        worth = inst.profit[node] - monotony
        if detour < 0 or monotony <= detour:
            worth = max(worth, detour + 1)
        if cheapest < worth:
            touch(plan, scratch, on_day)
            if not insert(inst, plan, on_day, at, node):
                return False
    return True
