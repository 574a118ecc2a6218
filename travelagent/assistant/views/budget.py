"""A budget as models read it: the total, then a line for each item."""

from collections.abc import Mapping
from typing import Any

from travelagent.assistant.results.budget import Budget, Item
from travelagent.assistant.results.parsing import parsed
from travelagent.assistant.views.lines import amount, artifact_ids, section


def budget_view(value: Mapping[str, Any]) -> str:
    """Return the view of a budget as calculate_budget returns it."""
    budget = parsed(Budget, value)
    currency = budget.currency
    people = f"{', '.join(map(str, budget.people))} people by day" if budget.people else f"{budget.travellers} people"
    total = (
        f"total {amount(budget.total, currency)} (range {amount(budget.low)}-{amount(budget.high)}) for"
        f" {people}, {budget.days} days, {budget.nights} nights, tier {budget.tier},"
        f" {f'of plan {budget.plan}' if budget.plan else 'without a plan'};"
        f" {amount(budget.per_person_day, currency)} per person and day; all estimates"
    )
    return "\n".join([artifact_ids(value) + total, *map(_line, budget.items), *section("notes", budget.notes)])


def _line(item: Item) -> str:
    return f"{item.kind} {amount(item.amount)}: {item.label}"
