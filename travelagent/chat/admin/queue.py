"""Feedback and reports of wrong facts, as a queue, with the way to the run and to a correction."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.admin.utils import quote
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from travelagent.chat.feedback import settle
from travelagent.chat.models import Feedback


@admin.register(Feedback)
class FeedbackAdmin(admin.ModelAdmin[Feedback]):
    """The admin of feedback: a queue of open entries to resolve or dismiss."""

    list_display = ("created_at", "kind", "status", "text", "where", "correction", "handled_by")
    list_filter = ("status", "kind", "created_at")
    list_select_related = ("run", "handled_by")
    search_fields = ("text", "sight", "run__id")
    fields = ("created_at", "kind", "person", "run", "sight", "text", "status", "note", "handled_by", "handled_at")
    readonly_fields = tuple(name for name in fields if name not in ("status", "note"))
    actions = ("resolve", "dismiss")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Feedback, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if "status" in form.changed_data:
            settle([obj], Feedback.Status(obj.status), request.user)  # type: ignore[arg-type]  # staff have signed in

    @admin.display(description=_("about"))
    def where(self, entry: Feedback) -> str:
        """Return the sight that the entry is about and a link to its run."""
        if entry.run_id is None:
            return entry.sight
        run = format_html('<a href="{}">{}</a>', reverse("admin:chat_run_change", args=[quote(entry.run_id)]), _("run"))
        return format_html("{} {}", entry.sight, run)

    @admin.display(description=_("correction"))
    def correction(self, entry: Feedback) -> str:
        """Return a link to a new correction of the sight with the text as its reason; empty without a sight."""
        if not entry.sight:
            return ""
        query = urlencode({"place": entry.sight, "reason": entry.text})
        return format_html('<a href="{}?{}">{}</a>', reverse("admin:catalog_correction_add"), query, _("correct it"))

    @admin.action(description=_("Mark as resolved"))
    def resolve(self, request: HttpRequest, queryset: QuerySet[Feedback]) -> None:
        """Mark the selected entries as resolved by the current user."""
        settle(queryset, Feedback.Status.RESOLVED, request.user)  # type: ignore[arg-type]  # staff have signed in

    @admin.action(description=_("Dismiss"))
    def dismiss(self, request: HttpRequest, queryset: QuerySet[Feedback]) -> None:
        """Mark the selected entries as dismissed by the current user."""
        settle(queryset, Feedback.Status.DISMISSED, request.user)  # type: ignore[arg-type]  # staff have signed in
