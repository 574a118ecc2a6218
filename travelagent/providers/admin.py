"""The services in the admin: their hosts and the kept answers, to be read; an answer may be deleted to have it anew."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from travelagent.catalog.filters import worded_filter
from travelagent.catalog.spoken import spoken
from travelagent.providers.models import ProviderAnswer, ProviderHost
from travelagent.providers.services import TITLES


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """Rows that the clients of the services write."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(ProviderAnswer)
class ProviderAnswerAdmin(ReadOnlyAdmin):
    """The kept answers of the live services, read-only."""

    list_display = ("title", "query", "is_empty", "fetched_at", "expires_at", "licence")
    list_filter = (worded_filter("service", _("service"), lambda key: spoken(TITLES[key])), "is_empty")
    search_fields = ("query",)
    fields = readonly_fields = ("title", "query", "is_empty", "fetched_at", "expires_at", "licence", "source")

    @admin.display(description=_("service"), ordering="service")
    def title(self, answer: ProviderAnswer) -> str:
        """Return the name of the service in the active language."""
        return spoken(TITLES[answer.service])


@admin.register(ProviderHost)
class ProviderHostAdmin(ReadOnlyAdmin):
    """The state of the services' hosts, read-only."""

    list_display = ("host", "failures", "open_until", "last_success", "last_failure", "last_reason")
    search_fields = ("host",)
