"""The fewest transfers that settle balances.

Mechanism: a group of k travellers whose balances sum to zero is settled with k - 1 transfers, and one that cannot be
parted into smaller such groups needs as many. So the fewest transfers come with the most groups. A debtor and a
creditor of the same amount are a group in some best partition and are taken first; for the rest, up to `EXACT_LIMIT`
travellers, a table over all subsets holds the most groups that each can be parted into. Over that limit, groups of
three are sought and the rest is one group: at most one transfer less than travellers, perhaps not the fewest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import combinations
from typing import Final

from travelagent.expenses.values import Transfer

EXACT_LIMIT: Final = 14
"""So many unequal balances are settled with the fewest transfers that there can be."""

Debts = tuple[tuple[str, Decimal], ...]


def settle(nets: Mapping[str, Decimal]) -> tuple[Transfer, ...]:
    """Return the transfers that bring every balance to zero. `nets` sum to zero; above zero is to be received.

    Raises ValueError for balances that do not sum to zero.
    """
    if sum(nets.values(), Decimal(0)):
        raise ValueError("balances do not sum to zero")
    open_debts = tuple(sorted((name, net) for name, net in nets.items() if net))
    pairs, rest = _equal_pairs(open_debts)
    groups = [*pairs, *(_most_groups(rest) if len(rest) <= EXACT_LIMIT else _small_groups(rest))]
    transfers = [transfer for group in groups for transfer in _within(group)]
    return tuple(sorted(transfers, key=lambda transfer: (transfer.debtor, transfer.creditor)))


def _equal_pairs(debts: Debts) -> tuple[list[Debts], Debts]:
    """Return the pairs that settle each other, and who is left."""
    pairs: list[Debts] = []
    waiting: dict[Decimal, list[str]] = {}
    for name, net in debts:
        if partners := waiting.get(-net):
            pairs.append(((partners.pop(0), -net), (name, net)))
        else:
            waiting.setdefault(net, []).append(name)
    left = {name for names in waiting.values() for name in names}
    return pairs, tuple(debt for debt in debts if debt[0] in left)


def _most_groups(debts: Debts) -> Iterator[Debts]:
    """Yield the groups of a partition into as many groups of sum zero as there can be."""
    size = 1 << len(debts)
    sums = [Decimal(0)] * size
    most = [0] * size
    """Of each subset, as a bit mask: the most groups that one after the other can be completed in it."""
    last = [0] * size
    """The bit that is taken out of a subset on the way back from its best chain."""
    for subset in range(1, size):
        lowest = subset & -subset
        sums[subset] = sums[subset ^ lowest] + debts[lowest.bit_length() - 1][1]
        best, bits = -1, subset
        while bits:
            bit = bits & -bits
            bits ^= bit
            if most[subset ^ bit] > best:
                best, last[subset] = most[subset ^ bit], bit
        most[subset] = best + (not sums[subset])
    subset, group = size - 1, 0
    while subset:
        group |= last[subset]
        subset ^= last[subset]
        if not sums[subset]:
            yield tuple(debt for place, debt in enumerate(debts) if group >> place & 1)
            group = 0


def _small_groups(debts: Debts) -> Iterator[Debts]:
    """Yield groups of three as long as there are some, then the rest."""
    left = dict(debts)
    for trio in combinations(debts, 3):
        if all(name in left for name, _ in trio) and not sum(net for _, net in trio):
            yield trio
            for name, _ in trio:
                del left[name]
    if left:
        yield tuple(left.items())


def _within(group: Debts) -> Iterator[Transfer]:
    """Yield the transfers that settle one group, the largest debt to the largest claim each time: each closes one."""
    open_debts = dict(group)
    while len(open_debts) > 1:
        debtor = min(open_debts, key=lambda name: (open_debts[name], name))
        creditor = max(open_debts, key=lambda name: (open_debts[name], name))
        amount = min(-open_debts[debtor], open_debts[creditor])
        yield Transfer(debtor, creditor, amount)
        open_debts[debtor] += amount
        open_debts[creditor] -= amount
        open_debts = {name: net for name, net in open_debts.items() if net}
