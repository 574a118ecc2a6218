"""Money of the place: how much of it the trip takes, and what an amount is worth, by the dated rates."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Final

from travelagent.assistant.asks.subjects import cities_of
from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import about_money, compose_answer, money, say
from travelagent.briefs.acts import Ask
from travelagent.catalog.money import currency_name, current_rates, usual_currency
from travelagent.plans.errors import MissingRate

_IN_CASH: Final = frozenset({"meals", "transport", "tickets"})
"""Lines of the budget that are paid there; the room and the journey mostly are paid before."""
_HUNDRED: Final = Decimal(100)


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell what is spent on the spot in the money of the place, and the rate; of an amount what it is worth there."""
    there = cities_of(question, trip)[0].currency
    home = question.currency or (trip.budget.currency if trip.budget else "")
    home = home if home not in ("", there) else usual_currency(trip.locale)
    facts: dict[str, Any] = {"currency": there, "home": home, "as_of": current_rates().as_of}
    try:
        return compose_answer(trip, list(_texts(question, trip, there, home, facts)), facts)
    except MissingRate:
        return compose_answer(trip, [say(trip, "exchange.no_rate", currency=currency_name(there))], facts, known=False)


def _texts(question: Ask, trip: TripContext, there: str, home: str, facts: dict[str, Any]) -> Iterator[str]:
    convert = current_rates().convert
    if question.amount is not None:
        worth = convert(question.amount, home, there).amount
        facts["worth"] = worth
        yield say(
            trip, "exchange.worth", amount=money(trip, question.amount, home), worth=about_money(trip, worth, there)
        )  # fmt: skip
    elif trip.budget is not None:
        spent = sum((item.amount for item in trip.budget.items if item.kind in _IN_CASH), Decimal(0))
        cash = convert(spent, trip.budget.currency, there).amount
        facts["on_the_spot"] = cash
        yield say(trip, "exchange.on_the_spot", amount=about_money(trip, cash, there))
    if home == there:
        yield say(trip, "exchange.same", currency=currency_name(there))
    else:
        rate = convert(_HUNDRED, home, there).amount
        yield say(
            trip, "exchange.rate", amount=money(trip, _HUNDRED, home), worth=about_money(trip, rate, there),
            date=current_rates().as_of,
        )  # fmt: skip
