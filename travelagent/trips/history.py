"""A trip's versions: written with every change, and read back as what others did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from travelagent.plans.values import LocalizedText
from travelagent.trips.errors import VersionConflict
from travelagent.trips.membership import names_of
from travelagent.trips.models import CONTENT, Author, Trip, TripVersion
from travelagent.trips.quotas import forget_versions_over_quota, size_of
from travelagent.trips.signals import trip_changed

KEPT_VERSIONS = 100
"""A trip's older versions are forgotten."""
MERGE_TRIES = 8
"""How many times a change is worked out again because others have written meanwhile."""


@dataclass(frozen=True, slots=True)
class By:
    """Who makes a change: the person, and whether by themselves, by the assistant or by a partner's application."""

    person: int
    author: Author = Author.OWNER


def write_change(
    row: Trip,
    changes: Mapping[str, Any],
    summary: Sequence[LocalizedText],
    by: By,
    *,
    content_of: int | None = None,
    takes_back: int | None = None,
) -> Trip:
    """Write changes of a locked trip and the version that they make. `content_of`, `takes_back`: see TripVersion."""
    for field, value in changes.items():
        setattr(row, field, value)
    row.version += 1
    row.size = size_of({field: getattr(row, field) for field in CONTENT})
    row.save(update_fields=[*changes, "size", "version", "updated_at"])
    record_version(row, summary, by, content_of=content_of, takes_back=takes_back)
    row.versions.filter(number__lte=row.version - KEPT_VERSIONS).delete()
    forget_versions_over_quota(row)
    trip_changed.send(sender=Trip, trip=row, change="changed", person=by.person)
    return row


def record_version(
    row: Trip,
    summary: Sequence[LocalizedText],
    by: By,
    *,
    content_of: int | None = None,
    takes_back: int | None = None,
) -> None:
    """Keep the trip as it stands as a version."""
    TripVersion.objects.create(
        trip=row,
        number=row.version,
        content_of=content_of or row.version,
        takes_back=takes_back,
        told=[{"en": text.en, "zh": text.zh} for text in summary],
        author=by.author,
        person_id=by.person,
        size=row.size,
        **{field: getattr(row, field) for field in CONTENT},
    )


def require_base(row: Trip, base: int | None, person: int) -> None:
    """Check that the trip still has version `base`; None checks nothing. Raises VersionConflict."""
    if base is not None and base != row.version:
        raise conflict(row, base, person)


def conflict(row: Trip, base: int, person: int) -> VersionConflict:
    """Return the conflict of a change that was made upon `base`, with what was done since."""
    return VersionConflict(row.version, changes_since(row, base, person))


def changes_since(row: Trip, base: int, person: int) -> list[dict[str, Any]]:
    """Return the versions after `base`, the oldest first: number, author (see `by_wire`) and what changed, as
    sentences.
    """
    names = names_of(row)
    versions = row.versions.filter(number__gt=base).order_by("number").only("number", "told", "person_id", "trip_id")
    return [
        {"version": each.number, "by": by_wire(each.person_id, names, person), "told": each.told} for each in versions
    ]


def by_wire(author: int | None, names: Mapping[int, str], reader: int) -> dict[str, Any] | None:
    """Return the author of a change for its readers: `{name, me}`; None where it is not known."""
    if author is None or author not in names:
        return None
    return {"name": names[author], "me": author == reader}
