"""The tickets that the stops of a plan need, dearest first; stops on one ticket make one."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from decimal import Decimal

from travelagent.assistant.results.route import Day, Visit
from travelagent.assistant.results.values import Money
from travelagent.catalog import source
from travelagent.catalog.money import packaged_rates
from travelagent.costs.budget import convert

NEARLY = Decimal("0.75")
"""Another ticket is no saving from this share of the price of the one that is given up on."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """What one person pays once for these visits."""

    visits: tuple[Visit, ...]
    amount: Decimal
    currency: str


def tickets_of(days: Sequence[Day]) -> list[Ticket]:
    """The tickets of these days, dearest first; none that is free."""
    on_one: dict[str, list[tuple[Visit, Money]]] = {}
    for visit in (visit for row in days for visit in row.visits):
        if visit.ticket:
            on_one.setdefault(_ticket(visit), []).append((visit, visit.ticket))
    tickets = [
        Ticket(tuple(visit for visit, _ in stops), max(price.amount for _, price in stops), stops[0][1].currency)
        for stops in on_one.values()
    ]
    priced = [ticket for ticket in tickets if ticket.amount > 0]
    return sorted(priced, key=lambda ticket: (-_worth(ticket, priced[0].currency), str(ticket.visits[0].sight)))


def number_to_save(amount: Decimal, currency: str, days: Sequence[Day], musts: Container[str]) -> int:
    """How many of the dearest tickets, on none of which there is a must, cost one person at least that amount together;
    0 where all of them do not."""
    saved = Decimal(0)
    for number, ticket in enumerate(_given_up(days, musts), 1):
        saved += _worth(ticket, currency)
        if saved >= amount:
            return number
    return 0


def sights_of_dearest(number: int, of: Sequence[Day], days: Sequence[Day], musts: Container[str]) -> list[str]:
    """What to drop where so many of the dearest tickets of some of the days are to go: the sights on them, none of them
    a must, and all that the days do not visit and that would cost nearly as much in their place."""
    tickets = _given_up(of, musts)[:number]
    visited = {visit.sight for row in days for visit in row.visits}
    dropped = [str(visit.sight) for ticket in tickets for visit in ticket.visits]
    cities = {source.sights()[sight].city for sight in dropped if sight in source.sights()}
    least = min((ticket.amount for ticket in tickets), default=Decimal(0)) * NEARLY
    others = (sight for city in sorted(cities) for sight in source.sights_of(city) if sight.id not in visited)
    return [*dropped, *(sight.id for sight in others if sight.price and sight.price >= least)]


def _given_up(days: Sequence[Day], musts: Container[str]) -> list[Ticket]:
    """The tickets on which there is no must, dearest first."""
    return [ticket for ticket in tickets_of(days) if not any(visit.sight in musts for visit in ticket.visits)]


def _ticket(visit: Visit) -> str:
    """The ticket on which a stop is entered: its own, or that of another sight."""
    sight = source.sights().get(visit.sight or "")
    return (sight.ticket or sight.id) if sight else visit.id


def _worth(ticket: Ticket, currency: str) -> Decimal:
    return convert(ticket.amount, ticket.currency, currency, packaged_rates().table())
