from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from travelagent.trips.models import Trip, TripExpense


class ReadOnly(admin.ModelAdmin[Any]):
    """Trips belong to people; operators read them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Trip)
class TripAdmin(ReadOnly):
    list_display = ("title", "person", "version", "created_at", "updated_at")
    list_select_related = ("person__user", "person__partner")
    search_fields = ("id", "title")


@admin.register(TripExpense)
class TripExpenseAdmin(ReadOnly):
    list_display = ("day", "kind", "amount", "currency", "payer", "trip", "updated_at")
    list_filter = ("kind", "currency")
    list_select_related = ("payer", "trip")
    search_fields = ("id", "trip__id")
