"""What a party pays at a gate: by age where it is known, at the adult price elsewhere, to the cent in the budget."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.planning.cast import COSTS, sight
from tests.support.examples import examples
from travelagent.costs.admissions import Admission, admissions
from travelagent.costs.budget import AGE_UNKNOWN, REDUCED, budget
from travelagent.costs.values import BudgetRequest
from travelagent.plans.concessions import NO_END, Concession
from travelagent.plans.errors import InvalidRequest

FREE, HALF = Decimal(0), Decimal("0.5")
USUAL = (
    Concession(0, 6, share=FREE),
    Concession(6, 18, share=HALF),
    Concession(60, 65, price=Decimal(25)),
    Concession(65, NO_END, share=FREE),
)


@pytest.mark.parametrize(
    ("ages", "rows"),
    [
        ((), [Admission(Decimal(60), 5)]),
        ((5,), [Admission(Decimal(60), 4), Admission(FREE, 1, (5,))]),
        ((6, 17), [Admission(Decimal(60), 3), Admission(Decimal(30), 2, (6, 17))]),
        ((18, 59), [Admission(Decimal(60), 5)]),
        ((64, 65), [Admission(Decimal(60), 3), Admission(Decimal(25), 1, (64,)), Admission(FREE, 1, (65,))]),
        ((None, 6), [Admission(Decimal(60), 4), Admission(Decimal(30), 1, (6,))]),
        ((70, 71, 66, 67, 68), [Admission(FREE, 5, (66, 67, 68, 70, 71))]),
    ],
)
def test_everybody_pays_by_age(ages: tuple[int | None, ...], rows: list[Admission]) -> None:
    assert list(admissions(Decimal(60), USUAL, 5, ages)) == rows


def test_nobody_pays_more_than_an_adult() -> None:
    assert admissions(Decimal(20), USUAL, 1, (62,)) == (Admission(Decimal(20), 1),)


def budget_request(**changes: object) -> BudgetRequest:
    museum = sight("museum", 48.0, 11.0, price=Decimal(30), concessions=USUAL)
    return BudgetRequest(**{"cities": ((COSTS, 3),), "travellers": 5, "visited": (museum,), **changes})  # type: ignore[arg-type]


def test_a_line_says_who_pays_less() -> None:
    tickets = [item for item in budget(budget_request(ages=(3, 6, 68, None))).items if item.kind == "tickets"]
    assert [(item.quantity, item.unit_price) for item in tickets] == [
        (2, Decimal("30.00")),
        (1, Decimal("15.00")),
        (2, Decimal("0.00")),
    ]
    labels = [item.label.en for item in tickets]
    assert "full price" in labels[0]
    assert "6" in labels[1]
    assert all(part in labels[2] for part in ("free", "3", "68"))


@given(
    ages=st.lists(st.none() | st.integers(0, 17) | st.integers(50, 100), max_size=8),
    adults=st.integers(1, 6),
    price=st.decimals("0.5", "999", places=2),
)
@settings(max_examples=examples(60), deadline=None)
def test_the_budget_adds_up_and_ages_never_make_it_dearer(ages: list[int | None], adults: int, price: Decimal) -> None:
    visited = (sight("museum", 48.0, 11.0, price=price, concessions=USUAL),)
    found = budget(budget_request(travellers=adults + len(ages), ages=tuple(ages), visited=visited))
    assert sum(item.amount for item in found.items) == found.total
    assert sum(item.low for item in found.items) == found.low
    tickets = [item for item in found.items if item.kind == "tickets"]
    assert sum(item.quantity for item in tickets) == adults + len(ages)
    assert found.total <= budget(budget_request(travellers=adults + len(ages), visited=visited)).total


def test_assumed_ages_are_reported_once() -> None:
    known, unknown = budget(budget_request(ages=(6,))), budget(budget_request(ages=(6, None)))
    assert REDUCED in known.notes
    assert AGE_UNKNOWN not in known.notes
    assert AGE_UNKNOWN in unknown.notes
    assert budget(budget_request(ages=(6, None)), earlier=unknown).notes == unknown.notes


def test_more_ages_than_travellers_are_refused() -> None:
    with pytest.raises(InvalidRequest):
        budget(budget_request(travellers=1, ages=(6, 8)))
