"""The search: large neighbourhood search for the team orienteering problem with several windows a day, on plain arrays.

One step copies the current routes, tears out strings of neighbouring stops (slack induction by string removals, after
Christiaens and Vanden Berghe 2020), puts candidates back greedily in one of several orders while now and then blinking
at a position, and keeps the result by simulated annealing. Whether a candidate fits is answered in constant time: every
stop knows its earliest start and the latest start that still lets the rest of the day happen.

Meals are stops without a place of their own: they are taken where the stop before them is, so whatever is inserted
around them only shifts where one eats. A long sight may have a second node that `replaces` a meal: the meal is then
taken on site. Meals and bookings are never removed, except a meal by a node that replaces it.

All quantities are int64 (times, money-like prices, profits), so compiled and uncompiled runs agree to the last bit; the
random numbers are L'Ecuyer's combined generator for the same reason. Without numba the very same code runs as Python.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

_F = TypeVar("_F", bound=Callable[..., Any])
Ints = npt.NDArray[np.int64]
REFUSED = 1 << 60
PATIENCE = 15
"""Minutes of waiting that cost nothing."""

try:
    import numba
except ImportError:
    COMPILED = False
else:
    _config: Any = numba.config
    COMPILED = not _config.DISABLE_JIT


def kernel(function: _F) -> _F:
    """Compile when numba is there, else leave the function as it is."""
    if not COMPILED:
        return function
    compile_lazily: Any = numba.njit
    compiled: _F = compile_lazily(cache=True, nogil=True)(function)
    return compiled


class Instance(NamedTuple):
    """The problem. N nodes, L places, D days, S sights, G variety groups, K windows a node and day; all int64.

    `closes` is the latest *start* of a stop. `meal` is 0, or the kind of meal (1 lunch, 2 dinner) the node is;
    `replaces` is 0, or the kind of meal that is taken inside the node. `near` holds, a node a row, the nodes by
    nearness; `orders` the candidate nodes in the orders of insertion. `settings` is (variety price, string length,
    mean removals, crowding price, price of a day without a sight, price of a minute of waiting beyond `PATIENCE`, the
    minutes a day should have to spare, the price of each of them that is missing).
    """

    travel: Ints  # (L, L)
    price: Ints  # (L, L)
    place: Ints  # (N,), -1 for meals
    duration: Ints  # (N,)
    profit: Ints  # (N,)
    sight: Ints  # (N,), index of the sight, -1 for meals and bookings
    group: Ints  # (N,)
    meal: Ints  # (N,)
    replaces: Ints  # (N,)
    opens: Ints  # (D, N, K)
    closes: Ints  # (D, N, K)
    windows: Ints  # (D, N)
    day_start: Ints  # (D,)
    day_end: Ints  # (D,)
    origin: Ints  # (D,)
    destination: Ints  # (D,)
    cap: Ints  # (D,)
    meal_node: Ints  # (D, 3)
    near: Ints  # (N, M)
    orders: Ints  # (R, C)
    settings: Ints  # (8,)


class Plan(NamedTuple):
    """A solution. R stops a day at most. `at` is the place one leaves from, `latest` the latest start of a stop."""

    route: Ints  # (D, R)
    length: Ints  # (D,)
    start: Ints  # (D, R)
    at: Ints  # (D, R)
    latest: Ints  # (D, R)
    used: Ints  # (D,)
    where: Ints  # (S,), day of the sight or -1
    groups: Ints  # (G,)
    value: Ints  # (1,)


def empty_plan(days: int, width: int, sights: int, groups: int) -> Plan:
    """A plan without stops."""
    return Plan(
        route=np.zeros((days, width), dtype=np.int64),
        length=np.zeros(days, dtype=np.int64),
        start=np.zeros((days, width), dtype=np.int64),
        at=np.zeros((days, width), dtype=np.int64),
        latest=np.zeros((days, width), dtype=np.int64),
        used=np.zeros(days, dtype=np.int64),
        where=np.full(sights, -1, dtype=np.int64),
        groups=np.zeros(groups, dtype=np.int64),
        value=np.zeros(1, dtype=np.int64),
    )


@kernel
def copy_plan(source: Plan, target: Plan) -> None:
    target.route[:] = source.route
    target.length[:] = source.length
    target.start[:] = source.start
    target.at[:] = source.at
    target.latest[:] = source.latest
    target.used[:] = source.used
    target.where[:] = source.where
    target.groups[:] = source.groups
    target.value[:] = source.value


@kernel
def uniform(rng: Ints) -> float:
    """The next number in (0, 1)."""
    rng[0] = (rng[0] * 40014) % 2147483563
    rng[1] = (rng[1] * 40692) % 2147483399
    drawn = (rng[0] - rng[1]) % 2147483562
    return float((drawn + 1) / 2147483563.0)


@kernel
def below(rng: Ints, n: int) -> int:
    """A number from 0 to n - 1."""
    return min(int(uniform(rng) * n), n - 1)


@kernel
def start_from(inst: Instance, day: int, node: int, moment: int) -> int:
    """The earliest start not before the moment, -1 if there is none."""
    for k in range(inst.windows[day, node]):
        if moment <= inst.closes[day, node, k]:
            return int(max(moment, inst.opens[day, node, k]))
    return -1


@kernel
def start_until(inst: Instance, day: int, node: int, moment: int) -> int:
    """The latest start not after the moment, -1 if there is none."""
    for k in range(inst.windows[day, node] - 1, -1, -1):
        if moment >= inst.opens[day, node, k]:
            return int(min(moment, inst.closes[day, node, k]))
    return -1


@kernel
def refresh(inst: Instance, plan: Plan, day: int) -> bool:
    """Recompute the day's starts, places and latest starts. False if the day cannot be held."""
    n = plan.length[day]
    moment, place = inst.day_start[day], inst.origin[day]
    for p in range(n):
        node = plan.route[day, p]
        if inst.meal[node] == 0:
            moment += inst.travel[place, inst.place[node]]
            place = inst.place[node]
        begin = start_from(inst, day, node, moment)
        if begin < 0:
            return False
        plan.start[day, p] = begin
        plan.at[day, p] = place
        moment = begin + inst.duration[node]
    if moment + inst.travel[place, inst.destination[day]] > inst.day_end[day]:
        return False
    limit, following = inst.day_end[day], inst.destination[day]
    for p in range(n - 1, -1, -1):
        node = plan.route[day, p]
        if following >= 0:
            limit -= inst.travel[plan.at[day, p], following]
        begin = start_until(inst, day, node, limit - inst.duration[node])
        if begin < plan.start[day, p]:
            return False
        plan.latest[day, p] = begin
        limit, following = begin, inst.place[node]
    return True


@kernel
def insertion(inst: Instance, plan: Plan, day: int, p: int, q: int, node: int) -> int:
    """The price of putting the node between stop p - 1 and stop q (p: squeezed in; p + 1: in stop p's stead)."""
    n = plan.length[day]
    if p == 0:
        moment, before = inst.day_start[day], inst.origin[day]
    else:
        moment = plan.start[day, p - 1] + inst.duration[plan.route[day, p - 1]]
        before = plan.at[day, p - 1]
    here = inst.place[node]
    moment += inst.travel[before, here]
    begin = start_from(inst, day, node, moment)
    if begin < 0:
        return REFUSED
    waiting = inst.settings[5] * max(begin - moment - PATIENCE, 0)
    moment = begin + inst.duration[node]
    while q < n and inst.meal[plan.route[day, q]] > 0:
        begin = start_from(inst, day, plan.route[day, q], moment)
        if begin < 0:
            return REFUSED
        moment = begin + inst.duration[plan.route[day, q]]
        q += 1
    if q < n:
        after, limit = inst.place[plan.route[day, q]], plan.latest[day, q]
    else:
        after, limit = inst.destination[day], inst.day_end[day]
    if moment + inst.travel[here, after] > limit:
        return REFUSED
    return int(inst.price[before, here] + inst.price[here, after] - inst.price[before, after] + waiting)


@kernel
def meal_position(inst: Instance, plan: Plan, day: int, kind: int) -> int:
    for p in range(plan.length[day]):
        if inst.meal[plan.route[day, p]] == kind:
            return p
    return -1


@kernel
def crowding_price(inst: Instance, used: int) -> int:
    """What one more sight costs on a day that has `used`: it grows with them; the first one ends an empty day."""
    price = inst.settings[3] * (2 * used + 1)
    return int(price - inst.settings[4] if used == 0 else price)


@kernel
def best_insertion(inst: Instance, plan: Plan, node: int, blink: float, rng: Ints) -> tuple[int, int, int]:
    """The cheapest (price, day, position) of a node over all days; price REFUSED if it fits nowhere."""
    cheapest, on_day, at = REFUSED, -1, -1
    for day in range(plan.length.shape[0]):
        count = inst.windows[day, node]
        if count == 0 or plan.used[day] >= inst.cap[day]:
            continue
        crowd = crowding_price(inst, plan.used[day])
        if inst.replaces[node] > 0:
            p = meal_position(inst, plan, day, inst.replaces[node])
            if p >= 0:
                price = insertion(inst, plan, day, p, p + 1, node)
                if price < REFUSED and price + crowd < cheapest:
                    cheapest, on_day, at = price + crowd, day, p
            continue
        last = inst.closes[day, node, count - 1]
        for p in range(plan.length[day] + 1):
            if p > 0 and plan.start[day, p - 1] + inst.duration[plan.route[day, p - 1]] > last:
                break
            if blink > 0.0 and uniform(rng) < blink:
                continue
            price = insertion(inst, plan, day, p, p, node)
            if price < REFUSED and price + crowd < cheapest:
                cheapest, on_day, at = price + crowd, day, p
    return cheapest, on_day, at


@kernel
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


@kernel
def remove(inst: Instance, plan: Plan, day: int, p: int) -> None:
    """Take the stop at p out; a replaced meal comes back. The day is to be refreshed afterwards."""
    node = plan.route[day, p]
    plan.used[day] -= 1
    plan.where[inst.sight[node]] = -1
    plan.groups[inst.group[node]] -= 1
    if inst.replaces[node] > 0:
        plan.route[day, p] = inst.meal_node[day, inst.replaces[node]]
        return
    for k in range(p, plan.length[day] - 1):
        plan.route[day, k] = plan.route[day, k + 1]
    plan.length[day] -= 1


@kernel
def variety_price(inst: Instance, count: int) -> int:
    """What one more sight of a group costs that has `count` already: linear, at most four steps."""
    return int(inst.settings[0] * min(count, 4))


@kernel
def haste_price(inst: Instance, plan: Plan, day: int) -> int:
    """What the day's long waits and its lack of minutes to spare cost."""
    wanted = inst.settings[6]
    price, spare, ready, place = 0, wanted, inst.day_start[day], inst.origin[day]
    if plan.used[day] == 0:
        return 0
    for p in range(plan.length[day]):
        node, begin = plan.route[day, p], plan.start[day, p]
        price += inst.settings[5] * max(begin - ready - inst.travel[place, plan.at[day, p]] - PATIENCE, 0)
        if inst.sight[node] >= 0:
            spare = min(spare, plan.latest[day, p] - begin)
        ready, place = begin + inst.duration[node], plan.at[day, p]
    return int(price + inst.settings[7] * (wanted - spare))


@kernel
def evaluate(inst: Instance, plan: Plan) -> int:
    """Profit of the visited minus the price of the legs, of haste, of monotony and of crowded or empty days."""
    total = 0
    for day in range(plan.length.shape[0]):
        place = inst.origin[day]
        for p in range(plan.length[day]):
            node = plan.route[day, p]
            if inst.meal[node] == 0:
                total += inst.profit[node] - inst.price[place, inst.place[node]]
                place = inst.place[node]
        total -= inst.price[place, inst.destination[day]]
        if inst.settings[6] > 0:
            total -= haste_price(inst, plan, day)
        for used in range(plan.used[day]):
            total -= crowding_price(inst, used)
    for group in range(plan.groups.shape[0]):
        for count in range(plan.groups[group]):
            total -= variety_price(inst, count)
    plan.value[0] = total
    return total


@kernel
def ruin_day(inst: Instance, plan: Plan, day: int, p: int, size: int, rng: Ints) -> bool:
    """Tear a string of `size` stops around position p out of the day, sparing what is fixed. False if it then fails."""
    first = max(0, p - below(rng, size))
    last = min(plan.length[day] - 1, first + size - 1)
    for k in range(last, first - 1, -1):
        if inst.sight[plan.route[day, k]] >= 0:
            remove(inst, plan, day, k)
    return refresh(inst, plan, day)


@kernel
def ruin(inst: Instance, plan: Plan, seed: int, ruined: Ints, rng: Ints) -> bool:
    """Tear out strings near the seed node, one a day, until enough days are touched."""
    days = plan.length.shape[0]
    stops = 0
    for day in range(days):
        stops += plan.length[day]
    longest = max(1, min(int(inst.settings[1]), stops // days))
    strings = int(1 + uniform(rng) * max(0.0, 4.0 * inst.settings[2] / (1 + longest) - 1.0))
    ruined[:] = 0
    touched = 0
    for k in range(-1, inst.near.shape[1]):
        node = seed if k < 0 else inst.near[seed, k]
        day = plan.where[inst.sight[node]]
        if day < 0 or ruined[day] > 0:
            continue
        ruined[day] = 1
        position = 0
        for p in range(plan.length[day]):
            if inst.sight[plan.route[day, p]] == inst.sight[node]:
                position = p
        if not ruin_day(inst, plan, day, position, 1 + below(rng, longest), rng):
            return False
        touched += 1
        if touched >= strings:
            break
    return True


@kernel
def recreate(inst: Instance, plan: Plan, order: Ints, blink: float, rng: Ints) -> bool:
    """Insert candidates in the order given, each at its cheapest place, where it is worth its price."""
    for k in range(order.shape[0]):
        node = order[k]
        if plan.where[inst.sight[node]] >= 0:
            continue
        worth = inst.profit[node] - variety_price(inst, plan.groups[inst.group[node]])
        price, day, p = best_insertion(inst, plan, node, blink, rng)
        if price < worth and not insert(inst, plan, day, p, node):
            return False
    return True


@kernel
def fill(inst: Instance, plan: Plan, order: Ints, detour: int, rng: Ints) -> bool:
    """Insert whatever still fits at a price of at most `detour`, whether or not it is worth that."""
    for k in range(order.shape[0]):
        node = order[k]
        if plan.where[inst.sight[node]] >= 0:
            continue
        price, day, p = best_insertion(inst, plan, node, 0.0, rng)
        if price <= detour and not insert(inst, plan, day, p, node):
            return False
    return True


@kernel
def cheapest_swap(inst: Instance, plan: Plan, trial: Plan, node: int, rng: Ints) -> tuple[int, int]:
    """The (day, position) of the one sight of least profit whose absence makes room for the node; (-1, -1) if none."""
    least, on_day, at = REFUSED, -1, -1
    for day in range(plan.length.shape[0]):
        for p in range(plan.length[day]):
            other = plan.route[day, p]
            if inst.sight[other] < 0 or inst.profit[other] >= least:
                continue
            copy_plan(plan, trial)
            remove(inst, trial, day, p)
            if refresh(inst, trial, day) and best_insertion(inst, trial, node, 0.0, rng)[0] < REFUSED:
                least, on_day, at = inst.profit[other], day, p
    return on_day, at


@kernel
def shuffle(order: Ints, rng: Ints) -> None:
    for k in range(order.shape[0] - 1, 0, -1):
        j = below(rng, k + 1)
        order[k], order[j] = order[j], order[k]


@kernel
def improve(
    inst: Instance, current: Plan, trial: Plan, best: Plan, steps: int, hot: float, cold: float, rng: Ints
) -> int:
    """Run `steps` steps from temperature `hot` to `cold` (geometric). Returns how many bettered the best plan."""
    candidates = inst.orders.shape[1]
    if candidates == 0:
        return 0
    ruined = np.zeros(current.length.shape[0], dtype=np.int64)
    shuffled = inst.orders[0].copy()
    bettered = 0
    for step in range(steps):
        heat = hot * math.exp(math.log(cold / hot) * step / steps)
        copy_plan(current, trial)
        seed = inst.orders[0, below(rng, candidates)]
        if not ruin(inst, trial, seed, ruined, rng):
            continue
        choice = below(rng, inst.orders.shape[0] + 2)
        if choice >= inst.orders.shape[0]:
            shuffle(shuffled, rng)
            kept = recreate(inst, trial, shuffled, 0.01, rng)
        else:
            kept = recreate(inst, trial, inst.orders[choice], 0.01, rng)
        if not kept:
            continue
        value = evaluate(inst, trial)
        if value > current.value[0] + heat * math.log(uniform(rng)):
            copy_plan(trial, current)
            if value > best.value[0]:
                copy_plan(trial, best)
                bettered += 1
    return bettered


def random_state(seed: int) -> Ints:
    """The generator's state for a seed."""
    return np.array([1 + (seed * 7919 + 12345) % 2147483562, 1 + (seed * 104729 + 54321) % 2147483398], dtype=np.int64)
