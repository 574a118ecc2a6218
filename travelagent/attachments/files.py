"""The files of a trip: every change of them, one function each.

All take the id of a person; what is not theirs raises TripNotFound. Content goes to the storage before its row is
written and leaves it after the row is gone, so no row is without its content.
"""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import Count, QuerySet, Sum
from django.utils.translation import gettext as _

from travelagent.accounts.actors import owner_of
from travelagent.attachments.checking import check_file
from travelagent.attachments.models import BelongsTo, TripFile
from travelagent.attachments.names import SUFFIXES, clean_name
from travelagent.attachments.storage import discard
from travelagent.attachments.targets import assign, check_target
from travelagent.attachments.values import MOST_FILES, OWNER_BYTES, TRIP_BYTES, CheckedFile, TripFull
from travelagent.trips.actions import TripNotFound
from travelagent.trips.membership import find_trip, lock_trip
from travelagent.trips.models import Trip
from travelagent.trips.signals import trip_part_changed

PREVIEW_SUFFIX: Final = ".preview.webp"


def files_of(trip: Trip) -> QuerySet[TripFile]:
    """Return a trip's files, the oldest first, with what their targets need."""
    return trip.files.select_related("entry")


def find_file(person: int, trip: str, file: str) -> TripFile:
    """Return a file that a person may read. Raises TripNotFound."""
    return _file_of(find_trip(person, trip), file)


def add_file(
    person: int,
    trip: str,
    name: str,
    content: bytes,
    belongs_to: str = BelongsTo.TRIP,
    target: str = "",
    owner: str = "",
) -> TripFile:
    """Check a file, in turn with other owners, and keep it.

    Raises TripNotFound, InvalidTrip for a target, FileRefused, Busy.
    """
    found = find_trip(person, trip)
    check_target(found, belongs_to, target)
    _check_room(found, len(content))
    checked = check_file(content, owner or owner_of(person))
    row = _stored(found, name, checked)
    try:
        with transaction.atomic():
            found = lock_trip(person, trip)
            _check_room(found, row.bytes)
            assign(row, found, belongs_to, target)
            row.save()
            notify_files_changed(found, person)
    except BaseException:
        discard([kept for kept in (row.content.name, row.preview.name) if kept])
        raise
    return row


@transaction.atomic
def update_file(person: int, trip: str, file: str, changes: Mapping[str, Any]) -> TripFile:
    """Change the name, or what a file belongs to (`belongs_to` and `target`). Raises TripNotFound, InvalidTrip."""
    found = lock_trip(person, trip)
    row = _file_of(found, file)
    if "name" in changes:
        row.name = clean_name(changes["name"], row.media_type)
    if "belongs_to" in changes or "target" in changes:
        belongs_to = changes.get("belongs_to", row.belongs_to)
        assign(row, found, belongs_to, changes.get("target", row.target if belongs_to == row.belongs_to else ""))
    row.save()
    notify_files_changed(found, person)
    return row


@transaction.atomic
def delete_file(person: int, trip: str, file: str) -> None:
    """Delete a file, its content behind the commit. Raises TripNotFound."""
    found = lock_trip(person, trip)
    _file_of(found, file).delete()
    notify_files_changed(found, person)


def notify_files_changed(trip: Trip, person: int) -> None:
    """Notify the other open pages of a trip that its files are to be read anew."""
    trip_part_changed.send(sender=Trip, trip=trip, part="files", person=person)


def _file_of(trip: Trip, file: str) -> TripFile:
    row = files_of(trip).filter(pk=file).first()
    if row is None:
        raise TripNotFound
    return row


def _check_room(trip: Trip, more_bytes: int) -> None:
    """Raise TripFull where the trip has no room for that many bytes more."""
    held = trip.files.aggregate(files=Count("id"), bytes=Sum("bytes", default=0))
    if held["files"] >= MOST_FILES:
        raise TripFull(_("A trip holds at most %(most)s files.") % {"most": MOST_FILES})
    if held["bytes"] + more_bytes > TRIP_BYTES:
        limit = TRIP_BYTES // 1024**2
        raise TripFull(_("The files of a trip take at most %(limit)s MB together.") % {"limit": limit})
    of_owner = TripFile.objects.filter(trip__person=trip.person_id).aggregate(bytes=Sum("bytes", default=0))["bytes"]
    if of_owner + more_bytes > OWNER_BYTES:
        limit = OWNER_BYTES // 1024**3
        raise TripFull(_("The files of all trips of one owner take at most %(limit)s GB together.") % {"limit": limit})


def _stored(trip: Trip, name: str, checked: CheckedFile) -> TripFile:
    """Store the content; return its row, which is not written yet."""
    row = TripFile(
        trip=trip,
        name=clean_name(name, checked.media_type),
        media_type=checked.media_type,
        bytes=len(checked.content),
        sha256=hashlib.sha256(checked.content).hexdigest(),
        width=checked.width,
        height=checked.height,
    )
    written = [(row.content, SUFFIXES[checked.media_type][0], checked.content)]
    if checked.preview:
        written.append((row.preview, PREVIEW_SUFFIX, checked.preview))
    names: list[str] = []
    try:
        for field, suffix, content in written:
            # Named before it is written: a disk that fills up leaves a part of it.
            names.append(field.field.generate_filename(row, suffix))
            field.name = field.storage.save(names[-1], ContentFile(content))
    except BaseException:
        discard(names)
        raise
    return row
