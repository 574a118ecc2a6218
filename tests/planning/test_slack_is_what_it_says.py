"""A visit's slack is exactly what a delay may be: that much later everything still holds, one minute more breaks it."""

from __future__ import annotations

import dataclasses

import pytest

from tests.planning.cast import SIGHTS, request, text
from travelagent.planning.engine import plan
from travelagent.planning.slack import Step, spare_minutes
from travelagent.plans.values import DayPlan, FixedVisit, Itinerary, Leg, Meal, Visit
from travelagent.verifier import verify

BOOKING = FixedVisit(text("Opera"), 48.002, 11.002, 19 * 60 + 30, 90, day=2)
REQUESTS = {
    "plain": request(),
    "packed": request(pace="packed", days=1),
    "with a booking": request(fixed=(BOOKING,)),
}


def delayed(day: DayPlan, first: Visit, minutes: int) -> DayPlan:
    """The day with one arrival later; all that follows moves as far as it must and waits where it can."""
    steps: list[tuple[int, int, Visit | Meal | Leg]] = [(visit.arrive, visit.depart, visit) for visit in day.visits]
    steps += [(meal.start, meal.end, meal) for meal in day.meals if meal.visit is None]
    steps += [(leg.depart, leg.depart + leg.minutes, leg) for leg in day.legs]
    visits, meals = [], [meal for meal in day.meals if meal.visit is not None]
    moment = 0
    for begin, end, step in sorted(steps, key=lambda item: item[:2]):
        start = max(begin, moment) + (minutes if step is first else 0)
        moment = start + end - begin
        if isinstance(step, Visit):
            visits.append(dataclasses.replace(step, arrive=start, depart=moment))
        elif isinstance(step, Meal):
            meals.append(dataclasses.replace(step, start=start, end=moment))
    return dataclasses.replace(day, visits=tuple(visits), meals=tuple(meals), end=max(moment, day.end))


def with_first_delayed(itinerary: Itinerary, index: int, visit: Visit, minutes: int) -> Itinerary:
    days = list(itinerary.days)
    days[index] = delayed(days[index], visit, minutes)
    return dataclasses.replace(itinerary, days=tuple(days))


@pytest.mark.parametrize("plan_request", REQUESTS.values(), ids=REQUESTS)
def test_a_delay_within_the_slack_is_harmless_and_one_minute_more_is_not(plan_request):
    found = plan(plan_request, SIGHTS)
    for index, day in enumerate(found.days):
        for visit in day.visits:
            assert visit.slack_minutes >= 0
            late = with_first_delayed(found, index, visit, visit.slack_minutes)
            too_late = with_first_delayed(found, index, visit, visit.slack_minutes + 1)
            assert verify(late, plan_request, SIGHTS).failures == ()
            assert not verify(too_late, plan_request, SIGHTS).feasible


def test_the_reason_names_the_same_minutes():
    for visit in plan(request(), SIGHTS).visits:
        assert f"{visit.slack_minutes} min to spare" in visit.why.en
        assert f"时间余量 {visit.slack_minutes} 分钟" in visit.why.zh


def test_waits_absorb_a_delay_and_the_days_end_limits_it():
    steps = [
        Step(540, 60, 700),
        Step(600, 20, 1440),
        Step(660, 30, 670),
        Step(690, 10, 1440),
    ]
    assert spare_minutes(steps, 1000) == [50, 50, 10, 300]
    assert spare_minutes(steps, 705) == [45, 45, 5, 5]
