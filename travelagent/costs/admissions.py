"""What a party pays at a gate: the adult price for all but those whose age is known and has a reduced price there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from travelagent.plans.concessions import Concession, ticket_at


@dataclass(frozen=True, slots=True)
class Admission:
    """So many tickets of one price; `ages` of those who have them, empty for the adult price."""

    price: Decimal
    count: int
    ages: tuple[int, ...] = ()


def admissions(
    adult: Decimal, concessions: Sequence[Concession], travellers: int, ages: Iterable[int | None]
) -> tuple[Admission, ...]:
    """Return the tickets of so many travellers, dearest first.

    `ages`: those of the children and seniors among them, None for an unknown age.
    """
    reduced: dict[Decimal, list[int]] = {}
    for age in ages:
        paid = ticket_at(age, adult, concessions)
        if age is not None and paid < adult:
            reduced.setdefault(paid, []).append(age)
    full = travellers - sum(map(len, reduced.values()))
    rows = [Admission(adult, full)] if full > 0 else []
    rows += [Admission(price, len(who), tuple(sorted(who))) for price, who in sorted(reduced.items(), reverse=True)]
    return tuple(rows)
