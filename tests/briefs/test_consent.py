"""What counts as lost by a change that neither it nor the message mentions."""

import dataclasses
from typing import Any

import pytest

from tests.briefs.test_ledger import BASE, KNOWN, PLAN, TWO_CITIES
from travelagent.briefs.consent import NOTHING_SPOKEN, Spoken, losses, thins, touched_days
from travelagent.briefs.editing import TripPlan
from travelagent.briefs.values import EMPTY, Party
from travelagent.planning.constraints.most_sights import MostSights
from travelagent.planning.edits.constrain import Constrain
from travelagent.planning.edits.days import StartAt
from travelagent.planning.edits.trip import SetHotel, SetPace, SetThrift
from travelagent.plans.values import Edit, Itinerary

FOUR = dataclasses.replace(EMPTY, party=Party(adults=4))


def without(plan: Itinerary, *sights: str) -> Itinerary:
    """The plan without these sights."""
    days = (dataclasses.replace(day, visits=tuple(v for v in day.visits if v.sight not in sights)) for day in plan.days)
    return dataclasses.replace(plan, days=tuple(days))


GARDEN, MUSEUM = "town/garden", "town/museum"
SHORTER = dataclasses.replace(PLAN, days=PLAN.days[:2])


@pytest.mark.parametrize(
    ("before", "after", "named", "spoken", "text"),
    [
        (PLAN, PLAN, (), NOTHING_SPOKEN, ""),
        (PLAN, without(PLAN, MUSEUM), (), NOTHING_SPOKEN, ""),
        (PLAN, without(PLAN, MUSEUM, GARDEN), (), NOTHING_SPOKEN, "2 stops that you did not mention would go"),
        (PLAN, without(PLAN, MUSEUM, GARDEN), (GARDEN,), NOTHING_SPOKEN, ""),
        (PLAN, without(PLAN, MUSEUM, GARDEN), ("museum",), NOTHING_SPOKEN, ""),
        (PLAN, without(PLAN, MUSEUM, GARDEN), (), Spoken(emptier=True), ""),
        (PLAN, SHORTER, (), NOTHING_SPOKEN, "3 → 2 days"),
        (PLAN, SHORTER, (), Spoken(days=True), ""),
        (TWO_CITIES, PLAN, (), NOTHING_SPOKEN, "without Village"),
        (TWO_CITIES, PLAN, (), Spoken(cities=frozenset({"village"})), ""),
    ],
)
def test_what_nobody_mentioned_is_a_loss(
    before: Itinerary, after: Itinerary, named: tuple[str, ...], spoken: Spoken, text: str
) -> None:
    plans = (TripPlan(FOUR, BASE, plan) for plan in (before, after))
    lost = losses(*plans, named, tuple(KNOWN.values()), spoken)
    assert (lost.text.en, bool(lost)) == (text, bool(text))


@pytest.mark.parametrize(
    ("edit", "is_thinning"),
    [(SetPace("relaxed"), True), (SetThrift(1e9), False), (Constrain(MostSights(1)), False), (StartAt(2, 600), False)],
)
def test_a_number_speaks_of_no_emptier_days(edit: Edit, is_thinning: bool) -> None:
    assert thins([edit], EMPTY, EMPTY) is is_thinning


def test_a_change_of_one_day_may_cost_one_stop_of_all_days_together() -> None:
    spread = without(PLAN, MUSEUM, "town/castle")
    plans = (TripPlan(FOUR, BASE, PLAN), TripPlan(FOUR, BASE, spread))
    for edits, text in (([StartAt(2, 600)], "2 stops that you did not mention would go"), ([SetHotel()], "")):
        touched = touched_days(edits, PLAN)
        assert losses(*plans, (), tuple(KNOWN.values()), NOTHING_SPOKEN, touched).text.en == text


@pytest.mark.parametrize(("spoken", "people"), [(NOTHING_SPOKEN, (4, 2)), (Spoken(people=True), None)])
def test_people_are_lost_unless_the_message_counts_them(spoken: Spoken, people: Any) -> None:
    two = dataclasses.replace(FOUR, party=Party(adults=2))
    assert losses(TripPlan(FOUR, BASE, PLAN), TripPlan(two, BASE, PLAN), (), (), spoken).people == people
