"""What of a trip a file belongs to: named on the wire by a kind and an id, or the date of a day."""

from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from travelagent.attachments.models import BelongsTo, JournalEntry, TripFile
from travelagent.trips.actions import InvalidTrip
from travelagent.trips.models import Trip


def assign(row: TripFile, trip: Trip, belongs_to: str, target: str) -> None:
    """Let a row belong to a thing of its trip; a journal entry is begun where the day has none. Raises InvalidTrip."""
    found: dict[str, Any] = {"day": None, "visit": "", "expense": None, "entry": None}
    match belongs_to:
        case BelongsTo.DAY:
            found["day"] = day_of(trip, target)
        case BelongsTo.VISIT:
            found["visit"] = _visit(trip, target)
        case BelongsTo.EXPENSE:
            found["expense"] = trip.expenses.filter(pk=target).first()
            if found["expense"] is None:
                raise InvalidTrip("target", _("The trip has no such expense."))
        case BelongsTo.JOURNAL:
            if not row.is_picture:
                raise InvalidTrip("belongs_to", _("A journal takes pictures only."))
            found["entry"], _made = JournalEntry.objects.get_or_create(trip=trip, day=journal_day(trip, target))
    for name, value in found.items():
        setattr(row, name, value)


def check_target(trip: Trip, belongs_to: str, target: str) -> None:
    """Check that the trip has what a file is to belong to. Raises InvalidTrip."""
    if belongs_to == BelongsTo.JOURNAL:
        journal_day(trip, target)
    else:
        assign(TripFile(trip=trip), trip, belongs_to, target)


def day_of(trip: Trip, text: str) -> date:
    """Return a day of the trip's plan. Raises InvalidTrip."""
    day = parsed_day(text)
    if day is None or str(day) not in {each["date"] for each in trip.itinerary["days"]}:
        raise InvalidTrip("target", _("The trip has no such day."))
    return day


def journal_day(trip: Trip, text: str) -> date:
    """Return a day of the trip's plan, or one that has an entry since the plan had it. Raises InvalidTrip."""
    day = parsed_day(text)
    if day is not None and trip.journal.filter(day=day).exists():
        return day
    return day_of(trip, text)


def parsed_day(text: str) -> date | None:
    """Return a date such as 2026-12-07, None for anything else."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if str(day) == text else None


def _visit(trip: Trip, target: str) -> str:
    visits = {visit["id"] for day in trip.itinerary["days"] for visit in day["visits"]}
    if target not in visits:
        raise InvalidTrip("target", _("The trip has no such stop."))
    return target
