"""A day's times and a plan's value: when each stop begins at the earliest and at the latest, what a plan is worth."""

from __future__ import annotations

from travelagent.planning.search.arrays import Instance, Ints, Plan, inlined, kernel
from travelagent.planning.search.objective import FILLED_MINUTES, IDLE_MORNING, MOST_APART, OVERSTRAIN, PATIENCE


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
    target.strain[day] = source.strain[day]


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
    """Return the earliest start not before the moment, -1 if there is none."""
    for k in range(inst.windows[day, node]):
        if moment <= inst.closes[day, node, k]:
            return int(max(moment, inst.opens[day, node, k]))
    return -1


@inlined
def start_until(inst: Instance, day: int, node: int, moment: int) -> int:
    """Return the latest start not after the moment, -1 if there is none."""
    for k in range(inst.windows[day, node] - 1, -1, -1):
        if moment >= inst.opens[day, node, k]:
            return int(min(moment, inst.closes[day, node, k]))
    return -1


@inlined
def last_meals(inst: Instance, plan: Plan, day: int) -> int:
    """Return the position from which on the day has nothing but meals; its length where it ends with another stop."""
    p = plan.length[day]
    while p > 0 and inst.place[plan.route[day, p - 1]] < 0:
        p -= 1
    return int(p)


@inlined
def eaten_from(inst: Instance, plan: Plan, day: int, p: int, moment: int) -> int:
    """Return when the meals from position p on are over if one comes to them at the moment.

    -1 where one cannot be had.
    """
    for k in range(p, plan.length[day]):
        begin = start_from(inst, day, plan.route[day, k], moment)
        if begin < 0:
            return -1
        moment = begin + inst.duration[plan.route[day, k]]
    return int(moment)


@inlined
def eat_at_the_end(inst: Instance, plan: Plan, day: int, p: int) -> bool:
    """Put the meals from position p on behind the way to the day's end. False if they cannot be had there."""
    if p == plan.length[day]:
        return False
    end = inst.destination[day]
    left, place = (plan.free[day, p - 1], plan.at[day, p - 1]) if p > 0 else (inst.day_start[day], inst.origin[day])
    moment = left + inst.travel[place, end]
    over = eaten_from(inst, plan, day, p, moment)
    if over < 0 or over > inst.day_end[day]:
        return False
    for k in range(p, plan.length[day]):
        begin = start_from(inst, day, plan.route[day, k], moment)
        moment = begin + inst.duration[plan.route[day, k]]
        plan.start[day, k], plan.free[day, k], plan.at[day, k] = begin, moment, end
    return True


@inlined
def eats_at_the_end(inst: Instance, plan: Plan, day: int) -> bool:
    """Return whether the day's last meals are taken after the leg to its end."""
    n, p = plan.length[day], last_meals(inst, plan, day)
    return bool(0 < p < n and plan.at[day, p] != plan.at[day, p - 1])


@inlined
def latest_before_meals(inst: Instance, plan: Plan, day: int, p: int) -> int:
    """Return until when one may leave for the day's end so that the meals from position p on are still had there.

    -1 where they cannot be.
    """
    limit = inst.day_end[day]
    for k in range(plan.length[day] - 1, p - 1, -1):
        limit = start_until(inst, day, plan.route[day, k], limit - inst.duration[plan.route[day, k]])
        if limit < 0:
            return -1
    return int(limit - inst.travel[plan.at[day, p - 1], inst.destination[day]])


@inlined
def strain_of_day(inst: Instance, plan: Plan, day: int) -> int:
    """Return how hard the day's stops and legs are, in strain units."""
    strain, place = 0, inst.origin[day]
    for p in range(plan.length[day]):
        strain += inst.strain[plan.route[day, p]] + inst.leg_strain[place, plan.at[day, p]]
        place = plan.at[day, p]
    return int(strain + inst.leg_strain[place, inst.destination[day]])


@inlined
def strain_limit(inst: Instance, plan: Plan, day: int) -> int:
    """Return how hard the day may be, the one before it being as it is."""
    rests = day > 0 and plan.strain[day - 1] > inst.limits[day - 1, 1]
    return int(inst.limits[day, 2] if rests else inst.limits[day, 0])


@inlined
def can_bear(inst: Instance, plan: Plan, day: int, more: int) -> bool:
    """Return whether the day may be harder by so much, and the next one stay as it is."""
    strain = plan.strain[day] + more
    if strain > strain_limit(inst, plan, day):
        return False
    later = day + 1
    if later == inst.limits.shape[0] or strain <= inst.limits[day, 1]:
        return True
    return bool(plan.used[later] == 0 or plan.strain[later] <= inst.limits[later, 2])


@inlined
def overstrain_price(inst: Instance, plan: Plan, day: int) -> int:
    """Return the price of the day's strain above its limit; one without sights is not to be made easier."""
    if plan.used[day] == 0:
        return 0
    return int(OVERSTRAIN * max(plan.strain[day] - strain_limit(inst, plan, day), 0))


@inlined
def refresh(inst: Instance, plan: Plan, day: int) -> bool:
    """Recompute the day's starts, places and latest starts. False if the day cannot be held.

    A meal is taken where one is; the last ones after the way to the day's end where the day is too short otherwise, of
    a day without stops the last one.
    """
    n, meals = plan.length[day], last_meals(inst, plan, day)
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
    late = moment + inst.travel[place, inst.destination[day]] > inst.day_end[day]
    if late and meals == 0:
        meals = n - 1
    if late and not eat_at_the_end(inst, plan, day, meals):
        return False
    limit, following = inst.day_end[day], inst.destination[day]
    for p in range(n - 1, -1, -1):
        node = plan.route[day, p]
        if following >= 0:
            limit -= inst.travel[plan.at[day, p], following]
        if p == meals - 1 and meals < n:
            limit = (
                latest_before_meals(inst, plan, day, meals)
                if late
                else max(limit, latest_before_meals(inst, plan, day, meals))
            )
        begin = start_until(inst, day, node, limit - inst.duration[node])
        if begin < plan.start[day, p]:
            return False
        plan.latest[day, p] = begin
        limit, following = begin, inst.place[node]
    if inst.limits.shape[0] > 0:
        plan.strain[day] = strain_of_day(inst, plan, day)
    return True


@inlined
def crowding_price(inst: Instance, used: int) -> int:
    """Return the price of one more sight on a day that has `used`: it grows with them.

    The first one ends an empty day.
    """
    price = inst.weights.crowding * (2 * used + 1)
    return int(price - inst.weights.empty_day if used == 0 else price)


@inlined
def variety_price(inst: Instance, group: int, count: int) -> int:
    """Return the price of one more sight of a group that has `count` already: linear, at most four steps."""
    return int(inst.variety[group] * min(count, 4))


@inlined
def apart_price(inst: Instance, plan: Plan, sight: int, day: int) -> int:
    """Return the price of visiting the sight on that day apart from others.

    That is: sights which adjoin it are visited on other days, of so many at most, since in an old town all adjoins all;
    its ticket has run out on the day of another that is entered on it; and all of its mates that are visited are so on
    other days.
    """
    count, run_out = 0, 0
    for k in range(inst.beside.shape[1]):
        other = inst.beside[sight, k]
        if other < 0:
            break
        if plan.where[other] >= 0 and plan.where[other] != day:
            count += 1
    for k in range(inst.on_ticket.shape[1]):
        other = inst.on_ticket[sight, k]
        if other < 0:
            break
        if plan.where[other] >= 0 and abs(plan.where[other] - day) >= inst.valid[sight]:
            run_out = 1
    here, elsewhere = 0, 0
    for k in range(inst.mates.shape[1]):
        other = inst.mates[sight, k]
        if other < 0:
            break
        if plan.where[other] == day:
            here = 1
        elif plan.where[other] >= 0:
            elsewhere = 1
    price = inst.weights.apart * min(count, MOST_APART) + inst.weights.second_ticket * run_out
    return int(price + inst.weights.alone * elsewhere * (1 - here))


@inlined
def entry_price(inst: Instance, plan: Plan, sight: int, day: int) -> int:
    """Return the price of going to the sight's gate on that day, too: nothing where one goes there anyway or not at
    all.
    """
    elsewhere = 0
    for k in range(inst.gate.shape[1]):
        other = inst.gate[sight, k]
        if other < 0:
            break
        if plan.where[other] == day:
            return 0
        if plan.where[other] >= 0:
            elsewhere = 1
    return int(inst.weights.second_entry * elsewhere)


@inlined
def is_first_entry(inst: Instance, plan: Plan, sight: int, day: int) -> bool:
    """Return whether no sight before this one lies behind its gate and is visited that day."""
    for k in range(inst.gate.shape[1]):
        other = inst.gate[sight, k]
        if other < 0 or other > sight:
            break
        if plan.where[other] == day:
            return False
    return True


@inlined
def is_first_behind_gate(inst: Instance, plan: Plan, sight: int) -> bool:
    """Return whether no sight before this one lies behind its gate and is visited."""
    for k in range(inst.gate.shape[1]):
        other = inst.gate[sight, k]
        if other < 0 or other > sight:
            break
        if plan.where[other] >= 0:
            return False
    return True


@kernel
def haste_price(inst: Instance, plan: Plan, day: int) -> int:
    """Return the price of the day's long waits and its lack of minutes to spare."""
    wanted = inst.weights.spare_minutes
    if plan.used[day] == 0:
        return 0
    price, spare, ready, place = 0, wanted, inst.day_start[day], inst.origin[day]
    for p in range(plan.length[day]):
        begin = plan.start[day, p]
        share = IDLE_MORNING if p == 0 and inst.meal[plan.route[day, p]] > 0 else 1
        price += share * inst.weights.waiting * max(begin - ready - inst.travel[place, plan.at[day, p]] - PATIENCE, 0)
        if inst.sight[plan.route[day, p]] >= 0:
            spare = min(spare, plan.latest[day, p] - begin)
        ready, place = plan.free[day, p], plan.at[day, p]
    return int(price + inst.weights.haste * (wanted - spare))


@inlined
def filled_minutes(inst: Instance, day: int) -> int:
    """Return the minutes of visits that fill a day of its hours."""
    return int(min(FILLED_MINUTES, (inst.day_end[day] - inst.day_start[day]) // 2))


@inlined
def evaluate_day(inst: Instance, plan: Plan, day: int) -> None:
    """Set the day's profit, and its gain: less the price of its legs, of haste, of being crowded or empty."""
    profit, price, place, visits = 0, 0, inst.origin[day], 0
    for p in range(plan.length[day]):
        node = plan.route[day, p]
        profit += inst.profit[node]
        if inst.meal[node] == 0:
            visits += inst.duration[node]
        price += inst.price[place, plan.at[day, p]]
        place = plan.at[day, p]
    price += inst.price[place, inst.destination[day]]
    if eats_at_the_end(inst, plan, day):
        price += inst.weights.late_dinner
    if inst.weights.spare_minutes > 0:
        price += haste_price(inst, plan, day)
    for used in range(plan.used[day]):
        price += crowding_price(inst, used)
    if plan.used[day] > 0:
        price += inst.weights.short_day * max(filled_minutes(inst, day) - visits, 0)
    plan.profit[day] = profit
    plan.gain[day] = profit - price


@kernel
def evaluate(inst: Instance, plan: Plan, touched: Ints) -> int:
    """Return the plan's value, the touched days evaluated anew.

    That is all gains less the prices of too hard days, of monotony and half of those of adjoining sights on different
    days, of tickets bought again and of sights without their mates: the other half is the other sight's; and those of
    the days on which one goes to a gate again.
    """
    total = 0
    for day in range(plan.length.shape[0]):
        if touched[day] > 0:
            evaluate_day(inst, plan, day)
        total += plan.gain[day]
    for day in range(inst.limits.shape[0]):
        total -= overstrain_price(inst, plan, day)
    for group in range(plan.groups.shape[0]):
        for count in range(plan.groups[group]):
            total -= variety_price(inst, group, count)
    if inst.beside.shape[1] + inst.on_ticket.shape[1] + inst.mates.shape[1] > 0:
        apart = 0
        for sight in range(inst.beside.shape[0]):
            if plan.where[sight] >= 0:
                apart += apart_price(inst, plan, sight, plan.where[sight])
        total -= apart // 2
    if inst.gate.shape[1] > 0:
        for sight in range(inst.gate.shape[0]):
            if plan.where[sight] >= 0 and not is_first_behind_gate(inst, plan, sight):
                total -= inst.weights.second_entry * is_first_entry(inst, plan, sight, plan.where[sight])
    plan.value[0] = total
    return total


@kernel
def objective(inst: Instance, plan: Plan) -> int:
    """Return the value that the search maximises: that of the plan, or its profit alone."""
    if inst.weights.profit_only == 0:
        return int(plan.value[0])
    return int(plan.profit.sum())


@kernel
def minutes_on_the_way(inst: Instance, plan: Plan, day: int) -> int:
    """Return the minutes of all legs of the day."""
    minutes, place = 0, inst.origin[day]
    for p in range(plan.length[day]):
        minutes += inst.travel[place, plan.at[day, p]]
        place = plan.at[day, p]
    return int(minutes + inst.travel[place, inst.destination[day]])
