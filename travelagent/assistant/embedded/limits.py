"""What a trip may cost, by whom and for how long it is said."""

from decimal import Decimal

from travelagent.assistant.results.budget import Budget
from travelagent.briefs.party import head_count
from travelagent.briefs.values import TripBrief


def total_limit(brief: TripBrief, days: int) -> Decimal | None:
    """The limit of the whole trip of so many days, in its own currency; None where none was named."""
    limit = brief.budget
    if limit is None:
        return None
    people = head_count(brief.party) if limit.per in ("person", "person_day") else 1
    return limit.amount * people * (days if limit.per in ("day", "person_day") else 1)


def person_day_limit(brief: TripBrief) -> Decimal | None:
    """One person's limit for a day; None where none was named, or the trip has no length yet."""
    if brief.budget is None or (brief.days is None and brief.budget.per in ("total", "person")):
        return None
    days = brief.days or 1
    total = total_limit(brief, days)
    return None if total is None else total / head_count(brief.party) / days


def counted_limit(brief: TripBrief, budget: Budget) -> Decimal | None:
    """The limit of the whole trip in the currency of its budget; None where none was named, or in another currency."""
    limit = brief.budget
    if limit is None or limit.currency not in (None, budget.currency):
        return None
    return total_limit(brief, budget.days)
