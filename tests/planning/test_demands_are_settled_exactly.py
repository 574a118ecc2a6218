"""Which demands fit together is proven: it agrees with trying every order on every day, and names a smallest clash."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import combinations, permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.planning.cast import request, sight, text
from tests.support.examples import examples
from travelagent.catalog import source
from travelagent.catalog.adapter import city_stay, planning_sights
from travelagent.planning.engine import plan
from travelagent.planning.frame import frame
from travelagent.planning.placement import placed, placements
from travelagent.planning.problem import Problem, build
from travelagent.planning.search.arrays import Plan
from travelagent.planning.search.evaluation import refresh
from travelagent.plans.values import DayWindow, FixedVisit, Pin, PlanRequest, Point
from travelagent.travel.legs import EstimatedLegs

HOURS = ("09:00-12:00", "09:00-18:00", "14:00-17:00", "10:00-11:30,15:00-16:30", "18:00-22:00")


@st.composite
def problems(draw) -> Problem:
    """Up to four demanded sights on two short days, one of them with a booking."""
    wanted = tuple(
        sight(
            f"s{index}",
            48.0 + draw(st.sampled_from([0.0, 0.01, 0.05])),
            11.0 + draw(st.sampled_from([0.0, 0.02, 0.1])),
            minutes=draw(st.sampled_from([30, 90, 150, 200, 320])),
            hours=draw(st.sampled_from(HOURS)),
        )
        for index in range(draw(st.integers(1, 4)))
    )
    windows = (DayWindow(1, start=9 * 60, end=draw(st.sampled_from([13, 15, 18])) * 60), DayWindow(2, start=12 * 60))
    fixed = (FixedVisit(text("Own"), 48.01, 11.01, 15 * 60, 60, 2),) if draw(st.booleans()) else ()
    plan_request = request(
        days=2, must_see=tuple(s.id for s in wanted), day_windows=windows, fixed=fixed, pace="relaxed"
    )
    legs = EstimatedLegs()
    return build(plan_request, frame(plan_request, wanted, legs), wanted, legs).without_taste()


def tried(problem: Problem) -> set[frozenset[str]]:
    """The sets of sights that two days can hold, by trying everything."""
    by_day = [set(held_by_day(problem, day)) for day in range(2)]
    return {first | second for first, second in product(*by_day) if not first & second}


def held_by_day(problem: Problem, day: int) -> Iterator[frozenset[str]]:
    inst = problem.instance
    fixed = [int(node) for node in problem.initial.route[day, : problem.initial.length[day]]]
    for count in range(min(len(problem.sights), int(inst.cap[day])) + 1):
        for chosen in combinations(problem.sights, count):
            names = [s.id for s in chosen]
            variants = [[n for n, node in enumerate(problem.nodes) if node.sight and node.sight.id == i] for i in names]
            if any(
                holds(problem, day, route)
                for nodes in product(*variants)
                for order in permutations(nodes)
                for route in merged(problem, order, fixed)
            ):
                yield frozenset(names)


def merged(problem: Problem, order: Sequence[int], fixed: Sequence[int]) -> Iterator[list[int]]:
    """All ways to lay the fixed stops, in their order, among the sights; a sight with lunch takes the lunch's place."""
    replaced = sum(1 for node in order if problem.instance.replaces[node])
    lunches = [node for node in fixed if problem.instance.meal[node] == 1]
    if replaced > len(lunches):
        return
    total = len(order) + len(fixed)
    for places in combinations(range(total), len(fixed)):
        route = [0] * total
        sights, stops = iter(order), iter(fixed)
        for position in range(total):
            route[position] = next(stops) if position in places else next(sights)
        if not replaced:
            yield route
            continue
        at = next(p for p, node in enumerate(route) if problem.instance.replaces[node])
        if route.index(lunches[0]) == at + 1:
            yield [node for node in route if node != lunches[0]]


def holds(problem: Problem, day: int, route: Sequence[int]) -> bool:
    plan = Plan(*(array.copy() for array in problem.initial))
    plan.route[day, : len(route)], plan.length[day] = route, len(route)
    return all(problem.instance.windows[day, node] for node in route) and bool(refresh(problem.instance, plan, day))


@given(problem=problems())
@settings(max_examples=examples(60), deadline=None)
def test_what_fits_is_what_trying_everything_finds(problem):
    demands = tuple(sight.id for sight in problem.sights)
    found, fits = placements(problem, demands), tried(problem)
    assert (found.everything is not None) == (frozenset(demands) in fits)
    if found.everything is not None:
        assert placed(problem, found.everything).where.min() >= 0
        return
    assert {frozenset(d for n, d in enumerate(demands) if mask >> n & 1) for mask in found.routes} == fits
    clash = frozenset(found.smallest_clash())
    assert clash not in fits
    assert all(frozenset(smaller) in fits for smaller in combinations(demands, len(clash) - 1))


@given(problem=problems(), data=st.data())
@settings(max_examples=examples(30), deadline=None)
def test_what_is_kept_is_worth_most(problem, data):
    demands = tuple(sight.id for sight in problem.sights)
    worths = [data.draw(st.integers(1, 9)) for _ in demands]
    value = dict(zip(demands, worths, strict=True))
    kept = placements(problem, demands).dearest(worths)
    assert sum(value[d] for d in kept) == max(sum(value[d] for d in fit) for fit in tried(problem))


def test_nothing_fits_where_a_day_is_too_short_for_the_way_to_its_end() -> None:
    park, far = sight("park", 48.001, 11.001), Point(text("Far"), 48.6, 11.0)
    plan_request = request(days=2, must_see=(park.id,), day_windows=(DayWindow(2, start=600, end=630, origin=far),))
    legs = EstimatedLegs()
    problem = build(plan_request, frame(plan_request, [park], legs), [park], legs).without_taste()
    found = placements(problem, [park.id])
    assert found.everything is None
    assert found.dearest([1.0]) == ()


def test_what_is_said_to_fit_beside_two_meals_on_a_short_far_day_is_laid_out() -> None:
    wanted = ("foshan/fengjian-water-village", "foshan/xiqiao-mountain", "foshan/lingnan-tiandi")
    plan_request = PlanRequest(
        (city_stay(source.cities()["foshan"]),),
        3,
        start_date=date(2027, 5, 4),
        must_see=wanted,
        pinned=(Pin("foshan/qinghui-garden", 3),),
        day_windows=tuple(DayWindow(day, end=19 * 60 + 30) for day in (1, 2, 3)),
    )
    found = plan(plan_request, planning_sights(["foshan"]))
    assert {*wanted, "foshan/qinghui-garden"} <= {visit.sight for visit in found.visits}
    assert found.certificate.feasible
