"""Tickets on which more than one sight is entered: where each is bought, and when again."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Protocol


class Entrance(Protocol):
    """What is entered on a ticket of its own or on another's."""

    @property
    def id(self) -> str:
        """The id of the entrance."""

    @property
    def shared_ticket(self) -> str:
        """The id of the sight on whose ticket one enters; empty for a ticket of its own."""

    @property
    def ticket_days(self) -> int:
        """How many days in a row the ticket is valid; 0 where it does not run out."""


def bought_at(entrances: Iterable[tuple[dt.date, Entrance]]) -> Iterator[str]:
    """Yield for each entrance, in the order of their dates, the id of that where its ticket was bought.

    A shared ticket is bought again when it has run out.
    """
    bought: dict[str, tuple[dt.date, str]] = {}
    for date, entrance in entrances:
        ticket = entrance.shared_ticket or entrance.id
        if ticket not in bought or 0 < entrance.ticket_days <= (date - bought[ticket][0]).days:
            bought[ticket] = date, entrance.id
        yield bought[ticket][1]
