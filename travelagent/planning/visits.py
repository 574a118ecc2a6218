"""Visits that have no time yet, or only that of their booking."""

from __future__ import annotations

from datetime import date

from travelagent.planning.hours import hours_known
from travelagent.planning.reasons import BOOKING
from travelagent.plans.values import FixedVisit, Money, Sight, Visit


def visit_of(sight: Sight, on: date) -> Visit:
    """Return a visit of a sight on that day."""
    ticket = sight.ticket_on(on)
    return Visit(
        id=sight.id, sight=sight.id, city=sight.lies_in, name=sight.name, lat=sight.lat, lon=sight.lon,
        arrive=0, depart=0, minutes=sight.minutes, ticket=ticket, opens=0, closes=0, slack_minutes=0, why=BOOKING,
        estimated=estimated_of(sight, ticket), shared_ticket=sight.shared_ticket, ticket_days=sight.ticket_days,
        exit=sight.exit,
    )  # fmt: skip


def visit_of_booking(ident: str, booking: FixedVisit, city: str = "") -> Visit:
    """Return the visit of a booking, at its hour."""
    ends = booking.start + booking.minutes
    return Visit(
        id=ident, sight=None, city=city, name=booking.name, lat=booking.lat, lon=booking.lon, arrive=booking.start,
        depart=ends, minutes=booking.minutes, ticket=None, opens=booking.start, closes=ends, slack_minutes=0,
        why=BOOKING, pinned=True, marker=booking.marker, estimated=("position",) if booking.unlocated else (),
    )  # fmt: skip


def estimated_of(sight: Sight, ticket: Money | None) -> tuple[str, ...]:
    """Return what of a visit to the sight is not certain: "hours", "price"."""
    known = {"hours": hours_known(sight), "price": ticket is not None}
    return tuple(name for name, is_known in known.items() if not is_known or name in sight.estimated)
