"""Expenses split to the smallest unit, balances that sum to zero, and the fewest transfers that settle them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from travelagent.expenses.settle import EXACT_LIMIT, settle
from travelagent.expenses.split import apportion, balances, shares, worth_shares
from travelagent.expenses.values import Expense, Part, Rate, Transfer, check_expense, smallest_unit
from travelagent.plans.errors import InvalidRequest

DAY = date(2026, 4, 13)
NAMES = "abcdefghijklmnopqrstuvwxyz"
CURRENCIES = ("EUR", "JPY", "KWD")


def expense(**changes) -> Expense:
    given = {
        "id": "exp_1",
        "payer": "a",
        "amount": Decimal("100.00"),
        "currency": "EUR",
        "day": DAY,
        "kind": "food",
        "method": "equal",
        "parts": tuple(map(Part, "abc")),
        "rate": Rate("EUR", Decimal(1), DAY),
    }
    return Expense(**{**given, **changes})


def money(currency: str, most: int = 10**7) -> st.SearchStrategy[Decimal]:
    return st.integers(1, most).map(lambda units: units * smallest_unit(currency))


@st.composite
def some_expense(draw, travellers: str, home: str) -> Expense:
    currency = draw(st.sampled_from(CURRENCIES))
    amount = draw(money(currency))
    who = draw(st.lists(st.sampled_from(travellers), min_size=1, unique=True))
    method = draw(st.sampled_from(["equal", "shares", "amounts"]))
    weights = draw(st.lists(st.integers(1, 9), min_size=len(who), max_size=len(who)))
    parts = tuple(Part(name, Decimal(weight)) for name, weight in zip(who, weights, strict=True))
    if method == "amounts":
        split = apportion(amount, {part.traveller: part.weight for part in parts}, smallest_unit(currency), "")
        parts = tuple(Part(name, part) for name, part in split.items())
    rate = Decimal(1) if currency == home else draw(st.decimals("0.0001", "200", places=6))
    return expense(
        id=f"exp_{draw(st.integers(0, 999))}",
        payer=draw(st.sampled_from(travellers)),
        amount=amount,
        currency=currency,
        method=method,
        parts=parts,
        rate=Rate(home, rate, DAY),
    )


@st.composite
def expense_lists(draw) -> tuple[str, str, list[Expense]]:
    travellers = NAMES[: draw(st.integers(1, 7))]
    home = draw(st.sampled_from(CURRENCIES))
    return travellers, home, draw(st.lists(some_expense(travellers, home), max_size=8))


def nets_of(count: int) -> st.SearchStrategy[dict[str, Decimal]]:
    """Balances of small amounts, so that some of them settle each other."""
    amounts = st.lists(st.integers(-6, 6), min_size=count - 1, max_size=count - 1)
    return amounts.map(lambda some: {NAMES[i]: Decimal(net) / 100 for i, net in enumerate([*some, -sum(some)])})


def after(nets: Mapping[str, Decimal], transfers: Sequence[Transfer]) -> dict[str, Decimal]:
    left = dict(nets)
    for transfer in transfers:
        assert transfer.amount > 0
        left[transfer.debtor] += transfer.amount
        left[transfer.creditor] -= transfer.amount
    return left


def partitions(names: Sequence[str]) -> Iterator[list[list[str]]]:
    """Every partition of the names into groups."""
    if not names:
        yield []
        return
    first, *rest = names
    for groups in partitions(rest):
        yield [[first], *groups]
        for place, group in enumerate(groups):
            yield [*groups[:place], [first, *group], *groups[place + 1 :]]


def fewest(nets: Mapping[str, Decimal]) -> int:
    """The number of transfers, from all partitions into groups of sum zero."""
    names = [name for name, net in nets.items() if net]
    settled = (
        groups for groups in partitions(names) if all(sum(nets[name] for name in group) == 0 for group in groups)
    )
    return min(len(names) - len(groups) for groups in settled)


@given(expense_lists())
@settings(max_examples=examples(400), deadline=None)
def test_balances_are_exact_and_settled(given: tuple[str, str, list[Expense]]) -> None:
    travellers, home, spent = given
    for each in spent:
        check_expense(each, travellers)
        assert sum(shares(each).values()) == each.amount
        assert sum(worth_shares(each).values()) == each.worth
    found = balances(spent, travellers)
    assert sum(balance.paid for balance in found) == sum(each.worth for each in spent)
    nets = {balance.traveller: balance.net for balance in found}
    assert sum(nets.values()) == 0
    assert all(net % smallest_unit(home) == 0 for net in nets.values())
    assert not any(after(nets, settle(nets)).values())


@given(st.integers(1, 8).flatmap(nets_of))
@settings(max_examples=examples(300), deadline=None)
def test_the_transfers_are_the_fewest(nets: dict[str, Decimal]) -> None:
    transfers = settle(nets)
    assert not any(after(nets, transfers).values())
    assert len(transfers) == fewest(nets)


@given(st.integers(EXACT_LIMIT + 1, 26).flatmap(nets_of))
@settings(max_examples=examples(100), deadline=None)
def test_many_travellers_are_settled_too(nets: dict[str, Decimal]) -> None:
    transfers = settle(nets)
    assert not any(after(nets, transfers).values())
    assert len(transfers) <= max(sum(map(bool, nets.values())) - 1, 0)


def test_more_unequal_balances_than_the_table_holds() -> None:
    nets = {name: Decimal(3**place) for place, name in enumerate(NAMES[:17])}
    nets["z"] = -sum(nets.values())
    assert len(settle(nets)) == 17


def test_the_order_of_travellers_changes_nothing() -> None:
    nets = {"a": Decimal(5), "b": Decimal(-3), "c": Decimal(-2), "d": Decimal(4), "e": Decimal(-4)}
    assert settle(nets) == settle(dict(reversed(nets.items())))
    assert settle(nets) == (
        Transfer("b", "a", Decimal(3)),
        Transfer("c", "a", Decimal(2)),
        Transfer("e", "d", Decimal(4)),
    )


def test_balances_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="sum to zero"):
        settle({"a": Decimal(1)})


def test_nobody_always_bears_the_odd_penny() -> None:
    bearers = {max(borne, key=borne.get) for i in range(40) for borne in [shares(expense(id=f"exp_{i}"))]}
    assert bearers == set("abc")
    assert shares(expense()) == shares(expense(parts=tuple(map(Part, "cba"))))
    assert sorted(shares(expense()).values()) == [Decimal("33.33"), Decimal("33.33"), Decimal("33.34")]


def test_larger_shares_bear_no_less() -> None:
    parts = tuple(Part(name, Decimal(weight)) for name, weight in zip("abcd", (1, 2, 3, 5), strict=True))
    borne = list(shares(expense(amount=Decimal("0.17"), method="shares", parts=parts)).values())
    assert all(less <= more for less, more in pairwise(borne))


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("amount", {"amount": Decimal(0)}),
        ("amount", {"amount": Decimal(10**9)}),
        ("amount", {"amount": Decimal("1.005")}),
        ("amount", {"amount": Decimal("100.5"), "currency": "JPY"}),
        ("currency", {"currency": "XQX"}),
        ("rate", {"rate": Rate("EUR", Decimal(0), DAY)}),
        ("payer", {"payer": "z"}),
        ("parts", {"parts": ()}),
        ("parts", {"parts": (Part("z"),)}),
        ("parts", {"parts": (Part("a"), Part("a"))}),
        ("parts", {"method": "shares", "parts": (Part("a", Decimal(0)),)}),
        ("parts", {"method": "shares", "parts": (Part("a", Decimal(-1)), Part("b", Decimal(2)))}),
        ("parts", {"method": "amounts", "parts": (Part("a", Decimal("99.99")),)}),
        ("parts", {"method": "amounts", "parts": (Part("a", Decimal("99.995")), Part("b", Decimal("0.005")))}),
    ],
)
def test_what_cannot_be_split_is_refused(field: str, changes: dict) -> None:
    with pytest.raises(InvalidRequest) as refused:
        check_expense(expense(**changes), "abc")
    assert refused.value.field == field
    assert refused.value.text.en
    assert refused.value.text.zh
