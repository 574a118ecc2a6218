from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from travelagent.gateways.models import ClientConversation, ClientRun


class ReadOnly(admin.ModelAdmin[Any]):
    """What names a conversation or a run is the client's."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(ClientConversation)
class ClientConversationAdmin(ReadOnly):
    """The admin of conversations by their clients' names for them."""

    list_display = ("name", "person", "session", "created_at")
    list_select_related = ("person__user", "person__partner", "session")
    search_fields = ("name", "session__id")


@admin.register(ClientRun)
class ClientRunAdmin(ReadOnly):
    """The admin of runs by their clients' names for them."""

    list_display = ("name", "session", "run", "after_seq")
    list_select_related = ("session", "run")
    search_fields = ("name", "session__id", "run__id")
