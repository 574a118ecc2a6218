"""Carried constraints that hold on some days alone: from a date on, or on one day of the week."""

import dataclasses
from datetime import date

import pytest

from tests.planning.cast import request, sight
from travelagent.planning.constraints.base import Scoped
from travelagent.planning.constraints.most_sights import MostSights
from travelagent.planning.constraints.without import Without
from travelagent.planning.edits.apply import requested
from travelagent.planning.edits.constrain import Constrain
from travelagent.planning.engine import plan
from travelagent.plans.values import Itinerary
from travelagent.verifier import verify
from travelagent.wire.request import request_from_wire, request_to_wire

TOWN = [
    sight(f"sight-{n}", 48.0 + n / 1000, 11.0, minutes=45, category="museum" if n % 2 else "park") for n in range(8)
]
TUESDAY, SINCE = date(2026, 4, 14), date(2026, 4, 15)
KNOWN = {each.id: each for each in TOWN}


def museums(plan: Itinerary, day: int) -> int:
    """How many museums a day has."""
    return sum(KNOWN[visit.sight].category == "museum" for visit in plan.days[day - 1].visits if visit.sight)


def test_no_day_has_more_sights_from_the_day_on() -> None:
    wanted = request(days=2, start_date=TUESDAY, constraints=(MostSights(2, since=SINCE),))
    found = plan(wanted, TOWN)
    free = dataclasses.replace(wanted, constraints=())

    first, second = (sum(visit.sight is not None for visit in day.visits) for day in found.days)
    assert (first > 2, second) == (True, 2)
    checked = verify(plan(free, TOWN), dataclasses.replace(wanted, constraints=(MostSights(2),)), TOWN)
    failed = {check.evidence.en for check in checked.failures if check.constraint == "most_sights"}
    assert failed == {"4 sights, at most 2"}
    assert request_from_wire(request_to_wire(wanted)) == wanted


def test_a_kind_is_kept_off_one_day_of_the_week_wherever_that_day_falls() -> None:
    wanted = request(days=2, start_date=TUESDAY, constraints=(Without("museum", weekday=2),))
    found = plan(wanted, TOWN)
    later = plan(dataclasses.replace(wanted, start_date=SINCE), TOWN)

    assert [museums(found, day) > 0 for day in (1, 2)] == [True, False]
    assert [museums(later, day) > 0 for day in (1, 2)] == [False, True]
    failed = {c.evidence.en for c in verify(later, dataclasses.replace(wanted, start_date=SINCE), TOWN).failures}
    spoilt = verify(later, dataclasses.replace(wanted, constraints=(Without("museum"),)), TOWN)
    assert failed == set()
    assert {check.constraint for check in spoilt.failures} >= {"without"}
    assert request_from_wire(request_to_wire(wanted)) == wanted


@pytest.mark.parametrize(
    ("constraint", "en", "zh"),
    [
        (Without("museum", weekday=0), "no museum on Mondays", "周一不去博物馆"),
        (MostSights(1, weekday=6), "at most 1 sight on Sundays", "周日最多 1 个景点"),
        (MostSights(3, since=SINCE), "at most 3 sights a day from Wed 15 Apr on", "从4月15日 周三起每天最多 3 个景点"),
    ],
)
def test_a_constraint_says_on_which_days_it_holds(constraint: Scoped, en: str, zh: str) -> None:
    assert (constraint.text.en, constraint.text.zh) == (en, zh)


def test_a_constraint_replaces_the_one_of_its_kind_and_days_alone() -> None:
    first = (MostSights(4), MostSights(2, weekday=6), Without("museum", weekday=0))
    changes = (Constrain(MostSights(3)), Constrain(Without("park", weekday=0)))
    held = requested(request(days=2, constraints=first), changes).constraints
    assert set(held) == {MostSights(3), *first[1:], Without("park", weekday=0)}
