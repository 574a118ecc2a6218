"""Filters of the admin that name a column's values by words."""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest


def worded_filter(column: str, heading: Any, word: Callable[[str], str]) -> type[admin.SimpleListFilter]:
    """Return an admin filter by the values in a column of text; `word` returns the label of each."""

    class Worded(admin.SimpleListFilter):
        title = heading
        parameter_name = column

        def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
            known = model_admin.model.objects.exclude(**{column: ""}).order_by(column)
            return [(value, word(value)) for value in known.values_list(column, flat=True).distinct()]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset.filter(**{column: self.value()}) if self.value() else queryset

    return Worded
