"""What a trip may cost, in the currency of its budget."""

from decimal import Decimal

from travelagent.assistant.results.budget import Budget
from travelagent.briefs.costs import total_limit
from travelagent.briefs.values import TripBrief


def counted_limit(brief: TripBrief, budget: Budget) -> Decimal | None:
    """Return the limit of the whole trip in the currency of its budget; None where there is none, or one in another
    currency.
    """
    limit = brief.budget
    if limit is None or limit.currency not in (None, budget.currency):
        return None
    return total_limit(brief, budget.days)
