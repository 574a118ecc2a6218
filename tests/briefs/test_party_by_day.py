"""Who joins a trip or leaves it before its end, and what is counted by day for it."""

from decimal import Decimal

import pytest

from travelagent.assistant.embedded.dialogue import patch
from travelagent.assistant.embedded.wishes import People, Wishes
from travelagent.briefs.apply import apply
from travelagent.briefs.costs import attendance, attendance_by_day, budget_basis, total_limit
from travelagent.briefs.party import (
    everybody,
    has_seniors,
    head_count,
    party_on,
    people_by_day,
    recounted,
    walkers_of,
    young_children,
)
from travelagent.briefs.values import BudgetLimit, Party, PartyChange, TripBrief
from travelagent.costs.values import Attendance

SISTER = PartyChange(3, adults=1, who="my sister")
CHILD_JOINS = PartyChange(2, children=(6,))
GRANDMA_LEAVES = PartyChange(4, leaves=True, seniors=1)


@pytest.mark.parametrize(
    ("party", "people"),
    [
        (Party(adults=2, changes=(SISTER,)), (2, 2, 3, 3)),
        (Party(changes=(PartyChange(2),)), (1, 2, 2, 2)),
        (Party(group=True, changes=(SISTER,)), (2, 2, 3, 3)),
        (Party(children=(9,), changes=(CHILD_JOINS,)), (2, 3, 3, 3)),
        (Party(adults=2, seniors=1, changes=(SISTER, GRANDMA_LEAVES)), (3, 3, 4, 3)),
        (Party(adults=2, changes=(PartyChange(2, leaves=True), PartyChange(3, leaves=True, adults=5))), (2, 1, 1, 1)),
        (Party(adults=2), (2, 2, 2, 2)),
    ],
)
def test_people_are_counted_by_day(party: Party, people: tuple[int, ...]) -> None:
    assert people_by_day(party, 4) == people
    assert head_count(party) == max(people)


def test_a_child_that_leaves_is_the_one_of_its_age() -> None:
    family = Party(adults=2, children=(None, 6, 9))
    for age, left in ((6, (None, 9)), (12, (6, 9)), (None, (6, 9))):
        gone = Party(2, (None, 6, 9), changes=(PartyChange(2, leaves=True, children=(age,)),))
        assert party_on(gone, 1) == family
        assert party_on(gone, 2).children == left
        assert party_on(gone, 2).adults == 2


def test_days_are_measured_for_everybody_who_is_ever_there() -> None:
    party = Party(
        adults=2, changes=(CHILD_JOINS, PartyChange(3, seniors=1), PartyChange(4, leaves=True, children=(6,)))
    )
    assert young_children(party) == (6,)
    assert has_seniors(party)
    assert everybody(party) == Party(adults=2, children=(6,), seniors=1)
    assert walkers_of(TripBrief(party=party)) == walkers_of(TripBrief(party=everybody(party)))


def test_another_number_is_that_of_the_fullest_day() -> None:
    party = Party(adults=2, children=(6,), changes=(SISTER,))
    five = recounted(party, 5)
    assert (head_count(five), five.children, five.changes) == (5, (6,), (SISTER,))
    assert recounted(party, 1) == Party(adults=1)


def test_a_limit_a_person_and_day_counts_the_days_of_each() -> None:
    party = Party(adults=2, changes=(SISTER,))
    totals = {per: total_limit(TripBrief(party=party, budget=BudgetLimit(Decimal(10), "EUR", per)), 4) for per in
              ("total", "person", "day", "person_day")}  # fmt: skip
    assert totals == {"total": 10, "person": 30, "day": 40, "person_day": 100}


def test_a_budget_is_asked_with_who_is_there_on_each_day() -> None:
    party = Party(adults=2, changes=(CHILD_JOINS,))
    assert attendance(party) == Attendance(3, (6,), 1)
    assert attendance_by_day(party, 3) == (Attendance(2), Attendance(3, (6,), 1), Attendance(3, (6,), 1))
    assert attendance_by_day(Party(adults=2), 3) == ()
    assert budget_basis(TripBrief(party=party), ["beijing"]).party == party


def test_joiners_stay_when_a_message_recounts_the_party() -> None:
    brief = TripBrief(party=Party(adults=2, changes=(SISTER,)))
    wishes = Wishes(people=People(adults=4, complete=True))
    after = apply(brief, [patch(brief, wishes)], "said").brief
    assert (after.party.adults, after.party.changes) == (4, (SISTER,))
