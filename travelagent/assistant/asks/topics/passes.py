"""Passes for trains, towns and museums: not in the data, so what the plan's single tickets cost, to be held against."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Final

from travelagent.assistant.asks.values import TopicAnswer, TripContext
from travelagent.assistant.asks.wording import about_money, compose_answer, in_locale, listed, say
from travelagent.assistant.results.route import Day, Leg
from travelagent.briefs.acts import Ask
from travelagent.briefs.rides import point_of
from travelagent.catalog import source
from travelagent.catalog.adapter import city_costs
from travelagent.catalog.money import current_rates, usual_currency
from travelagent.costs.budget import fare_between
from travelagent.plans.errors import MissingRate

TICKETS: Final = "tickets"
CITY: Final = "city:"


def answer(question: Ask, trip: TripContext) -> TopicAnswer:
    """Tell that passes are not known, and what the journeys and the tickets of the plan cost by themselves."""
    currency = trip.budget.currency if trip.budget else usual_currency(trip.locale)
    rides = list(_rides(trip, currency))
    texts = [say(trip, "passes.unknown")]
    facts: dict[str, Any] = {"currency": currency, "rides": [{"from": a, "to": b, "fare": f} for a, b, f in rides]}
    if rides:
        named = (
            say(trip, "passes.ride", origin=a, goal=b, fare=about_money(trip, fare, currency)) for a, b, fare in rides
        )
        total = sum((fare for _, _, fare in rides), Decimal(0))
        texts.append(say(trip, "passes.rides", rides=listed(trip, named), total=about_money(trip, total, currency)))
    elif trip.budget is not None and (tickets := _tickets(trip)):
        facts["tickets"] = tickets
        texts.append(say(trip, "passes.tickets", total=about_money(trip, tickets, currency)))
    return compose_answer(trip, [*texts, say(trip, "passes.compare")], facts, known=False)


def _rides(trip: TripContext, currency: str) -> Iterator[tuple[str, str, Decimal]]:
    """The plan's journeys by train between its cities, with what one person pays for each."""
    moves: list[tuple[Day, Leg]] = [(day, leg) for day in (trip.route.days if trip.route else ()) for leg in day.legs]
    for _, leg in moves:
        origin, goal = leg.origin.removeprefix(CITY), leg.destination.removeprefix(CITY)
        start = point_of(origin) if leg.origin.startswith(CITY) and leg.mode == "train" else None
        if start is None or goal not in source.cities():
            continue
        try:
            fare, paid_in = fare_between(start, city_costs(source.cities()[goal]), "train")
            amount = current_rates().convert(fare, paid_in, currency).amount
        except MissingRate:
            continue
        yield in_locale(trip, leg.origin_name), in_locale(trip, leg.destination_name), amount


def _tickets(trip: TripContext) -> Decimal | None:
    """What the tickets of the plan cost one person."""
    budget = trip.budget
    items = [item.amount for item in budget.items if item.kind == TICKETS] if budget else []
    return sum(items, Decimal(0)) / budget.travellers if budget and items else None
