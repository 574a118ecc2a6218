"""What the pages of history have in common."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from travelagent.chat.models import ChatAccess, Run, RunStatus

STATUS_BADGES = {RunStatus.SUCCEEDED: "good", RunStatus.FAILED: "bad", RunStatus.AWAITING_CONFIRMATION: "warn"}


def status_badge(run: Run) -> SafeString:
    """Return the run's status as a word in a frame of its colour."""
    badge = STATUS_BADGES.get(RunStatus(run.status), "")
    return format_html('<span class="badge {}">{}</span>', badge, run.get_status_display())


class ReadOnly(admin.ModelAdmin[Any]):
    """History is read, never edited. Long tables are not counted for the sake of a page's foot."""

    show_full_result_count = False
    list_per_page = 50

    class Media:
        css: ClassVar = {"all": ("css/admin.css",)}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def record_listed(request: HttpRequest, runs: Iterable[Run]) -> None:
    """Write down whose questions were seen in a list."""
    staff, what = request.user.pk or 0, ChatAccess.What.LISTED
    ChatAccess.objects.bulk_create(
        ChatAccess(staff_id=staff, session=run.session_id, run=run.pk, what=what) for run in runs
    )


def record(request: HttpRequest, what: ChatAccess.What, session: str, run: str = "") -> None:
    """Write down who saw what."""
    ChatAccess.objects.create(staff_id=request.user.pk or 0, session=session, run=run, what=what)
