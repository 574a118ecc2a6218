"""The search: large neighbourhood search for the team orienteering problem with several windows a day, on plain arrays.

One step tears strings of neighbouring stops out of the plan (slack induction by string removals, after Christiaens and
Vanden Berghe 2020), puts candidates back greedily in one of several orders while now and then blinking at one, and
keeps the result by simulated annealing. Now and then it exchanges the ends of two days instead of tearing (2-opt*,
after Potvin and Rousseau 1995), which no few strings could do. Only the days that were touched are evaluated, and
copied back when the step is refused. Whether a candidate fits is answered in constant time: every stop knows when one
is free to leave it and the latest start that still lets the rest of the day happen. The cheapest position of a
candidate on a day is remembered until that day changes.

Meals are stops without a place of their own: they are taken where the stop before them is, so whatever is inserted
around them only shifts where one eats. A long sight may have a second node that `replaces` a meal: the meal is then
taken on site. Meals and bookings are never removed, except a meal by a node that replaces it.

All quantities are int64 (times, money-like prices, profits), so compiled and uncompiled runs agree to the last bit; the
random numbers are a 64-bit xorshift of shifts and exclusive ors for the same reason. Without numba the very same code
runs as Python.
"""

from __future__ import annotations

import math

import numpy as np

from travelagent.planning.arrays import Instance, Ints, Plan, Scratch, Words, inlined, kernel

REFUSED = 1 << 60
PATIENCE = 15
"""Minutes of waiting that cost nothing."""
VARIETY, STRING, REMOVALS, CROWDING, EMPTY_DAY, WAITING, SPARE_WANTED, HASTE, PROFIT_ONLY, BLINK, APART = range(11)
"""The entries of `Instance.settings`."""
LOCAL = 0.7
"""The share of steps that only try candidates near the ruin: most of the others would not fit anyway."""
CROSSING = 0.15
"""The share of steps that exchange the ends of two days, where they can, instead of tearing strings out."""
MOST_APART = 2
"""So many of the sights that adjoin one count when they are visited on other days."""
_LEFT, _RIGHT, _AGAIN, _MANTISSA = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(11)


@inlined
def uniform(rng: Words) -> float:
    """The next number in [0, 1)."""
    word = rng[0]
    word ^= word << _LEFT
    word ^= word >> _RIGHT
    word ^= word << _AGAIN
    rng[0] = word
    return float(np.float64(word >> _MANTISSA) * (1.0 / 9007199254740992.0))


@inlined
def below(rng: Words, n: int) -> int:
    """A number from 0 to n - 1."""
    return int(uniform(rng) * n)


@inlined
def copy_day(source: Plan, target: Plan, day: int) -> None:
    """Make one day of the target that of the source (not where the sights are, nor the groups)."""
    n = source.length[day]
    for p in range(n):
        target.route[day, p] = source.route[day, p]
        target.start[day, p] = source.start[day, p]
        target.free[day, p] = source.free[day, p]
        target.at[day, p] = source.at[day, p]
        target.latest[day, p] = source.latest[day, p]
    target.length[day] = n
    target.used[day] = source.used[day]
    target.version[day] = source.version[day]
    target.gain[day] = source.gain[day]
    target.profit[day] = source.profit[day]


@inlined
def copy_totals(source: Plan, target: Plan) -> None:
    """Make the target's sights, groups and value those of the source."""
    for sight in range(source.where.shape[0]):
        target.where[sight] = source.where[sight]
    for group in range(source.groups.shape[0]):
        target.groups[group] = source.groups[group]
    target.value[0] = source.value[0]


@kernel
def copy_days(source: Plan, target: Plan, touched: Ints) -> None:
    """Make the target the source, where they differ in the touched days only."""
    for day in range(touched.shape[0]):
        if touched[day] > 0:
            copy_day(source, target, day)
    copy_totals(source, target)


@kernel
def copy_plan(source: Plan, target: Plan) -> None:
    """Make the target the source."""
    for day in range(source.length.shape[0]):
        copy_day(source, target, day)
    copy_totals(source, target)


@inlined
def start_from(inst: Instance, day: int, node: int, moment: int) -> int:
    """The earliest start not before the moment, -1 if there is none."""
    for k in range(inst.windows[day, node]):
        if moment <= inst.closes[day, node, k]:
            return int(max(moment, inst.opens[day, node, k]))
    return -1


@inlined
def start_until(inst: Instance, day: int, node: int, moment: int) -> int:
    """The latest start not after the moment, -1 if there is none."""
    for k in range(inst.windows[day, node] - 1, -1, -1):
        if moment >= inst.opens[day, node, k]:
            return int(min(moment, inst.closes[day, node, k]))
    return -1


@inlined
def refresh(inst: Instance, plan: Plan, day: int) -> bool:
    """Recompute the day's starts, places and latest starts. False if the day cannot be held."""
    n = plan.length[day]
    moment, place = inst.day_start[day], inst.origin[day]
    for p in range(n):
        node = plan.route[day, p]
        there = inst.place[node]
        if there >= 0:
            moment += inst.travel[place, there]
            place = there
        begin = start_from(inst, day, node, moment)
        if begin < 0:
            return False
        moment = begin + inst.duration[node]
        plan.start[day, p], plan.free[day, p], plan.at[day, p] = begin, moment, place
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


@inlined
def cheapest_position(inst: Instance, plan: Plan, day: int, node: int) -> tuple[int, int]:
    """The (price, position) of the node's cheapest insertion on a day on which it is open; price REFUSED if none.

    A node that replaces a meal stands in its stead, any other one is squeezed in before the stop at that position.
    """
    n, here, duration = plan.length[day], inst.place[node], inst.duration[node]
    count, wanted = inst.windows[day, node], inst.replaces[node]
    first, last = inst.opens[day, node, 0], inst.closes[day, node, count - 1]
    moment, before = inst.day_start[day], inst.origin[day]
    cheapest, position = REFUSED, -1
    for p in range(n + 1):
        if moment > last:
            break
        here_from, ready = before, moment
        q, after, limit = p, inst.destination[day], inst.day_end[day]
        if p < n:
            limit = plan.latest[day, p]
            moment, before = plan.free[day, p], plan.at[day, p]
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
        begin = max(arrive, first)
        if arrive > inst.closes[day, node, 0]:
            if arrive > last:
                continue
            for k in range(1, count):
                if arrive <= inst.closes[day, node, k]:
                    begin = max(arrive, inst.opens[day, node, k])
                    break
        done = begin + duration
        if after < 0:
            while q < n and inst.place[plan.route[day, q]] < 0:
                eat = start_from(inst, day, plan.route[day, q], done)
                if eat < 0:
                    break
                done = eat + inst.duration[plan.route[day, q]]
                q += 1
            after, limit = inst.destination[day], inst.day_end[day]
            if q < n:
                after, limit = inst.place[plan.route[day, q]], plan.latest[day, q]
        if after < 0 or done + inst.travel[here, after] > limit:
            continue
        price = inst.price[here_from, here] + inst.price[here, after] - inst.price[here_from, after]
        price += inst.settings[WAITING] * max(begin - arrive - PATIENCE, 0)
        if price < cheapest:
            cheapest, position = price, p
    return cheapest, position


@inlined
def crowding_price(inst: Instance, used: int) -> int:
    """What one more sight costs on a day that has `used`: it grows with them; the first one ends an empty day."""
    price = inst.settings[CROWDING] * (2 * used + 1)
    return int(price - inst.settings[EMPTY_DAY] if used == 0 else price)


@inlined
def apart_price(inst: Instance, plan: Plan, sight: int, day: int) -> int:
    """What it costs that sights which adjoin this one are visited on other days than that: of so many at most, since
    in an old town all adjoins all."""
    count = 0
    for k in range(inst.beside.shape[1]):
        other = inst.beside[sight, k]
        if other < 0:
            break
        if plan.where[other] >= 0 and plan.where[other] != day:
            count += 1
    return int(inst.settings[APART] * min(count, MOST_APART))


@kernel
def best_insertion(inst: Instance, plan: Plan, node: int) -> tuple[int, int, int]:
    """The cheapest (price, day, position) of a node over all days; price REFUSED if it fits nowhere."""
    cheapest, on_day, at = REFUSED, -1, -1
    for day in range(plan.length.shape[0]):
        if inst.windows[day, node] > 0 and plan.used[day] < inst.cap[day]:
            price, p = cheapest_position(inst, plan, day, node)
            price += crowding_price(inst, plan.used[day])
            if p >= 0 and price < cheapest:
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
def variety_price(inst: Instance, count: int) -> int:
    """What one more sight of a group costs that has `count` already: linear, at most four steps."""
    return int(inst.settings[VARIETY] * min(count, 4))


@kernel
def haste_price(inst: Instance, plan: Plan, day: int) -> int:
    """What the day's long waits and its lack of minutes to spare cost."""
    wanted = inst.settings[SPARE_WANTED]
    if plan.used[day] == 0:
        return 0
    price, spare, ready, place = 0, wanted, inst.day_start[day], inst.origin[day]
    for p in range(plan.length[day]):
        begin = plan.start[day, p]
        price += inst.settings[WAITING] * max(begin - ready - inst.travel[place, plan.at[day, p]] - PATIENCE, 0)
        if inst.sight[plan.route[day, p]] >= 0:
            spare = min(spare, plan.latest[day, p] - begin)
        ready, place = plan.free[day, p], plan.at[day, p]
    return int(price + inst.settings[HASTE] * (wanted - spare))


@inlined
def evaluate_day(inst: Instance, plan: Plan, day: int) -> None:
    """Set the day's profit, and its gain: less the price of its legs, of haste, of being crowded or empty."""
    profit, price, place = 0, 0, inst.origin[day]
    for p in range(plan.length[day]):
        node = plan.route[day, p]
        profit += inst.profit[node]
        price += inst.price[place, plan.at[day, p]]
        place = plan.at[day, p]
    price += inst.price[place, inst.destination[day]]
    if inst.settings[SPARE_WANTED] > 0:
        price += haste_price(inst, plan, day)
    for used in range(plan.used[day]):
        price += crowding_price(inst, used)
    plan.profit[day] = profit
    plan.gain[day] = profit - price


@kernel
def evaluate(inst: Instance, plan: Plan, touched: Ints) -> int:
    """The plan's value, the touched days evaluated anew: all gains less the prices of monotony and of adjoining sights
    on different days, half of which either of the two bears."""
    total = 0
    for day in range(plan.length.shape[0]):
        if touched[day] > 0:
            evaluate_day(inst, plan, day)
        total += plan.gain[day]
    if inst.settings[VARIETY] > 0:
        for group in range(plan.groups.shape[0]):
            for count in range(plan.groups[group]):
                total -= variety_price(inst, count)
    if inst.beside.shape[1] > 0:
        apart = 0
        for sight in range(inst.beside.shape[0]):
            if plan.where[sight] >= 0:
                apart += apart_price(inst, plan, sight, plan.where[sight])
        total -= apart // 2
    plan.value[0] = total
    return total


@kernel
def objective(inst: Instance, plan: Plan) -> int:
    """What the best plan is best in."""
    if inst.settings[PROFIT_ONLY] == 0:
        return int(plan.value[0])
    return int(plan.profit.sum())


@inlined
def touch(plan: Plan, scratch: Scratch, day: int) -> None:
    """Note that the day is another one: what is remembered of it no longer counts."""
    scratch.touched[day] = 1
    scratch.counter[0] += 1
    plan.version[day] = scratch.counter[0]


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
    longest = max(1, min(inst.settings[STRING], stops // days))
    strings = int(1 + uniform(rng) * max(0.0, 4.0 * inst.settings[REMOVALS] / (1 + longest) - 1.0))
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
    """The (moment, place) at which one leaves for position p."""
    if p == 0:
        return inst.day_start[day], inst.origin[day]
    return plan.free[day, p - 1], plan.at[day, p - 1]


@inlined
def expected(inst: Instance, plan: Plan, day: int, p: int) -> tuple[int, int]:
    """The (latest moment, place) of arrival at position p, the day's destination being the last one."""
    if p == plan.length[day]:
        return inst.day_end[day], inst.destination[day]
    return plan.latest[day, p], inst.place[plan.route[day, p]]


@inlined
def loose_from(inst: Instance, plan: Plan, day: int) -> int:
    """The position after the day's last meal or booking: from there on there are only sights."""
    p = plan.length[day]
    while p > 0 and inst.sight[plan.route[day, p - 1]] >= 0 and inst.replaces[plan.route[day, p - 1]] == 0:
        p -= 1
    return int(p)


@inlined
def cheapest_crossing(inst: Instance, plan: Plan, day: int, p: int, other: int) -> int:
    """The position from which the other day's end costs least to be exchanged for the day's end from p; -1 if none."""
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
    """Where the end of the seed's day, from the seed on, can be exchanged for that of another day drawn by lot.

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
    """The step's first half, around the seed: exchange the ends of two days now and then, else ruin."""
    scratch.step[0] += 1
    mark_near(inst, scratch, seed)
    if plan.length.shape[0] > 1 and uniform(rng) < CROSSING:
        day, p, other, q = find_crossing(inst, plan, seed, rng)
        if day >= 0:
            return cross(inst, plan, scratch, day, p, other, q)
    return ruin(inst, plan, scratch, seed, rng)


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
                scratch.price[node, day], scratch.position[node, day] = cheapest_position(inst, plan, day, node)
                scratch.version[node, day] = plan.version[day]
            if scratch.position[node, day] < 0:
                continue
            price = scratch.price[node, day] + crowding_price(inst, plan.used[day])
            price += apart_price(inst, plan, inst.sight[node], day)
            if price < cheapest:
                cheapest, on_day, at = price, day, scratch.position[node, day]
        worth = max(inst.profit[node] - variety_price(inst, plan.groups[inst.group[node]]), detour + 1)
        if cheapest < worth:
            touch(plan, scratch, on_day)
            if not insert(inst, plan, on_day, at, node):
                return False
    return True


@kernel
def shuffle(order: Ints, rng: Words) -> None:
    for k in range(order.shape[0] - 1, 0, -1):
        j = below(rng, k + 1)
        order[k], order[j] = order[j], order[k]


@kernel
def improve(
    inst: Instance,
    current: Plan,
    trial: Plan,
    best: Plan,
    scratch: Scratch,
    steps: int,
    hot: float,
    cold: float,
    rng: Words,
) -> int:
    """Run `steps` steps from temperature `hot` to `cold` (geometric). Returns how many bettered the best plan.

    `trial` is a copy of `current` at the beginning and at the end.
    """
    candidates = inst.orders.shape[1]
    if candidates == 0:
        return 0
    bettered, blink = 0, inst.settings[BLINK] / 100.0
    for step in range(steps):
        heat = hot * math.exp(math.log(cold / hot) * step / steps)
        scratch.touched[:] = 0
        kept = disturb(inst, trial, scratch, inst.orders[0, below(rng, candidates)], rng)
        choice, local = below(rng, inst.orders.shape[0] + 2), uniform(rng) < LOCAL
        if kept and choice >= inst.orders.shape[0]:
            shuffle(scratch.shuffled, rng)
            kept = recreate(inst, trial, scratch, scratch.shuffled, local, blink, -1, rng)
        elif kept:
            kept = recreate(inst, trial, scratch, inst.orders[choice], local, blink, -1, rng)
        if kept:
            least = current.value[0] + heat * math.log(1.0 - uniform(rng))
            kept = evaluate(inst, trial, scratch.touched) > least
        if not kept:
            copy_days(current, trial, scratch.touched)
            continue
        copy_days(trial, current, scratch.touched)
        if objective(inst, current) > objective(inst, best):
            copy_plan(current, best)
            bettered += 1
    return bettered


@kernel
def cheapest_swap(inst: Instance, plan: Plan, trial: Plan, node: int) -> tuple[int, int]:
    """The (day, position) of the one sight of least profit whose absence makes room for the node; (-1, -1) if none."""
    least, on_day, at = REFUSED, -1, -1
    for day in range(plan.length.shape[0]):
        for p in range(plan.length[day]):
            other = plan.route[day, p]
            if inst.sight[other] < 0 or inst.profit[other] >= least:
                continue
            copy_plan(plan, trial)
            remove(inst, trial, day, p, p)
            if refresh(inst, trial, day) and best_insertion(inst, trial, node)[0] < REFUSED:
                least, on_day, at = inst.profit[other], day, p
    return on_day, at


@kernel
def exchanges(
    inst: Instance, plan: Plan, trial: Plan, touched: Ints, day: int, p: int, nodes: Ints, found: Ints
) -> None:
    """What the plan would be with each of these nodes in the stead of the stop at position p, at its cheapest position
    of that day. `found` gets rows of (value, minutes on the way that day), the value -REFUSED where it does not fit.

    `touched` is a row of zeros, one a day, and is so again afterwards; `trial` is then a copy of the plan's day.
    """
    touched[day] = 1
    for k in range(nodes.shape[0]):
        found[k, 0], found[k, 1] = -REFUSED, 0
        if inst.windows[day, nodes[k]] == 0:
            continue
        copy_days(plan, trial, touched)
        remove(inst, trial, day, p, p)
        if not refresh(inst, trial, day):
            continue
        _, at = cheapest_position(inst, trial, day, nodes[k])
        if at >= 0 and insert(inst, trial, day, at, nodes[k]):
            found[k, 0], found[k, 1] = evaluate(inst, trial, touched), minutes_on_the_way(inst, trial, day)
    copy_days(plan, trial, touched)
    touched[day] = 0


@kernel
def minutes_on_the_way(inst: Instance, plan: Plan, day: int) -> int:
    """The minutes of all legs of the day."""
    minutes, place = 0, inst.origin[day]
    for p in range(plan.length[day]):
        minutes += inst.travel[place, plan.at[day, p]]
        place = plan.at[day, p]
    return int(minutes + inst.travel[place, inst.destination[day]])
