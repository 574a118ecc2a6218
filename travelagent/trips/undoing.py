"""Back to what a trip was: the newest change, an older version, or one's own newest change alone."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from travelagent.plans.values import LocalizedText
from travelagent.trips.errors import ChangedSince, InvalidTrip, NothingToUndo
from travelagent.trips.history import MERGE_TRIES, By, changes_since, conflict, require_base, write_change
from travelagent.trips.membership import Role, find_trip, lock_trip
from travelagent.trips.merging import Overlap, taken_back
from travelagent.trips.models import CONTENT, Author, Trip

RESTORED = LocalizedText("Back to version {version}.", "恢复到第 {version} 版。")
TAKEN_BACK = LocalizedText("The change of version {version} was taken back.", "撤回了第 {version} 版的改动。")


def undo_trip(person: int, trip: str, *, base: int | None = None, author: Author = Author.OWNER) -> Trip:
    """Restore the content before the newest change that is not undone, whoever made it.

    Raises TripNotFound, RoleTooLow, VersionConflict, NothingToUndo.
    """
    with transaction.atomic():
        row = lock_trip(person, trip)
        require_base(row, base, person)
        now = row.versions.get(number=row.version)
        before = row.versions.filter(number=now.content_of - 1).first()
        if before is None:
            raise NothingToUndo
        changes = {field: getattr(before, field) for field in CONTENT}
        summary = (_numbered(RESTORED, before.content_of),)
        return write_change(row, changes, summary, By(person, author), content_of=before.content_of)


def undo_own_change(
    person: int, trip: str, *, author: Author = Author.OWNER, begin_write: Callable[[], None] = lambda: None
) -> Trip:
    """Take back one's own newest change that still stands, and keep what others did since.

    The plan without it is verified before the trip is locked; then `begin_write` is called. Raises TripNotFound,
    RoleTooLow, NothingToUndo, and ChangedSince where others changed the same days, or the same title or notes, after
    it; VersionConflict where others write without end.
    """
    for _again in range(MERGE_TRIES):
        now = find_trip(person, trip, Role.EDITOR)
        number, changes = _without_own_change(now, person)
        begin_write()
        with transaction.atomic():
            row = lock_trip(person, trip)
            if row.version == now.version:
                return write_change(
                    row, changes, (_numbered(TAKEN_BACK, number),), By(person, author), takes_back=number
                )
    raise conflict(row, now.version, person)


def _without_own_change(row: Trip, person: int) -> tuple[int, dict[str, Any]]:
    """Return the number of one's own newest change that still stands, and the fields of the trip without it."""
    gone = row.versions.exclude(takes_back=None).values("takes_back")
    own = row.versions.filter(person_id=person, takes_back=None, content_of=F("number")).exclude(number__in=gone)
    for made in own.order_by("-number"):
        before = row.versions.filter(number=made.number - 1).first()
        if before is None:
            break
        try:
            changes = taken_back(before, made, row)
        except Overlap as error:
            raise ChangedSince(changes_since(row, made.number, person)) from error
        if changes:
            return made.number, changes
    raise NothingToUndo


def restore_trip(
    person: int, trip: str, version: int, *, base: int | None = None, author: Author = Author.OWNER
) -> Trip:
    """Restore the content of an older version, by a change of its own.

    Raises TripNotFound, RoleTooLow, VersionConflict, and InvalidTrip for a version that does not exist.
    """
    with transaction.atomic():
        row = lock_trip(person, trip)
        require_base(row, base, person)
        wanted = row.versions.filter(number=version).first()
        if wanted is None:
            raise InvalidTrip("version", _("There is no such version."))
        changes = {field: getattr(wanted, field) for field in CONTENT}
        return write_change(row, changes, (_numbered(RESTORED, wanted.content_of),), By(person, author))


def _numbered(text: LocalizedText, version: int) -> LocalizedText:
    return LocalizedText(text.en.format(version=version), text.zh.format(version=version))
