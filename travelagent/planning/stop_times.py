"""When the stops of a solved day begin as people would have it.

The search begins each stop as early as it can. Here what would follow dinner is seen before it when that only fills the
wait; nobody waits long for a sight whose best hours alone have not begun; dinner is had in a place of food where the
day has one; and where one would later wait anyway, the whole day starts later instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from travelagent.planning.hours import Window
from travelagent.planning.problem import Problem
from travelagent.planning.search.arrays import Plan
from travelagent.planning.search.evaluation import start_from
from travelagent.planning.taste import after_dark, has_dinner
from travelagent.planning.windows import DINNER
from travelagent.plans.values import Sight

LOOK_AROUND = 30
"""Minutes that a visit with dinner has besides."""
IDLE = 30
"""Minutes that one waits at most for the best hours of a sight."""
KEPT_SPARE = 20
"""Minutes that a later start of the day leaves to spare."""
LATEST_START, BEFORE_LUNCH = 10 * 60, 150
"""A day is not begun later than this hour, or so many minutes before people there have lunch, only to spare a wait."""
Stops: TypeAlias = list[tuple[int, int]]
"""The nodes of a day in their order, each with its begin."""


def stop_times(problem: Problem, plan: Plan, day: int) -> Stops:
    """Return the stops of that day of a solution with their begins."""
    stops = [(int(plan.route[day, p]), int(plan.start[day, p])) for p in range(int(plan.length[day]))]
    stops = _without_idling(problem, day, _visit_before_dinner(problem, day, stops))
    stops = _dinner_where_the_food_is(problem, day, stops)
    if problem.frames[day].move is not None or all(problem.instance.meal[node] for node, _ in stops):
        return stops
    push = _later_start(problem, day, stops, _meals_at_the_end(problem, plan, day))
    return [(node, begin + push[p]) for p, (node, begin) in enumerate(stops)]


def serves_dinner(problem: Problem, day: int, sight: Sight, visit: Window) -> bool:
    """Return whether a visit of those hours to a place of food may end with the day's dinner."""
    inst, dinner = problem.instance, int(problem.instance.meal_node[day, DINNER])
    begin = visit[1] - int(inst.duration[dinner])
    in_time = begin >= max(int(inst.opens[day, dinner, 0]), visit[0] + LOOK_AROUND)
    return has_dinner(sight) and in_time and visit[1] <= problem.frames[day].meals.dinner[1]


def _dinner_where_the_food_is(problem: Problem, day: int, stops: Stops) -> Stops:
    """The stops with the day's dinner within the visit before it to a place of food, where there is one that may end
    with it, and what follows as soon as it can be."""
    inst = problem.instance
    dinner = next((node for node, _ in stops if inst.meal[node] == DINNER), None)
    for p, (node, begin) in enumerate(stops):
        sight, over = problem.nodes[node].sight, begin + int(inst.duration[node])
        if dinner is None or node == dinner:
            break
        if sight is not None and serves_dinner(problem, day, sight, (begin, over)):
            after = [other for other, _ in stops[p + 1 :] if other != dinner]
            return [*stops[: p + 1], (dinner, over), *_in_turn(problem, day, after, (int(inst.place[node]), over))]
    return stops


def _in_turn(problem: Problem, day: int, nodes: Sequence[int], since: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Those nodes one after another from that place and minute on, each begun as soon as it can be."""
    inst, (place, ready) = problem.instance, since
    for node in nodes:
        here = place if inst.meal[node] else int(inst.place[node])
        begin = start_from(inst, day, node, ready + int(inst.travel[place, here]))
        yield node, begin
        place, ready = here, begin + int(inst.duration[node])


def _visit_before_dinner(problem: Problem, day: int, stops: Stops) -> Stops:
    """The stops with dinner behind the sight that followed it, if both then end no later than they did."""
    inst = problem.instance
    ready, place = int(inst.day_start[day]), int(inst.origin[day])
    for p, (meal, at) in enumerate(stops[:-1]):
        sight, begin = stops[p + 1]
        if inst.meal[meal] == DINNER and problem.nodes[sight].sight is not None:
            here = int(inst.place[sight])
            earlier = start_from(inst, day, sight, ready + int(inst.travel[place, here]))
            dinner = start_from(inst, day, meal, earlier + int(inst.duration[sight])) if earlier >= 0 else -1
            if dinner >= 0 and dinner + inst.duration[meal] <= begin + inst.duration[sight]:
                return [*stops[:p], (sight, earlier), (meal, dinner), *stops[p + 2 :]]
        ready = at + int(inst.duration[meal])
        place = place if inst.meal[meal] else int(inst.place[meal])
    return stops


def _without_idling(problem: Problem, day: int, stops: Stops) -> Stops:
    """The stops, what is of the day begun as soon as one is there where nothing but its best hours would let one wait
    long for it, and what follows it sooner by as much as it can be."""
    inst, place, ready = problem.instance, int(problem.instance.origin[day]), int(problem.instance.day_start[day])
    found: Stops = []
    for node, planned in stops:
        here = place if inst.meal[node] else int(inst.place[node])
        there = ready + int(inst.travel[place, here])
        begin = start_from(inst, day, node, there) if found and found != stops[: len(found)] else planned
        sight = problem.nodes[node].sight
        if found and sight is not None and begin - there > IDLE and not _is_worth_a_wait(sight):
            sooner = start_from(problem.plain, day, node, there)
            begin = min(begin, sooner) if sooner >= 0 else begin
        found.append((node, begin))
        place, ready = here, begin + int(inst.duration[node])
    return found


def _is_worth_a_wait(sight: Sight) -> bool:
    """Whether it is little before its hours have come: in the dark, at dinner time, or from a known hour on."""
    return after_dark(sight) or has_dinner(sight) or sight.begin_from is not None


def _meals_at_the_end(problem: Problem, plan: Plan, day: int) -> set[int]:
    """The day's meals that are taken where it ends."""
    inst, stops = problem.instance, range(int(plan.length[day]))
    end = int(inst.destination[day])
    return {int(plan.route[day, p]) for p in stops if inst.meal[plan.route[day, p]] and plan.at[day, p] == end}


def _later_start(problem: Problem, day: int, stops: Stops, at_the_end: Collection[int]) -> list[int]:
    """Minutes by which each stop before the first wait starts later: as many as the wait and their windows allow."""
    inst, end = problem.instance, int(problem.instance.destination[day])
    until, place, wait, leading = 0, -1, 0, 0
    for node, begin in stops:
        stays = end if node in at_the_end else place
        here = stays if inst.meal[node] else int(inst.place[node])
        if leading:
            wait = begin - until - (int(inst.travel[place, here]) if here != place else 0)
            if wait > 0:
                break
        until, place, leading = begin + int(inst.duration[node]), here, leading + 1
    if wait <= 0 or any(inst.meal[node] for node, _ in stops[:leading]):
        return [0] * len(stops)
    leaves = stops[0][1] - int(inst.travel[inst.origin[day], inst.place[stops[0][0]]])
    latest = max(LATEST_START, problem.frames[day].meals.lunch[0] - BEFORE_LUNCH)
    best = ((problem.nodes[node].sight, begin) for node, begin in stops[:leading])
    early = (sight.begin_by - begin for sight, begin in best if sight and sight.begin_by)
    push = min(wait, latest - leaves, *early) // 5 * 5
    while push > 0 and any(
        start_from(inst, day, node, later) != later
        for node, begin in stops[:leading]
        for later in (begin + push, begin + push + KEPT_SPARE)
    ):
        push -= 5
    return [max(push, 0) if p < leading else 0 for p in range(len(stops))]
