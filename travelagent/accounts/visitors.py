"""Visitors of whom nothing is kept any more: they deleted what they had, or never got further than a refused call."""

from datetime import timedelta
from typing import Final

from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from travelagent.accounts.models import Person

EMPTY_FOR: Final = timedelta(days=1)
"""The newest may be about to write what they came for."""
AT_ONCE: Final = 5_000


def delete_empty_visitors() -> int:
    """Delete visitors older than `EMPTY_FOR` to whom no row belongs. How many were deleted."""
    empty = Person.objects.filter(visitor_key__isnull=False, created_at__lt=Now() - EMPTY_FOR)
    for relation in Person._meta.related_objects:
        rows = relation.related_model._default_manager.filter(**{relation.field.name: OuterRef("pk")})
        empty = empty.filter(~Exists(rows))
    found = list(empty.values_list("pk", flat=True)[:AT_ONCE])
    return Person.objects.filter(pk__in=found).delete()[0]
