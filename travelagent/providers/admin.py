"""The services in the admin: their hosts and the kept answers, to be read; an answer may be deleted to have it anew."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from travelagent.providers.models import ProviderAnswer, ProviderHost


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """Rows that the clients of the services write."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(ProviderAnswer)
class ProviderAnswerAdmin(ReadOnlyAdmin):
    list_display = ("service", "query", "is_empty", "fetched_at", "expires_at", "licence")
    list_filter = ("service", "is_empty")
    search_fields = ("query",)
    exclude = ("body",)


@admin.register(ProviderHost)
class ProviderHostAdmin(ReadOnlyAdmin):
    list_display = ("host", "failures", "open_until", "last_success", "last_failure", "last_reason")
    search_fields = ("host",)
