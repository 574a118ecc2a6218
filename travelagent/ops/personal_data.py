"""All that is kept of a person, to be handed out or erased.

Both follow the same relations, those that a deletion cascades over, so that a new table can be forgotten by neither.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib.admin.utils import NestedObjects
from django.core.serializers.python import Serializer
from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import Model
from django.utils import translation
from django.utils.text import slugify

from travelagent.accounts.models import Person
from travelagent.attachments.models import TripFile

WITHHELD = frozenset(
    {"password", "visitor_key", "digest", "secret", "old_secret", "public_key", "endpoint"}
    | {"lease_fence", "lease_until", "fence", "headers", "body", "share"}
)
"""Credentials, and what means nothing outside the product."""


def export(person: Person) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return every row that is kept of a person, by what the rows are: "memories", "share_links" and so on.

    The names are English, in whichever language the site is read. Times are ISO 8601, amounts decimal strings.
    """
    tables = {
        kind_of(model): [_row(entry) for entry in Serializer().serialize(sorted(rows, key=lambda row: row.pk))]
        for model, rows in _collected(person).items()
        if rows
    }
    return dict(sorted(tables.items()))


def files_of(person: Person) -> Sequence[TripFile]:
    """Return the files of a person's trips, in the order of their ids."""
    return sorted(_collected(person).get(TripFile, ()), key=lambda row: str(row.pk))


def kind_of(model: type[Model]) -> str:
    """Return what the rows of a table are, in English words joined by underscores."""
    with translation.override("en"):
        return slugify(str(model._meta.verbose_name_plural)).replace("-", "_")


@transaction.atomic
def erase(person: Person) -> None:
    """Delete everything that is kept of a person, and the account. A run at work is dropped with the rest."""
    _root(person).delete()


def _collected(person: Person) -> Mapping[type[Model], Iterable[Any]]:
    collector = NestedObjects(using=DEFAULT_DB_ALIAS, origin=_root(person))
    collector.collect([_root(person)])
    found: Mapping[type[Model], Iterable[Any]] = collector.data
    return found


def _root(person: Person) -> Any:
    return person.user or person


def _row(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"id": entry["pk"], **{name: value for name, value in entry["fields"].items() if name not in WITHHELD}}
