from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from travelagent.chat.models import ChatSession, Message, Run, RunEvent, ToolSetting


class ReadOnly(admin.ModelAdmin[Any]):
    """History is read, never edited."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(ChatSession)
class ChatSessionAdmin(ReadOnly):
    list_display = ("id", "title", "person", "model", "locale", "last_active_at")
    list_filter = ("locale", "mode", "last_active_at")
    list_select_related = ("person__user", "person__partner")
    search_fields = ("id", "title")


@admin.register(Run)
class RunAdmin(ReadOnly):
    list_display = ("id", "session", "status", "message", "model", "created_at", "finished_at")
    list_filter = ("status", "model", "locale", "created_at")
    list_select_related = ("session",)
    search_fields = ("id", "message", "answer")


@admin.register(RunEvent)
class RunEventAdmin(ReadOnly):
    list_display = ("run", "seq", "type", "at")
    list_filter = ("type",)
    search_fields = ("run__id",)


@admin.register(Message)
class MessageAdmin(ReadOnly):
    list_display = ("session", "role", "text", "created_at")
    list_filter = ("role",)
    list_select_related = ("session",)
    search_fields = ("text",)


@admin.register(ToolSetting)
class ToolSettingAdmin(admin.ModelAdmin[ToolSetting]):
    list_display = ("name", "category", "writes", "enabled", "timeout_s")
    list_editable = ("enabled", "timeout_s")
    readonly_fields = ("name", "description", "category", "tags", "parameters", "writes")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
