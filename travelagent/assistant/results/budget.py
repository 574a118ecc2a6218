"""The budget of calculate_budget, all amounts in its currency."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, TypeAlias

from travelagent.assistant.results.values import Omitted
from travelagent.catalog.values import Tier

ItemKind: TypeAlias = Literal["lodging", "meals", "transport", "tickets", "intercity", "reserve"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A line of the budget; the tickets, which are summed up in one, have no price of their own."""

    kind: ItemKind
    label: str
    quantity: int
    unit_price: Omitted[Decimal | None] = None
    amount: Decimal
    low: Decimal = Decimal(0)
    high: Decimal = Decimal(0)
    source: Omitted[str] = ""
    as_of: Omitted[str] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What a trip costs, and between what it lies."""

    currency: str
    travellers: int
    days: int
    tier: Tier
    total: Decimal
    low: Decimal
    high: Decimal
    per_person_day: Decimal
    items: tuple[Item, ...]
    notes: tuple[str, ...] = ()
    nights: Omitted[int | None] = None
    plan: Omitted[str] = ""
    people: Omitted[tuple[int, ...]] = ()
