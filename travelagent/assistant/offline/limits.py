"""What a said budget means in numbers, and who travels where that was not said."""

from decimal import Decimal

from babel.numbers import get_territory_currencies

from travelagent.assistant.lexer.places import country_of
from travelagent.assistant.offline.brief import party_of
from travelagent.assistant.offline.turn import Turn
from travelagent.assistant.offline.values import DEFAULT_DAYS, Understood
from travelagent.assistant.results.budget import Budget
from travelagent.briefs.party import has_seniors, head_count
from travelagent.catalog.money import packaged_rates, usual_currency
from travelagent.plans.errors import MissingRate


def people(understood: Understood) -> int:
    """How many travel; two of a group that was not counted, one when nobody was named."""
    return head_count(party_of(understood))


def with_elders(understood: Understood) -> bool:
    """Whether somebody goes who is elderly, or of an elder generation than the speaker."""
    return has_seniors(party_of(understood))


def with_children(understood: Understood) -> bool:
    return bool(party_of(understood).children)


def total_limit(understood: Understood, days: int) -> Decimal | None:
    """The said budget as a total for the whole party and trip, None without one."""
    said = understood.entities.budget
    if said is None:
        return None
    factor = {"person": people(understood), "day": days, "person_day": people(understood) * days}
    return Decimal(str(said.amount)) * factor.get(said.per or "total", 1)


def person_day_limit(understood: Understood) -> float | None:
    """The said budget as one person's day, None when it cannot be said so."""
    said = understood.entities.budget
    if said is None:
        return None
    days = understood.entities.days or DEFAULT_DAYS
    divisor = {"total": people(understood) * days, "person": days, "day": people(understood), "person_day": 1}
    return round(said.amount / divisor[said.per or "total"], 2)


def over_limit(understood: Understood, turn: Turn, budget: Budget) -> bool:
    """Whether a calculated budget breaks what was said; never where no rate is known."""
    return excess(understood, turn, budget) > 0


def excess(understood: Understood, turn: Turn, budget: Budget) -> Decimal:
    """By how much a calculated budget breaks what was said, in its own currency; 0 where it does not or has no rate."""
    limit = total_limit(understood, budget.days)
    if limit is None:
        return Decimal(0)
    try:
        counted = packaged_rates().convert(limit, limit_currency(understood, turn, budget), budget.currency)
    except MissingRate:
        return Decimal(0)
    return max(budget.total - counted.amount, Decimal(0))


def limit_currency(understood: Understood, turn: Turn, budget: Budget) -> str:
    """The currency of what was said: the one it named, else the one in which the conversation counted first."""
    said = understood.entities.budget
    first = next((f for f in (*turn.earlier, *turn.found) if f.tool == "calculate_budget" and f.error is None), None)
    return (said.currency if said else None) or (first.budget if first else budget).currency


def currency_of(understood: Understood, before: str | None = None) -> str:
    """The currency in which a person is told amounts: their own, the one that the conversation counts in already
    (`before`), else the usual one of the language."""
    return said_currency(understood) or before or usual_currency(understood.language)


def said_currency(understood: Understood) -> str | None:
    """The currency that a person named, else that of their home; None where neither was said."""
    said = understood.entities.budget
    return understood.currency or (said.currency if said else None) or _home_currency(understood.entities.origin)


def _home_currency(origin: str | None) -> str | None:
    """The currency of the country that one comes from, where the rate table knows it."""
    current = get_territory_currencies(country_of(origin)) if origin else []
    return next((code for code in current if code in packaged_rates()), None)
