"""Tickets on which more than one sight is entered: where each is bought, and when again."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Protocol


class Entrance(Protocol):
    """What is entered on a ticket of its own or on another's."""

    @property
    def id(self) -> str: ...
    @property
    def shared_ticket(self) -> str: ...
    @property
    def ticket_days(self) -> int: ...


def bought_at(entrances: Iterable[tuple[dt.date, Entrance]]) -> Iterator[str]:
    """For each entrance, in the order of their dates, the id of that where its ticket was bought: a shared one is
    bought again when it has run out."""
    bought: dict[str, tuple[dt.date, str]] = {}
    for date, entrance in entrances:
        ticket = entrance.shared_ticket or entrance.id
        if ticket not in bought or 0 < entrance.ticket_days <= (date - bought[ticket][0]).days:
            bought[ticket] = date, entrance.id
        yield bought[ticket][1]
