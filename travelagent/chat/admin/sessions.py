"""Conversations in the admin: the talk as its person saw it, with the way to each of its runs."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from travelagent.catalog.filters import worded_filter
from travelagent.chat.admin.base import ReadOnly, record
from travelagent.chat.labels import label
from travelagent.chat.models import ChatAccess, ChatSession, RunKind, RunStatus
from travelagent.chat.redaction import StillOpen, redact

MESSAGES = 500


@admin.register(ChatSession)
class ChatSessionAdmin(ReadOnly):
    """The admin of conversations; opening or redacting one is recorded."""

    list_display = ("last_active_at", "person", "runs", "failed", "model", "mode", "language", "id")
    list_filter = (worded_filter("locale", gettext_lazy("language"), label), "mode", "style", "model", "last_active_at")
    list_select_related = ("person__user", "person__partner")
    search_fields = ("id", "title", "person__user__username", "person__end_user")
    actions = ("redact_selected",)
    change_form_template = "admin/chat/chatsession/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatSession]:
        sessions: QuerySet[ChatSession] = super().get_queryset(request)
        of_messages = Q(runs__kind=RunKind.MESSAGE)
        failed = of_messages & Q(runs__status=RunStatus.FAILED)
        return sessions.annotate(run_count=Count("runs", filter=of_messages), failed_count=Count("runs", filter=failed))

    @admin.display(description=gettext_lazy("runs"))
    def runs(self, session: Any) -> int:
        """Return the number of messages that were run."""
        return int(session.run_count)

    @admin.display(description=gettext_lazy("failed"))
    def failed(self, session: Any) -> str:
        """Return the number of failed runs as a badge; empty for none."""
        count = session.failed_count
        return format_html('<span class="badge bad">{}</span>', count) if count else ""

    @admin.display(description=gettext_lazy("language"), ordering="locale")
    def language(self, session: ChatSession) -> str:
        """Return the language of the conversation."""
        return label(session.locale)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show a conversation with its messages; the access is recorded."""
        session = self.get_object(request, unquote(object_id))
        more: dict[str, Any] = {}
        if session is not None and self.has_view_permission(request, session):
            record(request, ChatAccess.What.READ, session.pk)
            written = session.messages.select_related("run")[:MESSAGES]
            more = {"session": session, "chat_messages": written, "language": label(session.locale)}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **more})

    @admin.action(
        description=gettext_lazy("Take the words out of the selected conversations and their branches, for good"),
        permissions=["redact"],
    )
    def redact_selected(self, request: HttpRequest, queryset: QuerySet[ChatSession]) -> None:
        """Redact the selected conversations with their branches; where a run has not ended, nothing is changed."""
        for session in queryset.values_list("pk", flat=True):
            try:
                count = redact(session)
            except StillOpen:
                text = _("%(session)s, or a branch of it, has a run that has not ended; nothing was changed.")
                text %= {"session": session}
                self.message_user(request, text, messages.WARNING)
            else:
                record(request, ChatAccess.What.REDACTED, session)
                self.message_user(request, _("%(count)s runs were redacted.") % {"count": count})

    def has_redact_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may redact conversations: whoever may delete them may."""
        return request.user.has_perm("chat.delete_chatsession")


@admin.register(ChatAccess)
class ChatAccessAdmin(ReadOnly):
    """The admin of the records of access to conversations."""

    list_display = ("at", "staff", "what", "session", "run")
    list_filter = ("what", "staff", "at")
    list_select_related = ("staff",)
    search_fields = ("session", "run", "staff__username")
