"""The journal of a trip: a note and pictures a day. Every change of it, one function each.

All take the id of a person; what is not theirs raises TripNotFound. An entry has a version of its own for `base`: when
it has another one by now, nothing is written and EntryConflict carries that version.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from travelagent.attachments.files import notify_files_changed
from travelagent.attachments.models import JournalEntry, TripFile
from travelagent.attachments.targets import journal_day, parsed_day
from travelagent.trips.actions import InvalidTrip, TripNotFound, VersionConflict
from travelagent.trips.membership import find_trip, lock_trip
from travelagent.trips.models import Trip
from travelagent.trips.signals import trip_part_changed

TEXT_CHARS: Final = 10_000


class EntryConflict(VersionConflict):
    """The entry was changed meanwhile; `version` is the one it has now."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the journal with its pictures, the oldest first."""

    entry: JournalEntry
    pictures: Sequence[TripFile]


def journal_of(trip: Trip) -> list[Day]:
    """Return the days that have an entry, in their order."""
    rows = trip.journal.prefetch_related("pictures")
    return [Day(row, list(row.pictures.all())) for row in rows]


def find_entry(person: int, trip: str, day: str) -> Day:
    """Return the entry of a day with its pictures. Raises TripNotFound, also for a day without an entry."""
    row = _entry_of(find_trip(person, trip), day)
    return Day(row, list(row.pictures.all()))


@transaction.atomic
def write_entry(person: int, trip: str, day: str, text: str, base: int | None = None) -> Day:
    """Write the note of a day; without a day of the plan TripNotFound. Raises EntryConflict, InvalidTrip."""
    if len(text) > TEXT_CHARS:
        raise InvalidTrip("text", _("At most %(limit)s characters.") % {"limit": TEXT_CHARS})
    found = lock_trip(person, trip)
    row = _written(found, day)
    if row is None:
        row = JournalEntry(trip=found, day=_day_of_plan(found, day), version=0)
    if base is not None and base != row.version:
        raise EntryConflict(row.version)
    row.text, row.version = text.strip(), row.version + 1
    row.save()
    _tell(found, person)
    return Day(row, list(row.pictures.all()))


@transaction.atomic
def delete_entry(person: int, trip: str, day: str, base: int | None = None) -> None:
    """Delete a note; its pictures stay with the trip, on that day. Raises TripNotFound, EntryConflict."""
    found = lock_trip(person, trip)
    row = _entry_of(found, day)
    if base is not None and base != row.version:
        raise EntryConflict(row.version)
    moved = row.pictures.update(entry=None, day=row.day)
    row.delete()
    _tell(found, person)
    if moved:
        notify_files_changed(found, person)


def _tell(trip: Trip, person: int) -> None:
    trip_part_changed.send(sender=Trip, trip=trip, part="journal", person=person)


def _written(trip: Trip, day: str) -> JournalEntry | None:
    on = parsed_day(day)
    return trip.journal.filter(day=on).first() if on else None


def _entry_of(trip: Trip, day: str) -> JournalEntry:
    row = _written(trip, day)
    if row is None:
        raise TripNotFound
    return row


def _day_of_plan(trip: Trip, day: str) -> date:
    try:
        return journal_day(trip, day)
    except InvalidTrip as error:
        raise TripNotFound from error
