"""What was planned for each kind of expense, and what was spent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, get_args

from travelagent.costs.budget import convert
from travelagent.costs.values import Budget, BudgetKind, RateTable
from travelagent.expenses.values import Expense, ExpenseKind, rounded

KIND_OF_BUDGET: Final[Mapping[BudgetKind, ExpenseKind]] = {
    "lodging": "lodging",
    "meals": "food",
    "transport": "transport",
    "intercity": "transport",
    "tickets": "tickets",
    "reserve": "other",
}
"""Under which kind of expense each kind of the budget stands. What is bought comes out of the reserve."""


@dataclass(frozen=True, slots=True)
class KindSum:
    """In the trip's currency; `planned` None where there is no budget."""

    kind: ExpenseKind
    planned: Decimal | None
    actual: Decimal


def by_kind(
    expenses: Iterable[Expense], currency: str, budget: Budget | None, rates: RateTable | None = None
) -> tuple[KindSum, ...]:
    """Return a row for each kind that was planned or spent on. `rates` are needed for a budget in another currency.

    Raises MissingRate.
    """
    actual: dict[ExpenseKind, Decimal] = {}
    for expense in expenses:
        actual[expense.kind] = actual.get(expense.kind, Decimal(0)) + expense.worth
    planned: dict[ExpenseKind, Decimal] = {}
    for item in budget.items if budget is not None else ():
        kind = KIND_OF_BUDGET[item.kind]
        planned[kind] = planned.get(kind, Decimal(0)) + item.amount
    kinds: tuple[ExpenseKind, ...] = get_args(ExpenseKind)
    return tuple(
        KindSum(kind, None if budget is None else _planned(planned, kind, budget, currency, rates), _of(actual, kind))
        for kind in kinds
        if kind in actual or kind in planned
    )


def _planned(
    planned: Mapping[ExpenseKind, Decimal], kind: ExpenseKind, budget: Budget, currency: str, rates: RateTable | None
) -> Decimal:
    return rounded(convert(_of(planned, kind), budget.currency, currency, rates), currency)


def _of(sums: Mapping[ExpenseKind, Decimal], kind: ExpenseKind) -> Decimal:
    return sums.get(kind, Decimal(0))
