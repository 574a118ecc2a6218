"""All that is kept of a person, to be handed out or erased.

Both follow the same relations, those that a deletion cascades over, so that a new table can be forgotten by neither.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.admin.utils import NestedObjects
from django.core.serializers.python import Serializer
from django.db import DEFAULT_DB_ALIAS, transaction

from travelagent.accounts.models import Person

WITHHELD = frozenset(
    {"password", "visitor_key", "digest", "secret", "old_secret"}
    | {"lease_fence", "lease_until", "fence", "headers", "body"}
)
"""Credentials, and what means nothing outside the product."""


def export(person: Person) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Every row that is kept of a person, by table name; times are ISO 8601, amounts decimal strings."""
    collector = NestedObjects(using=DEFAULT_DB_ALIAS, origin=_root(person))
    collector.collect([_root(person)])
    tables = sorted(collector.data, key=lambda model: model._meta.label)
    return {
        model._meta.label: [_row(entry) for entry in Serializer().serialize(sorted(rows, key=lambda row: row.pk))]
        for model in tables
        if (rows := collector.data[model])
    }


@transaction.atomic
def erase(person: Person) -> None:
    """Delete everything that is kept of a person, and the account. A run at work is dropped with the rest."""
    _root(person).delete()


def _root(person: Person) -> Any:
    return person.user or person


def _row(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"id": entry["pk"], **{name: value for name, value in entry["fields"].items() if name not in WITHHELD}}
