"""The values of shared expenses. Money is `Decimal`, in whole smallest units of its currency."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final, Literal

from babel import Locale
from babel.numbers import get_currency_precision

from travelagent.expenses.messages import refuse

ExpenseKind = Literal["lodging", "food", "transport", "tickets", "shopping", "other"]
SplitMethod = Literal["equal", "shares", "amounts"]
CURRENCIES: Final = frozenset(Locale("en").currencies)
"""ISO 4217 codes."""
AMOUNT_LIMIT: Final = Decimal(10**9)


@dataclass(frozen=True, slots=True)
class Rate:
    """One unit of the expense's currency is `value` units of `currency`, the trip's; `estimated`: no published rate."""

    currency: str
    value: Decimal
    day: dt.date
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A traveller's part: nothing of note where it is split equally, else the shares or the amount."""

    traveller: str
    weight: Decimal = Decimal(1)


@dataclass(frozen=True, slots=True)
class Expense:
    """What `payer` paid for the travellers of `parts`. `id` decides who bears the odd penny."""

    id: str
    payer: str
    amount: Decimal
    currency: str
    day: dt.date
    kind: ExpenseKind
    method: SplitMethod
    parts: tuple[Part, ...]
    rate: Rate
    label: str = ""

    @property
    def worth(self) -> Decimal:
        """The amount in the trip's currency."""
        if self.currency == self.rate.currency:
            return self.amount
        return rounded(self.amount * self.rate.value, self.rate.currency)


@dataclass(frozen=True, slots=True)
class Balance:
    """What a traveller paid and owes, in the trip's currency; `net` above zero is to be received."""

    traveller: str
    paid: Decimal
    owed: Decimal

    @property
    def net(self) -> Decimal:
        """The amount that the traveller is owed: paid less owed; negative for a debt."""
        return self.paid - self.owed


@dataclass(frozen=True, slots=True)
class Transfer:
    """`debtor` pays `creditor`, in the trip's currency."""

    debtor: str
    creditor: str
    amount: Decimal


def smallest_unit(currency: str) -> Decimal:
    """Return the smallest unit of a currency: 0.01 of a euro, 1 of a yen."""
    return Decimal(1).scaleb(-get_currency_precision(currency))


def rounded(amount: Decimal, currency: str) -> Decimal:
    """Return the amount in whole smallest units, halves away from zero."""
    return amount.quantize(smallest_unit(currency), ROUND_HALF_UP)


def check_expense(expense: Expense, travellers: Collection[str]) -> None:
    """Raise InvalidRequest for the first field that is wrong. `travellers`: the ids of those of the trip."""
    if expense.currency not in CURRENCIES:
        refuse("currency", "currency", currency=expense.currency)
    if not 0 < expense.amount < AMOUNT_LIMIT:
        refuse("amount", "amount")
    _check_digits("amount", expense.amount, expense.currency)
    if expense.rate.value <= 0:
        refuse("rate", "rate")
    if expense.payer not in travellers:
        refuse("payer", "traveller")
    _check_parts(expense, travellers)


def _check_parts(expense: Expense, travellers: Collection[str]) -> None:
    if not expense.parts:
        refuse("parts", "nobody")
    if any(part.traveller not in travellers for part in expense.parts):
        refuse("parts", "traveller")
    if max(Counter(part.traveller for part in expense.parts).values()) > 1:
        refuse("parts", "twice")
    if any(part.weight < 0 for part in expense.parts):
        refuse("parts", "share")
    total = sum((part.weight for part in expense.parts), Decimal(0))
    if total <= 0:
        refuse("parts", "nothing")
    if expense.method == "amounts":
        for part in expense.parts:
            _check_digits("parts", part.weight, expense.currency)
        if total != expense.amount:
            found, due = (f"{rounded(each, expense.currency):f}" for each in (total, expense.amount))
            refuse("parts", "parts", sum=found, amount=due)


def _check_digits(field: str, amount: Decimal, currency: str) -> None:
    if amount != rounded(amount, currency):
        digits = get_currency_precision(currency)
        refuse(field, "digits", currency=currency, digits=digits)
