"""What the pages of history have in common."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from travelagent.chat.models import ChatAccess


class ReadOnly(admin.ModelAdmin[Any]):
    """History is read, never edited. Long tables are not counted for the sake of a page's foot."""

    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def record(request: HttpRequest, what: ChatAccess.What, session: str, run: str = "") -> None:
    """Write down who saw what."""
    ChatAccess.objects.create(staff_id=request.user.pk or 0, session=session, run=run, what=what)
