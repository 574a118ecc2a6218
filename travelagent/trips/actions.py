"""Everything that changes a trip, one function each, called alike by tools, API and pages.

All take the id of the person who owns the trip; what is not theirs raises TripNotFound. Every change is a version: who
made it, and what it changed. `base` is the version that a change was made upon; when the trip has another one by now,
nothing is written and VersionConflict tells which.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from travelagent.accounts.actors import owner_of
from travelagent.catalog.spoken import spoken
from travelagent.compute.pool import Terms
from travelagent.planning.diff import describe, diff
from travelagent.planning.edits.registry import edits_from_wire
from travelagent.plans.errors import InvalidRequest
from travelagent.plans.values import MAX_DAYS, LocalizedText
from travelagent.plans.words import week_day
from travelagent.trips.exports.document import FORMAT, FORMAT_VERSION
from travelagent.trips.models import CONTENT, Author, Trip, TripShare, TripVersion
from travelagent.trips.plans import edited, renewed_budget, verified
from travelagent.trips.signals import trip_changed
from travelagent.wire.budget import budget_from_wire, budget_to_wire
from travelagent.wire.itinerary import itinerary_from_wire

TITLE_CHARS = 120
NOTES_CHARS = 10_000
KEPT_VERSIONS = 100
"""A trip's older versions are forgotten."""
MOST_VISITS = 600
SHARE_DAYS = 30
MOST_SHARE_DAYS = 365
TOKEN_BYTES = 16

CREATED = LocalizedText("Saved.", "已保存。")
IMPORTED = LocalizedText("Imported.", "已导入。")
RENAMED = LocalizedText("Renamed to “{title}”.", "改名为“{title}”。")
NEW_BUDGET = LocalizedText("Another budget.", "更新预算。")
NEW_NOTES = LocalizedText("Notes changed.", "修改备注。")
NEW_DATES = LocalizedText("The trip begins on {day.en}.", "行程改为从{day.zh}开始。")
NEW_PLAN = LocalizedText("Details of the plan changed.", "行程细节有调整。")
UNDONE = LocalizedText("Back to version {version}.", "恢复到第 {version} 版。")


class TripNotFound(LookupError):
    def __init__(self) -> None:
        super().__init__(_("There is no such trip, or it is not yours."))


class InvalidTrip(ValueError):
    """A trip that cannot be kept as it is; `field` says where."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class VersionConflict(Exception):
    """The trip was changed meanwhile; `version` is the one it has now."""

    def __init__(self, version: int) -> None:
        super().__init__(_("The trip was changed meanwhile: it has version %(version)s now.") % {"version": version})
        self.version = version


class NothingToUndo(Exception):
    def __init__(self) -> None:
        super().__init__(_("There is no earlier version to go back to."))


def trips_of(person: int) -> QuerySet[Trip]:
    """A person's trips, the one changed last first."""
    return Trip.objects.filter(person_id=person)


def find_trip(person: int, trip: str) -> Trip:
    """Raises TripNotFound."""
    row = trips_of(person).filter(pk=trip).first()
    if row is None:
        raise TripNotFound
    return row


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
) -> Trip:
    """Keep a plan. Raises InvalidTrip."""
    content = {
        "title": _title(title),
        "itinerary": _itinerary(itinerary),
        "budget": _budget(budget),
        "notes": _notes(notes),
    }
    with transaction.atomic():
        row = Trip.objects.create(person_id=person, session=session, **content)
        _record(row, row.version, (why,), author)
        trip_changed.send(sender=Trip, trip=row, change="created")
    return row


def import_trip(person: int, document: Mapping[str, Any], *, author: Author = Author.OWNER) -> Trip:
    """A new trip from an exported JSON document. Raises InvalidTrip."""
    return create_trip(person, **_content_of(document), author=author, why=IMPORTED)


def checked_document(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document as it would be kept, its itinerary verified. Raises InvalidTrip."""
    content = _content_of(document)
    kept = {"title": _title(content["title"]), "itinerary": _itinerary(content["itinerary"])}
    head = {"format": FORMAT, "format_version": FORMAT_VERSION}
    return {**head, **kept, "budget": _budget(content["budget"]), "notes": _notes(content["notes"])}


def trip_of_document(person: int, document: Mapping[str, Any]) -> Trip | None:
    """The trip of theirs that has the title, the notes and the days of an exported JSON document, the one changed last
    first. Raises InvalidTrip."""
    content = _content_of(document)
    days = _itinerary(content["itinerary"])["days"]
    alike = trips_of(person).filter(title=_title(content["title"]), notes=_notes(content["notes"]))
    return next((row for row in alike.order_by("-updated_at") if row.itinerary["days"] == days), None)


def _content_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """What of a trip stands in an exported JSON document. Raises InvalidTrip."""
    if document.get("format") != FORMAT or document.get("format_version") != FORMAT_VERSION:
        message = _("This is no trip exported as JSON, or of a version that is not known.")
        raise InvalidTrip("format", message)
    for field, kind in (("title", str), ("itinerary", Mapping), ("notes", str)):
        if not isinstance(document.get(field), kind):
            raise InvalidTrip(field, _("This field is missing or of another type."))
    if not isinstance(document.get("budget"), Mapping | None):
        raise InvalidTrip("budget", _("This field is missing or of another type."))
    return {name: document.get(name) for name in CONTENT}


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

    Raises TripNotFound, VersionConflict, InvalidTrip.
    """
    changes: dict[str, Any] = {}
    if title is not None:
        changes["title"] = _title(title)
    if itinerary is not None:
        changes["itinerary"] = _itinerary(itinerary)
    if budget is not None:
        changes["budget"] = _budget(budget)
    if notes is not None:
        changes["notes"] = _notes(notes)
    with transaction.atomic():
        row = lock_trip(person, trip, base)
        if itinerary is not None and budget is None:
            changes["budget"] = renewed_budget(row.budget, changes["itinerary"])
        return _changed(row, changes, _sentences(row, changes, with_budget=budget is not None), author)


def edit_trip(
    person: int,
    trip: str,
    edits: Sequence[Mapping[str, Any]],
    *,
    base: int | None = None,
    author: Author = Author.OWNER,
) -> Trip:
    """Make these edits of the plan. What they spell out is kept whether it then holds or not; the certificate says.

    The plan is made before the trip is locked, so a change in the meantime is a VersionConflict. Raises TripNotFound,
    InvalidRequest for what there is not, Infeasible for what cannot be had, and Busy.
    """
    wanted, now = edits_from_wire(edits), find_trip(person, trip)
    if base is not None and base != now.version:
        raise VersionConflict(now.version)
    payload, found = edited(now.itinerary, wanted, Terms(owner_of(person)), mend=False)
    with transaction.atomic():
        row = lock_trip(person, trip, now.version)
        changes = {"itinerary": payload, "budget": renewed_budget(row.budget, payload)}
        return _changed(row, changes, found.done, author)


def undo_trip(person: int, trip: str, *, base: int | None = None, author: Author = Author.OWNER) -> Trip:
    """Bring back what stood before the newest change that is not undone. Raises TripNotFound, VersionConflict,
    NothingToUndo."""
    with transaction.atomic():
        row = lock_trip(person, trip, base)
        now = row.versions.get(number=row.version)
        before = row.versions.filter(number=now.content_of - 1).first()
        if before is None:
            raise NothingToUndo
        changes = {field: getattr(before, field) for field in CONTENT}
        said = _with(UNDONE, version=before.content_of)
        return _changed(row, changes, (said,), author, content_of=before.content_of)


def restore_trip(
    person: int, trip: str, version: int, *, base: int | None = None, author: Author = Author.OWNER
) -> Trip:
    """Bring back what stood in an older version, by a change of its own. Raises TripNotFound, VersionConflict, and
    InvalidTrip for a version that there is not."""
    with transaction.atomic():
        row = lock_trip(person, trip, base)
        wanted = row.versions.filter(number=version).first()
        if wanted is None:
            raise InvalidTrip("version", _("There is no such version."))
        changes = {field: getattr(wanted, field) for field in CONTENT}
        return _changed(row, changes, (_with(UNDONE, version=wanted.content_of),), author)


def delete_trip(person: int, trip: str, *, base: int | None = None) -> str:
    """Delete a trip; its title. Raises TripNotFound, VersionConflict."""
    with transaction.atomic():
        row = lock_trip(person, trip, base)
        trip_changed.send(sender=Trip, trip=row, change="deleted")
        row.delete()
    return row.title


def share_trip(person: int, trip: str, days: int = SHARE_DAYS) -> tuple[TripShare, str]:
    """A new link to read the trip for so many days, and its token, which is nowhere kept. Raises TripNotFound,
    InvalidTrip."""
    row = find_trip(person, trip)
    if not 1 <= days <= MOST_SHARE_DAYS:
        raise InvalidTrip("days", _("From 1 to %(most)s days.") % {"most": MOST_SHARE_DAYS})
    token = secrets.token_urlsafe(TOKEN_BYTES)
    share = TripShare.objects.create(
        trip=row, digest=token_digest(token), expires_at=timezone.now() + timedelta(days=days)
    )
    return share, token


def revoke_share(person: int, trip: str, share: str) -> None:
    """End a link; a link that has ended stays so. Raises TripNotFound."""
    row = find_trip(person, trip)
    link = row.shares.filter(pk=share).first()
    if link is None:
        raise TripNotFound
    if link.revoked_at is None:
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])


def shared_trip(token: str) -> Trip:
    """The trip that a link's token opens. Raises TripNotFound, also when it is expired or revoked."""
    found = TripShare.objects.select_related("trip").filter(digest=token_digest(token), revoked_at=None)
    link = found.filter(expires_at__gt=timezone.now()).first()
    if link is None:
        raise TripNotFound
    return link.trip


def token_digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def lock_trip(person: int, trip: str, base: int | None) -> Trip:
    """The trip, ours alone until the transaction ends. Raises TripNotFound, VersionConflict."""
    row = trips_of(person).select_for_update().filter(pk=trip).first()
    if row is None:
        raise TripNotFound
    if base is not None and base != row.version:
        raise VersionConflict(row.version)
    return row


def _changed(
    row: Trip, changes: Mapping[str, Any], said: Sequence[LocalizedText], author: Author, content_of: int | None = None
) -> Trip:
    """Write the changes and their version."""
    for field, value in changes.items():
        setattr(row, field, value)
    row.version += 1
    row.save(update_fields=[*changes, "version", "updated_at"])
    _record(row, content_of or row.version, said, author)
    row.versions.filter(number__lte=row.version - KEPT_VERSIONS).delete()
    trip_changed.send(sender=Trip, trip=row, change="changed")
    return row


def _record(row: Trip, content_of: int, said: Sequence[LocalizedText], author: Author) -> None:
    TripVersion.objects.create(
        trip=row,
        number=row.version,
        content_of=content_of,
        told=[{"en": text.en, "zh": text.zh} for text in said],
        author=author,
        **{field: getattr(row, field) for field in CONTENT},
    )


def _sentences(row: Trip, changes: Mapping[str, Any], *, with_budget: bool) -> list[LocalizedText]:
    """What the changes come to."""
    said: list[LocalizedText] = []
    if changes.get("title", row.title) != row.title:
        said.append(_with(RENAMED, title=changes["title"]))
    if "itinerary" in changes:
        before, after = (itinerary_from_wire(payload) for payload in (row.itinerary, changes["itinerary"]))
        redated = before.days[0].date != after.days[0].date
        dates = (_with(NEW_DATES, day=week_day(after.days[0].date)),) if redated else ()
        said.extend((*dates, *describe(diff(before, after))) or (NEW_PLAN,))
    if with_budget:
        said.append(NEW_BUDGET)
    if changes.get("notes", row.notes) != row.notes:
        said.append(NEW_NOTES)
    return said


def _with(text: LocalizedText, **values: object) -> LocalizedText:
    return LocalizedText(text.en.format(**values), text.zh.format(**values))


def _title(title: str) -> str:
    cleaned = " ".join(title.split())
    if not cleaned:
        raise InvalidTrip("title", _("A trip needs a title."))
    return cleaned[:TITLE_CHARS]


def _notes(notes: str) -> str:
    if len(notes) > NOTES_CHARS:
        raise InvalidTrip("notes", _("At most %(limit)s characters.") % {"limit": NOTES_CHARS})
    return notes.strip()


def _itinerary(payload: Mapping[str, Any]) -> dict[str, Any]:
    try:
        kept = verified(payload)
    except InvalidRequest as error:
        raise InvalidTrip("itinerary", spoken(error.text)) from error
    if not 1 <= len(kept["days"]) <= MAX_DAYS:
        raise InvalidTrip("itinerary", _("A trip has 1 to %(most)s days.") % {"most": MAX_DAYS})
    if sum(len(day["visits"]) for day in kept["days"]) > MOST_VISITS:
        raise InvalidTrip("itinerary", _("A trip has at most %(most)s visits.") % {"most": MOST_VISITS})
    return kept


def _budget(payload: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if payload is None:
        return None
    try:
        return budget_to_wire(budget_from_wire(payload))
    except InvalidRequest as error:
        raise InvalidTrip("budget", spoken(error.text)) from error
