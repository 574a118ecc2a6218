"""Everything that changes a trip, one function each, called alike by tools, API and pages.

All take the id of the person who acts: the owner or a member of the trip (see `membership`); what is not theirs raises
TripNotFound, what their role does not allow RoleTooLow. Every change is a version: who made it, and what it changed.
`base` is the version that a change is based on. Edits of days that nobody else changed since are applied to the newest
version; else nothing is written, and VersionConflict carries what others did.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction

from travelagent.accounts.actors import owner_of
from travelagent.compute.pool import Terms
from travelagent.planning.diff import describe, diff
from travelagent.planning.edits.registry import edits_from_wire
from travelagent.plans.errors import Infeasible, InvalidRequest
from travelagent.plans.values import LocalizedText
from travelagent.plans.words import week_day
from travelagent.trips.content import (
    checked_budget,
    checked_itinerary,
    checked_notes,
    checked_title,
    content_of_document,
)
from travelagent.trips.content import checked_document as checked_document
from travelagent.trips.errors import InvalidTrip as InvalidTrip
from travelagent.trips.errors import NothingToUndo as NothingToUndo
from travelagent.trips.errors import RoleTooLow as RoleTooLow
from travelagent.trips.errors import TripNotFound as TripNotFound
from travelagent.trips.errors import VersionConflict as VersionConflict
from travelagent.trips.history import MERGE_TRIES, By, conflict, record_version, require_base, write_change
from travelagent.trips.membership import Role, lock_trip, own_trips
from travelagent.trips.membership import find_trip as find_trip
from travelagent.trips.membership import trips_of as trips_of
from travelagent.trips.merging import changed_days
from travelagent.trips.models import Author, Trip
from travelagent.trips.plans import edited, renewed_budget
from travelagent.trips.quotas import require_room, size_of
from travelagent.trips.sharing import revoke_share as revoke_share
from travelagent.trips.sharing import share_trip as share_trip
from travelagent.trips.sharing import shared_trip as shared_trip
from travelagent.trips.signals import trip_changed
from travelagent.trips.undoing import restore_trip as restore_trip
from travelagent.trips.undoing import undo_own_change as undo_own_change
from travelagent.trips.undoing import undo_trip as undo_trip
from travelagent.wire.itinerary import itinerary_from_wire

CREATED = LocalizedText("Saved.", "已保存。")
IMPORTED = LocalizedText("Imported.", "已导入。")
RENAMED = LocalizedText("Renamed to “{title}”.", "改名为“{title}”。")
NEW_BUDGET = LocalizedText("Another budget.", "更新预算。")
NEW_NOTES = LocalizedText("Notes changed.", "修改备注。")
NEW_DATES = LocalizedText("The trip begins on {day.en}.", "行程改为从{day.zh}开始。")
NEW_PLAN = LocalizedText("Details of the plan changed.", "行程细节有调整。")


def create_trip(
    person: int,
    title: str,
    itinerary: Mapping[str, Any],
    budget: Mapping[str, Any] | None = None,
    session: str = "",
    notes: str = "",
    *,
    author: Author = Author.OWNER,
    why: LocalizedText = CREATED,
    begin_write: Callable[[], None] = lambda: None,
) -> Trip:
    """Keep a plan; `begin_write` is called when it is verified, before anything is written.

    Without `notes` those of its brief are kept. Raises InvalidTrip, NoRoom.
    """
    plan = checked_itinerary(itinerary)
    content = {
        "title": checked_title(title),
        "itinerary": plan,
        "budget": checked_budget(budget),
        "notes": checked_notes(notes or "\n".join(plan.get("brief", {}).get("notes", ()))),
    }
    size = size_of(content)
    begin_write()
    with transaction.atomic():
        require_room(person, size)
        row = Trip.objects.create(person_id=person, session=session, size=size, **content)
        record_version(row, (why,), By(person, author))
        trip_changed.send(sender=Trip, trip=row, change="created", person=person)
    return row


def import_trip(
    person: int,
    document: Mapping[str, Any],
    *,
    author: Author = Author.OWNER,
    begin_write: Callable[[], None] = lambda: None,
) -> Trip:
    """Create a trip from an exported JSON document, as `create_trip` does. Raises InvalidTrip."""
    content = content_of_document(document)
    return create_trip(person, **content, author=author, why=IMPORTED, begin_write=begin_write)


def trip_of_document(person: int, document: Mapping[str, Any]) -> Trip | None:
    """Return the person's own trip with the title, the notes and the days of an exported JSON document, None without
    one.

    Of several the one changed last is returned. Raises InvalidTrip.
    """
    content = content_of_document(document)
    days = checked_itinerary(content["itinerary"])["days"]
    alike = own_trips(person).filter(title=checked_title(content["title"]), notes=checked_notes(content["notes"]))
    return next((row for row in alike.order_by("-updated_at") if row.itinerary["days"] == days), None)


def update_trip(
    person: int,
    trip: str,
    *,
    base: int | None = None,
    title: str | None = None,
    itinerary: Mapping[str, Any] | None = None,
    budget: Mapping[str, Any] | None = None,
    notes: str | None = None,
    author: Author = Author.OWNER,
) -> Trip:
    """Change the given parts alone. A new plan without a budget has the old one worked out anew.

    A field that nobody else changed since `base` is written. Raises TripNotFound, RoleTooLow, VersionConflict,
    InvalidTrip.
    """
    changes: dict[str, Any] = {}
    if title is not None:
        changes["title"] = checked_title(title)
    if itinerary is not None:
        changes["itinerary"] = checked_itinerary(itinerary)
    if budget is not None:
        changes["budget"] = checked_budget(budget)
    if notes is not None:
        changes["notes"] = checked_notes(notes)
    with transaction.atomic():
        row = lock_trip(person, trip)
        _require_unchanged(row, base, changes, person)
        if itinerary is not None and budget is None:
            changes["budget"] = renewed_budget(row.budget, changes["itinerary"])
        summary = _sentences(row, changes, with_budget=budget is not None)
        return write_change(row, changes, summary, By(person, author))


def edit_trip(
    person: int,
    trip: str,
    edits: Sequence[Mapping[str, Any]],
    *,
    base: int | None = None,
    author: Author = Author.OWNER,
    owner: str = "",
) -> Trip:
    """Make these edits of the plan. What they state explicitly is kept whether it then holds or not; the certificate
    shows it.

    The plan is made before the trip is locked, in turn with other owners. What others changed since `base`, or
    meanwhile, stays: the edits are applied to it as long as they touch other days. Raises TripNotFound, RoleTooLow,
    VersionConflict, InvalidRequest for edits of what does not exist, Infeasible where there is no plan, and Busy.
    """
    wanted = edits_from_wire(edits)
    for _again in range(MERGE_TRIES):
        now = find_trip(person, trip, Role.EDITOR)
        base = now.version if base is None else base
        try:
            payload, found = edited(now.itinerary, wanted, Terms(owner or owner_of(person)), mend=False)
        except (InvalidRequest, Infeasible) as error:
            if base == now.version:
                raise
            raise conflict(now, base, person) from error
        _require_other_days(now, base, payload, person)
        with transaction.atomic():
            row = lock_trip(person, trip)
            if row.version == now.version:
                changes = {"itinerary": payload, "budget": renewed_budget(row.budget, payload)}
                return write_change(row, changes, found.done, By(person, author))
    raise conflict(row, base or 0, person)


def delete_trip(person: int, trip: str, *, base: int | None = None) -> str:
    """Delete a trip; its title. Only its owner may. Raises TripNotFound, RoleTooLow, VersionConflict."""
    with transaction.atomic():
        row = lock_trip(person, trip, Role.OWNER)
        require_base(row, base, person)
        trip_changed.send(sender=Trip, trip=row, change="deleted", person=person)
        row.delete()
    return row.title


def _require_unchanged(row: Trip, base: int | None, changes: Mapping[str, Any], person: int) -> None:
    """Raise VersionConflict when somebody changed one of these fields since `base`."""
    if base is None or base == row.version:
        return
    before = row.versions.filter(number=base).first()
    if before is None or any(getattr(before, field) != getattr(row, field) for field in changes):
        raise conflict(row, base, person)


def _require_other_days(row: Trip, base: int, payload: Mapping[str, Any], person: int) -> None:
    """Raise VersionConflict when the plan `payload` changes days that were changed since `base`."""
    if base == row.version:
        return
    before = row.versions.filter(number=base).first()
    if before is None or changed_days(row.itinerary, payload) & changed_days(before.itinerary, row.itinerary):
        raise conflict(row, base, person)


def _sentences(row: Trip, changes: Mapping[str, Any], *, with_budget: bool) -> list[LocalizedText]:
    """Return the changes as sentences."""
    sentences: list[LocalizedText] = []
    if changes.get("title", row.title) != row.title:
        sentences.append(_with(RENAMED, title=changes["title"]))
    if "itinerary" in changes:
        before, after = (itinerary_from_wire(payload) for payload in (row.itinerary, changes["itinerary"]))
        redated = before.days[0].date != after.days[0].date
        dates = (_with(NEW_DATES, day=week_day(after.days[0].date)),) if redated else ()
        sentences.extend((*dates, *describe(diff(before, after))) or (NEW_PLAN,))
    if with_budget:
        sentences.append(NEW_BUDGET)
    if changes.get("notes", row.notes) != row.notes:
        sentences.append(NEW_NOTES)
    return sentences


def _with(text: LocalizedText, **values: object) -> LocalizedText:
    return LocalizedText(text.en.format(**values), text.zh.format(**values))
