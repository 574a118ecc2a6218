"""What children, young people and seniors pay for a ticket: nothing, a share of an adult's, or a price of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

NO_END = 200
"""Below this age are all: a concession that ends with it has no end."""


@dataclass(frozen=True, slots=True)
class Concession:
    """What is paid from an age in completed years until below another one: `share` of an adult's ticket, or `price` in
    the currency of the ticket, one of them."""

    from_age: int
    until_age: int
    share: Decimal | None = None
    price: Decimal | None = None

    def includes(self, age: int) -> bool:
        """Return whether the concession is for people of that age."""
        return self.from_age <= age < self.until_age

    def ticket(self, adult: Decimal) -> Decimal:
        """Return what a ticket costs of which an adult pays so much; never more than that."""
        return min(adult, self.price if self.price is not None else adult * (self.share or Decimal(0)))


def ticket_at(age: int | None, adult: Decimal, concessions: Iterable[Concession]) -> Decimal:
    """Return what somebody of that age pays of whom an adult pays `adult`; an unknown age pays as an adult does."""
    if age is None:
        return adult
    return min((each.ticket(adult) for each in concessions if each.includes(age)), default=adult)
