from django.contrib import admin
from django.http import HttpRequest

from travelagent.trips.models import Trip


@admin.register(Trip)
class TripAdmin(admin.ModelAdmin[Trip]):
    """Trips belong to people; operators read them."""

    list_display = ("title", "person", "version", "created_at", "updated_at")
    list_select_related = ("person__user", "person__partner")
    search_fields = ("id", "title")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Trip | None = None) -> bool:
        return False
