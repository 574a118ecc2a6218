"""Runs in the admin: found by what they did, shown as a timeline beside the answer as its reader saw it."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import quote, unquote
from django.db.models import Count, Prefetch, Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from travelagent.catalog.filters import worded_filter
from travelagent.chat.admin.base import ReadOnly, record, record_listed, status_badge
from travelagent.chat.envelopes import read_envelopes
from travelagent.chat.labels import intent_label, label
from travelagent.chat.models import ChatAccess, Message, ModelUse, Proposal, Run, RunKind, ToolSetting, WrittenCall
from travelagent.chat.timeline import length_of_time, timeline

EVENTS = 20_000
SLOW_MS = (1_000, 3_000, 10_000, 60_000)
QUESTION_CHARS = 90
SHOWN = "shown"


class UsedTool(admin.SimpleListFilter):
    """A filter of runs by a tool that they called."""

    title = _("tool")
    parameter_name = "tool"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        return [(name, name) for name in ToolSetting.objects.values_list("name", flat=True)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Run]) -> QuerySet[Run]:
        return queryset.filter(tool_uses__tool=self.value()).distinct() if self.value() else queryset


class FailedTool(admin.SimpleListFilter):
    """A filter of runs in which a tool failed or timed out."""

    title = _("a tool failed")
    parameter_name = "tool_failed"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:
        return [("yes", _("yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Run]) -> QuerySet[Run]:
        failed = Q(tool_uses__status__in=["failed", "timeout"])
        return queryset.filter(failed).distinct() if self.value() else queryset


class Latency(admin.SimpleListFilter):
    """A filter of runs that took longer than a number of seconds."""

    title = _("latency")
    parameter_name = "slower_than"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        return [(str(ms), _("> %(seconds)s s") % {"seconds": ms // 1000}) for ms in SLOW_MS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Run]) -> QuerySet[Run]:
        value = self.value()
        return queryset.filter(duration_ms__gt=int(value)) if value and value.isdigit() else queryset


class Questions(admin.SimpleListFilter):
    """Leaves out no run: it adds the column with what was asked."""

    title = _("questions")
    parameter_name = "questions"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, Any]]:
        return [(SHOWN, _("shown, which is recorded"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Run]) -> QuerySet[Run]:
        return queryset


@admin.register(Run)
class RunAdmin(ReadOnly):
    """The admin of runs. The list shows no message text unless it is requested; that it was, and that a run was opened,
    is recorded.
    """

    list_display = ("when", "outcome", "meant", "took", "model", "tokens", "tools", "cost", "person")
    list_filter = (
        *(
            Questions,
            "kind",
            "status",
            worded_filter("intent", _("intent"), intent_label),
            UsedTool,
            FailedTool,
            Latency,
        ),
        *(worded_filter("model", _("model"), str), worded_filter("locale", _("language"), label), "mode", "created_at"),
    )
    list_select_related = ("session__person__user", "session__person__partner")
    search_fields = ("id", "session__id", "message", "answer")
    date_hierarchy = "created_at"
    actions = ("export",)
    change_form_template = "admin/chat/run/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Run]:
        uses = ModelUse.objects.only("run_id", "prompt_tokens", "completion_tokens", "cost_usd")
        unread = ("answer",) if _shows_questions(request) else ("message", "answer")
        runs: QuerySet[Run] = super().get_queryset(request).defer(*unread)
        return runs.prefetch_related(Prefetch("model_uses", uses), "tool_uses")

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        created, *others = self.list_display
        return (created, "question", *others) if _shows_questions(request) else self.list_display

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        response = super().changelist_view(request, extra_context)
        if _shows_questions(request) and isinstance(response, TemplateResponse) and response.context_data:
            if (shown := response.context_data.get("cl")) is not None:
                record_listed(request, shown.result_list)
        return response

    @admin.display(description=_("created"), ordering="created_at")
    def when(self, run: Run) -> str:
        """Return the local time at which the run was created."""
        return date_format(localtime(run.created_at), "SHORT_DATETIME_FORMAT")

    @admin.display(description=_("question"))
    def question(self, run: Run) -> SafeString:
        """Return the first line of the message, shortened."""
        lines = run.message.strip().splitlines()
        text = Truncator(lines[0]).chars(QUESTION_CHARS) if lines else ""
        return format_html('<span class="question" lang="{}">{}</span>', run.locale, text)

    @admin.display(description=_("status"), ordering="status")
    def outcome(self, run: Run) -> SafeString:
        """Return the run's status as a badge."""
        return status_badge(run)

    @admin.display(description=_("intent"), ordering="intent")
    def meant(self, run: Run) -> str:
        """Return the intent of the message in words; for an edit of the trip the kind of the run."""
        return intent_label(run.intent) or (run.get_kind_display() if run.kind == RunKind.EDIT else "")

    @admin.display(description=_("duration"), ordering="duration_ms")
    def took(self, run: Run) -> str:
        """Return how long the run took; empty while it has not ended."""
        return "" if run.duration_ms is None else length_of_time(run.duration_ms)

    @admin.display(description=_("tool calls"))
    def tools(self, run: Run) -> str:
        """Return the number of tool calls, and of those that failed."""
        uses = list(run.tool_uses.all())
        failed = sum(use.status != "success" for use in uses)
        return f"{len(uses)} ({failed} ✗)" if failed else str(len(uses) or "")

    @admin.display(description=_("tokens"))
    def tokens(self, run: Run) -> str:
        """Return the number of tokens of all model calls; empty for none."""
        return str(sum(use.prompt_tokens + use.completion_tokens for use in run.model_uses.all()) or "")

    @admin.display(description=_("cost (USD)"))
    def cost(self, run: Run) -> str:
        """Return what the model calls cost, in US dollars; empty for nothing."""
        cost = sum(use.cost_usd for use in run.model_uses.all())
        return f"{cost:.4f}" if cost else ""

    @admin.display(description=_("person"))
    def person(self, run: Run) -> str:
        """Return the person whose run it is."""
        return str(run.session.person)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show a run with its timeline; the access is recorded."""
        run = self.get_object(request, unquote(object_id))
        more: dict[str, Any] = {}
        if run is not None and self.has_view_permission(request, run):
            record(request, ChatAccess.What.READ, run.session_id, run.pk)
            more = {
                "run": run,
                "outcome": status_badge(run),
                "intent": intent_label(run.intent),
                "stop_reason": label(run.metadata.get("stop_reason", "")),
                "timeline": timeline(read_envelopes(run.pk, limit=EVENTS)),
                "answers": run.messages.filter(role=Message.Role.ASSISTANT),
                "proposals": run.proposals.all(),
                "written": WrittenCall.objects.filter(run=run),
                "used": run.model_uses.aggregate(
                    calls=Count("pk"),
                    prompt=Sum("prompt_tokens"),
                    completion=Sum("completion_tokens"),
                    cost=Sum("cost_usd"),
                ),
                "feedback": run.feedback.all(),
            }
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **more})

    @admin.action(description=_("Export the selected runs with their events (JSON lines)"))
    def export(self, request: HttpRequest, queryset: QuerySet[Run]) -> StreamingHttpResponse:
        """Download the selected runs as JSON Lines; each export is recorded."""
        chosen = list(queryset.values_list("pk", "session_id"))
        for run, session in chosen:
            record(request, ChatAccess.What.EXPORTED, session, run)
        lines = StreamingHttpResponse(_lines([run for run, _ in chosen]), content_type="application/x-ndjson")
        lines["Content-Disposition"] = 'attachment; filename="runs.jsonl"'
        return lines


def _shows_questions(request: HttpRequest) -> bool:
    return request.GET.get(Questions.parameter_name) == SHOWN


def _lines(runs: Iterable[str]) -> Iterator[str]:
    for run in runs:
        for envelope in read_envelopes(run, limit=EVENTS):
            yield json.dumps(envelope.as_dict(), ensure_ascii=False) + "\n"


@admin.register(Proposal)
class ProposalAdmin(ReadOnly):
    """The admin of proposals."""

    list_display = ("id", "of_run", "status", "decided_by", "created_at", "decided_at", "expires_at")
    list_filter = ("status", "created_at")
    list_select_related = ("run",)
    search_fields = ("id", "run__id")
    fields = (*list_display, "person", "calls", "taken_up")
    readonly_fields = fields

    @admin.display(description=_("run"))
    def of_run(self, proposal: Proposal) -> str:
        """Return a link to the run of the proposal."""
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:chat_run_change", args=[quote(proposal.run_id)]), proposal.run_id
        )
