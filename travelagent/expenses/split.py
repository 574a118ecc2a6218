"""Who bears how much of an expense, to the smallest unit.

Mechanism: largest remainder. Each traveller is given the whole units of the exact part; the units that are left go, one
each, to the largest remainders. Among equal remainders a digest of the expense's id decides, so that over many expenses
no traveller always pays the odd penny, and the same expense is always split alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256

from travelagent.expenses.values import Balance, Expense, Part, smallest_unit


def shares(expense: Expense) -> dict[str, Decimal]:
    """Return what each traveller bears, in the expense's currency; it sums to the amount."""
    return apportion(expense.amount, _weighted(expense), smallest_unit(expense.currency), expense.id)


def worth_shares(expense: Expense) -> dict[str, Decimal]:
    """Return what each traveller bears, in the trip's currency; it sums to `expense.worth`."""
    return apportion(expense.worth, _weighted(expense), smallest_unit(expense.rate.currency), expense.id)


def balances(expenses: Iterable[Expense], travellers: Sequence[str]) -> tuple[Balance, ...]:
    """Return the balances in the order of `travellers`; their nets sum to zero."""
    paid: dict[str, Decimal] = dict.fromkeys(travellers, Decimal(0))
    owed: dict[str, Decimal] = dict.fromkeys(travellers, Decimal(0))
    for expense in expenses:
        paid[expense.payer] += expense.worth
        for traveller, amount in worth_shares(expense).items():
            owed[traveller] += amount
    return tuple(Balance(traveller, paid[traveller], owed[traveller]) for traveller in travellers)


def apportion(amount: Decimal, weights: Mapping[str, Decimal], unit: Decimal, seed: str) -> dict[str, Decimal]:
    """Return `amount` in parts like `weights`, each in whole `unit`s; they sum to it. `amount` is in whole units."""
    units = int(amount / unit)
    total = sum(map(Fraction, weights.values()), Fraction(0))
    exact = {name: units * Fraction(weight) / total for name, weight in weights.items()}
    whole = {name: int(part) for name, part in exact.items()}
    order = sorted(exact, key=lambda name: (whole[name] - exact[name], sha256(f"{seed}\n{name}".encode()).digest()))
    for name in order[: units - sum(whole.values())]:
        whole[name] += 1
    return {name: count * unit for name, count in whole.items()}


def _weighted(expense: Expense) -> dict[str, Decimal]:
    return {part.traveller: _weight(expense, part) for part in expense.parts}


def _weight(expense: Expense, part: Part) -> Decimal:
    return Decimal(1) if expense.method == "equal" else part.weight
